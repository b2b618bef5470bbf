// The field for typed numbers: a digit typed anywhere on the page focuses it, Enter plays, Escape clears and leaves.

import { part } from "../dom.js";
import { t } from "../language.js";
import { onKey } from "../shell.js";

/**
 * @typedef {object} Entry
 * @property {(number: number) => unknown} play
 * @property {(number: number | null) => void} find marks the number typed so far, or nothing
 * @property {(text: string) => void} refuse reports that a text is not a number
 * @property {() => void} [leave] moves the focus elsewhere
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
    // Leave the field, so that keyboard shortcuts work again.
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
    // The field now has the focus, so the browser enters the digit there.
    onKey(digit, () => {
      if (!form.hidden) field.focus();
      return false;
    });
  }
}
