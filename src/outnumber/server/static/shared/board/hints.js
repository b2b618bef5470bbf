// Proven help: hints in two or three steps, and verdicts in words.

import { part } from "../dom.js";
import { t, tn } from "../language.js";

export class Hints {
  /**
   * @param {HTMLButtonElement} button requests the next hint
   * @param {HTMLElement} ladder has a place for each hint
   * @param {{ ask: (level: number) => Promise<{ text: string }>, spoke: (text: string, bad?: boolean) => void }} actions
   */
  constructor(button, ladder, { ask, spoke }) {
    this.button = button;
    this.ladder = ladder;
    this.ask = ask;
    this.spoke = spoke;
    this.level = 0;
    this.steps = 3; // some puzzles have two: the idea, and the answer
    this.place = "";
    button.addEventListener("click", () => this.next());
  }

  /**
   * Reset the hints for another position.
   * @param {string} place
   */
  moved(place) {
    if (place === this.place) return;
    this.place = place;
    this.level = 0;
    const names =
      this.steps === 3 ? [t("Where to look"), t("The idea"), t("The move")] : [t("The idea"), t("The answer")];
    for (const [step, rung] of [...this.ladder.children].entries()) {
      /** @type {HTMLElement} */ (rung).hidden = step >= this.steps;
      part(rung, "b").textContent = names[step] ?? "";
      rung.classList.remove("given");
      part(rung, "p").textContent = "";
    }
    this.label();
  }

  label() {
    const steps =
      this.steps === 3
        ? [t("Get a hint"), t("Show the idea"), t("Show the move")]
        : [t("Get a hint"), t("Show the answer")];
    this.button.textContent = steps[this.level] ?? t("No more hints");
    this.button.dataset.level = String(this.level);
  }

  async next() {
    if (this.level >= this.steps || this.button.disabled) return;
    const place = this.place;
    const level = this.level + 1;
    try {
      const { text } = await this.ask(level);
      if (place !== this.place || level !== this.level + 1) return;
      this.level = level;
      const rung = this.ladder.children[level - 1];
      rung.classList.add("given");
      part(rung, "p").textContent = text;
      this.label();
      this.button.scrollIntoView({ block: "nearest" });
      this.spoke(text);
    } catch (/** @type {any} */ refusal) {
      this.spoke(refusal.message, true);
    }
  }
}

/**
 * Explain why a position is won or lost, if that is known and the game is not over.
 * @param {HTMLElement} place
 * @param {api.VerdictModel | null} found
 * @param {string} name of the player to move
 */
export function explain(place, found, name) {
  place.hidden = !found || found.over;
  place.textContent = found && !found.over ? whyText(found, name) : "";
}

/**
 * A verdict in words: how many moves win, why, and how soon.
 * @param {api.VerdictModel} found
 * @param {string} name
 */
function whyText(found, name) {
  const count = found.winning.length;
  const first = count ? tn("{n} move wins.", "{n} moves win.", count) : t("No move wins.");
  const far = found.length
    ? ` ${tn("With best play, the game ends after {n} more move.", "With best play, the game ends after {n} more moves.", found.length)}`
    : "";
  return `${name ? `${name}: ` : ""}${first} ${found.reason}${far}`;
}
