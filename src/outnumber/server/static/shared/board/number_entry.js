// The field for typed numbers: digits lead to it from anywhere on the page, Enter plays, Escape empties and leaves it.

import { $ } from "../dom.js";
import { t } from "../language.js";
import { onKey } from "../shell.js";

/** `play` gets a whole number, `find` what is typed so far or null, `refuse` a sentence about anything else; `leave` puts the focus elsewhere. */
export function onNumber({ play, find, refuse, leave = () => {} }) {
  const field = $("number");
  const empty = () => {
    field.value = "";
    find(null);
    // Out of the field: single keys mean something again.
    field.blur();
    leave();
  };
  $("typed").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.trim();
    empty();
    if (/^\d+$/.test(text)) play(Number(text));
    else if (text) refuse(t("{text} is not a number.", { text }));
  });
  field.addEventListener("input", () => find(Number(field.value)));
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") empty();
  });
  for (const digit of "0123456789") {
    // The digit itself arrives in the field, because the field has the focus by then.
    onKey(digit, () => {
      if (!$("typed").hidden) field.focus();
      return false;
    });
  }
}
