// Creates games against the computer, keeps their seats, and opens them.

import { at } from "./address.js";
import { makeGame } from "./api.js";
import { keepGame, newToken, setting } from "./storage.js";

/** Whether the server accepts no names, because it is for schools. */
const nameless = () => document.body.dataset.nameless === "yes";

/**
 * Create a game and keep its seat.
 * @param {api.Create} wish
 */
export async function makeSeat(wish) {
  const made = await makeGame({ ...wish, ...(nameless() && { name: "", other: "" }), token: newToken() });
  keepGame(made.id, { token: made.token, you: 1, invite: made.invite, title: made.state.title, at: Date.now() });
  return made;
}

/**
 * Create a game and open it.
 * @param {api.Create} wish
 */
export async function openGame(wish) {
  const made = await makeSeat({ name: setting("name", ""), ...wish });
  location.href = at(`/g/${made.id}`);
}

/**
 * Open an attempt at a stage.
 * @param {string} game
 * @param {number} stage
 */
export const openStage = (game, stage) => openGame({ game, stage });
