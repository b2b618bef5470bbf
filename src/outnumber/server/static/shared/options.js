// The form fields of game options: shown, read and filled in.

import { closest, parts } from "./dom.js";

/** @param {HTMLFormElement} form */
const groups = (form) => parts(form, ".options");
/** @type {(form: HTMLFormElement, game: string) => HTMLInputElement[]} */
const fieldsOf = (form, game) => parts(form, `.options[data-game="${CSS.escape(game)}"] [data-option]`);

/**
 * Show the fields of one game.
 * @param {HTMLFormElement} form
 * @param {string} game
 */
export function showOptions(form, game) {
  for (const group of groups(form)) group.hidden = group.dataset.game !== game;
}

/**
 * The options chosen for a game, by name.
 * @param {HTMLFormElement} form
 * @param {string} game
 */
export function optionsOf(form, game) {
  /** @type {Record<string, any>} */
  const found = {};
  for (const field of fieldsOf(form, game)) {
    const name = field.dataset.option ?? "";
    if (field.tagName === "FIELDSET") {
      found[name] = [...field.querySelectorAll("input")].filter((box) => box.checked).map((box) => box.value);
    } else if (field.type === "number") {
      found[name] = field.value === "" ? Number(field.dataset.default) : Number(field.value);
    } else {
      found[name] = field.value;
    }
  }
  return found;
}

/**
 * Fill in the fields of a game with options chosen earlier.
 * @param {HTMLFormElement} form
 * @param {string} game
 * @param {Record<string, any>} options
 */
export function fillOptions(form, game, options) {
  for (const field of fieldsOf(form, game)) {
    const value = options[field.dataset.option ?? ""];
    if (value === undefined) continue;
    if (field.tagName === "FIELDSET")
      for (const box of field.querySelectorAll("input")) box.checked = [value].flat().includes(box.value);
    else field.value = [value].flat().join(",");
  }
}

/**
 * Add buttons that set common sizes with one press.
 * @param {HTMLFormElement} form
 */
export function onPresets(form) {
  form.addEventListener("click", (event) => {
    const preset = closest(event, ".preset");
    if (!(preset instanceof HTMLButtonElement)) return;
    const field = form.elements.namedItem(preset.dataset.for ?? "");
    if (field instanceof HTMLInputElement) field.value = preset.value;
  });
}
