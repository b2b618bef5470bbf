// Friendly reactions between players, from a fixed set, so that players cannot send other text. Players can switch
// them off.

import { h, say } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { nameOf } from "../shared/sentences.js";
import { set, setting } from "../shared/storage.js";

/** @type {Record<string, () => string>} */
const words = {
  hello: () => t("Hello!"),
  "good-luck": () => t("Good luck!"),
  "well-played": () => t("Well played!"),
  thanks: () => t("Thank you!"),
  oops: () => t("Oops!"),
  wow: () => t("Wow!"),
};
const SHOWN = 7000;
const PAUSE = 1500;
let timer = 0;

/**
 * Show the opponent's reaction for a moment; ignore reactions that this page does not know.
 * @param {HTMLElement} line
 * @param {api.State} state
 * @param {api.Reaction} message
 */
export function showReaction(line, state, { participant, reaction }) {
  if (!Object.hasOwn(words, reaction) || setting("quiet", false)) return;
  clearTimeout(timer);
  say(line, `${nameOf(state, participant)}: ${words[reaction]()}`);
  timer = setTimeout(() => say(line, ""), SHOWN);
}

/**
 * The reactions to choose from, when the players use two devices; `send` returns whether one was sent.
 * @param {HTMLElement} place
 * @param {api.State} state
 * @param {(reaction: string) => boolean} send
 */
export function drawReactions(place, state, send) {
  place.hidden = !state.you || state.state === "open" || !["open", "invite"].includes(state.opponent);
  if (place.hidden || place.childElementCount) return;
  const buttons = Object.entries(words).map(([reaction, text]) => {
    const button = h("button", { class: "small" }, text());
    button.addEventListener("click", () => {
      if (!send(reaction)) return;
      button.disabled = true;
      setTimeout(() => {
        button.disabled = false;
      }, PAUSE);
    });
    return button;
  });
  const quiet = h("input", { type: "checkbox", onchange: () => set("quiet", quiet.checked) });
  quiet.checked = setting("quiet", false);
  place.append(
    h("summary", {}, t("Send a message")),
    h("div", { class: "sayings" }, buttons),
    h("label", { class: "switch small" }, quiet, h("span", {}, t("Hide my opponent's messages"))),
  );
}
