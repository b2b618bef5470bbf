// The options of games in a form: shown, read and filled in.

import { $ } from "./dom.js";

const groups = (form) => [...form.querySelectorAll(".options")];
const fieldsOf = (form, game) => [
  ...(groups(form)
    .find((group) => group.dataset.game === game)
    ?.querySelectorAll("[data-option]") ?? []),
];

/** Show the fields of one game. */
export function showOptions(form, game) {
  for (const group of groups(form)) group.hidden = group.dataset.game !== game;
}

/** What is chosen for a game, by name. */
export function optionsOf(form, game) {
  const found = {};
  for (const field of fieldsOf(form, game)) {
    const name = field.dataset.option;
    if (field.tagName === "FIELDSET") {
      found[name] = [...field.querySelectorAll("input:checked")].map((box) => box.value);
    } else if (field.type === "number") {
      found[name] = field.value === "" ? Number(field.dataset.default) : Number(field.value);
    } else {
      found[name] = field.value;
    }
  }
  return found;
}

/** Have the fields of a game say what was chosen before. */
export function fillOptions(form, game, options) {
  for (const field of fieldsOf(form, game)) {
    const value = options[field.dataset.option];
    if (value === undefined) continue;
    if (field.tagName === "FIELDSET")
      for (const box of field.querySelectorAll("input")) box.checked = [value].flat().includes(box.value);
    else field.value = [value].flat().join(",");
  }
}

/** Sizes to choose with one press. */
export function onPresets(form) {
  form.addEventListener("click", (event) => {
    const preset = event.target.closest(".preset");
    if (preset) $(preset.dataset.for).value = preset.value;
  });
}
