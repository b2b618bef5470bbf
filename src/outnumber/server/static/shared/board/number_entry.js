// The field for typed numbers: digits lead to it from anywhere on the page, Enter plays, Escape empties and leaves it.

import { part } from "../dom.js";
import { t } from "../language.js";
import { onKey } from "../shell.js";

/**
 * @typedef {object} Entry
 * @property {(number: number) => unknown} play
 * @property {(number: number | null) => void} find marks what is typed so far, or nothing
 * @property {(text: string) => void} refuse says that a text is not a number
 * @property {() => void} [leave] puts the focus elsewhere
 */

/**
 * @param {HTMLFormElement} form
 * @param {Entry} entry
 */
export function onNumber(form, { play, find, refuse, leave = () => {} }) {
  /** @type {HTMLInputElement} */
  const field = part(form, "input");
  const empty = () => {
    field.value = "";
    find(null);
    // Out of the field: single keys mean something again.
    field.blur();
    leave();
  };
  form.addEventListener("submit", (event) => {
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
      if (!form.hidden) field.focus();
      return false;
    });
  }
}
