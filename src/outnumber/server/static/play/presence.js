// Whether the player who created an open game is present, and how long the game can be joined.

import { moment, t } from "../shared/language.js";
import { nameOf } from "../shared/sentences.js";

/**
 * Say whether the player who created the game is present.
 * @param {api.State} state
 */
export function makerText(state) {
  const name = nameOf(state, 1);
  return state.participants[0].here
    ? t("{name} is here.", { name })
    : t("{name} is away at the moment. If you take the seat, the game waits for both of you.", { name });
}

/**
 * The time until which an open game can be joined.
 * @param {api.State} state
 */
export function untilText({ expires }) {
  return expires ? t("Open until {date}.", { date: moment(expires) }) : "";
}
