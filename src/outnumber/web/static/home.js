// The first page: choose a game and an opponent, or join somebody who waits.

import { $ } from "./page.js";
import { t } from "./words.js";
import { keepGame, newToken, set, setting } from "./kept.js";
import { makeGame } from "./api.js";
import { fillOpen, fillMine } from "./lists.js";

const form = $("start");

function chosen() {
  return form.elements.game.value;
}

function show() {
  for (const group of form.querySelectorAll(".options")) {
    group.hidden = group.dataset.game !== chosen();
  }
  const against = form.elements.against.value;
  for (const part of form.querySelectorAll("[data-against]")) part.hidden = part.dataset.against !== against;
  $("rules-link").href = `/rules/${chosen()}`;
  $("go").textContent = { computer: t("Start the game"), invite: t("Make a link"), here: t("Start the game"), open: t("Wait for somebody") }[against];
}

function options() {
  const found = {};
  const group = form.querySelector(`.options[data-game="${chosen()}"]`);
  for (const field of group.querySelectorAll("[data-option]")) {
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

form.addEventListener("change", show);
form.addEventListener("click", (event) => {
  const preset = event.target.closest(".preset");
  if (preset) $(preset.dataset.for).value = preset.value;
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const fields = form.elements;
  const against = fields.against.value;
  $("go").disabled = true;
  $("problem").textContent = "";
  set("name", fields.name.value.trim());
  try {
    const made = await makeGame({
      game: chosen(),
      options: options(),
      opponent: against === "computer" ? fields.player.value : against,
      name: fields.name.value.trim(),
      first: fields.first.value,
      start: fields.begins.value,
      other: against === "here" ? fields.other.value.trim() : "",
      rounds: Number(fields.rounds.value) || 1,
      clock: fields.clock.value ? Number(fields.clock.value) : null,
      help: fields.help.checked,
      takebacks: fields.takebacks.checked,
      token: newToken(),
    });
    keepGame(made.id, { token: made.token, invite: made.invite, title: made.state.title, at: Date.now() });
    location.href = `/g/${made.id}`;
  } catch (refusal) {
    $("problem").textContent = refusal.message;
    $("go").disabled = false;
  }
});

addEventListener("pageshow", () => {
  $("go").disabled = false;
  show();
});
form.elements.name.value = setting("name", "");
show();
fillOpen($("open"), $("open-empty"), "open", true);
fillMine($("mine"), $("mine-panel"), 4);
setInterval(() => document.hidden || fillOpen($("open"), $("open-empty"), "open", true), 8000);
