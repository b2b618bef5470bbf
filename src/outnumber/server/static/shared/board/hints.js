// Help that is proven: hints in three steps, and verdicts on all moves of a position.

import { hint, verdict } from "../api.js";
import { $ } from "../dom.js";
import { t, tn } from "../language.js";
import { game } from "../storage.js";

export class Hints {
  /** `changed` is called when a verdict has come; `spoke` with words for the status line. */
  constructor(id, changed, spoke) {
    this.id = id;
    this.changed = changed;
    this.spoke = spoke;
    this.verdicts = new Map();
    this.asked = new Set();
    this.level = 0;
    this.steps = 3; // some puzzles have two: the idea, and the answer
    this.place = "";
    $("hint").addEventListener("click", () => this.next());
  }

  /** A new position: yesterday's hints do not fit it. */
  moved(place) {
    if (place === this.place) return;
    this.place = place;
    this.level = 0;
    const names =
      this.steps === 3 ? [t("Where to look"), t("The idea"), t("The move")] : [t("The idea"), t("The answer")];
    for (const [step, rung] of [...$("ladder").children].entries()) {
      rung.hidden = step >= this.steps;
      rung.querySelector("b").textContent = names[step] ?? "";
      rung.classList.remove("given");
      rung.querySelector("p").textContent = "";
    }
    this.label();
  }

  label() {
    const steps =
      this.steps === 3
        ? [t("Give me a hint"), t("Tell me the idea"), t("Tell me the move")]
        : [t("Give me a hint"), t("Tell me the answer")];
    $("hint").textContent = steps[this.level] ?? t("That was all");
    $("hint").dataset.level = this.level;
  }

  /** A step of help for the game; puzzles ask for theirs elsewhere. */
  ask(level) {
    return hint(this.id, level, game(this.id).token);
  }

  async next() {
    if (this.level >= this.steps || $("hint").disabled) return;
    const place = this.place;
    const level = this.level + 1;
    try {
      const { text } = await this.ask(level);
      if (place !== this.place || level !== this.level + 1) return;
      this.level = level;
      const rung = $("ladder").children[level - 1];
      rung.classList.add("given");
      rung.querySelector("p").textContent = text;
      this.label();
      $("hint").scrollIntoView({ block: "nearest" });
      this.spoke(text);
    } catch (refusal) {
      this.spoke(refusal.message, true);
    }
  }

  /** The verdict on a position if it is known; asks for it otherwise. */
  verdict(round, ply, moves) {
    // A takeback leads to other positions with the same number of moves.
    const key = `${round}:${moves.slice(0, ply).join()}`;
    if (!this.verdicts.has(key) && !this.asked.has(key)) {
      this.asked.add(key);
      verdict(this.id, round, ply, game(this.id).token)
        .then(
          (found) => {
            if (found.moves.join() === moves.slice(0, ply).join()) this.verdicts.set(key, found);
            this.changed();
          },
          (refusal) => {
            this.spoke(refusal.message, true);
          },
        )
        .finally(() => this.asked.delete(key));
    }
    return this.verdicts.get(key) ?? null;
  }

  /** Say why a position is won or lost. */
  explain(found, name) {
    const place = $("why");
    place.hidden = !found || found.over;
    if (!place.hidden) place.textContent = whyText(found, name);
  }
}

/** A verdict in words: how many moves win, why, and how soon. */
export function whyText(found, name) {
  const count = found.winning.length;
  const first = count ? tn("{n} move wins.", "{n} moves win.", count) : t("No move wins.");
  const far = found.length
    ? ` ${tn("With best play it is over after {n} more move.", "With best play it is over after {n} more moves.", found.length)}`
    : "";
  return `${name ? `${name}: ` : ""}${first} ${found.reason}${far}`;
}
