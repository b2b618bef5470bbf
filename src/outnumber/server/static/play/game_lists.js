// Lists of games: those on the server, and those that this browser plays in.

import { at } from "../shared/address.js";
import { openGames, readGame } from "../shared/api.js";
import { h, parts } from "../shared/dom.js";
import { ago, t, tn } from "../shared/language.js";
import { openGame, openStage } from "../shared/new_game.js";
import { nameOf } from "../shared/sentences.js";
import { forgetGame, game, games } from "../shared/storage.js";

/** @param {string} date */
function when(date) {
  return ago(Math.max(0, (Date.now() - Date.parse(date)) / 1000));
}

/**
 * The time per turn, in the largest unit that divides it evenly.
 * @param {number} seconds
 */
function clockText(seconds) {
  if (seconds % 60) return tn("{n} second per turn", "{n} seconds per turn", seconds);
  if (seconds % 3600) return tn("{n} minute per turn", "{n} minutes per turn", seconds / 60);
  return tn("{n} hour per turn", "{n} hours per turn", seconds / 3600);
}

/**
 * @param {api.Listed} entry
 * @param {string} link
 * @param {string} label
 * @param {boolean} primary
 */
function row(entry, link, label, primary) {
  const extra = [entry.about];
  if (entry.rounds > 1) extra.push(tn("{n} round", "{n} rounds", entry.rounds));
  if (entry.clock) extra.push(clockText(entry.clock));
  return h(
    "li",
    {},
    h(
      "span",
      { class: "what" },
      h("b", {}, entry.title),
      h(
        "span",
        { class: "faint" },
        [entry.name || t("Someone"), ...extra.filter(Boolean), when(entry.created)].join(" · "),
      ),
    ),
    h(
      "a",
      {
        class: primary ? "button primary" : "button",
        href: link,
        "aria-label": `${label}: ${entry.title}, ${entry.name || t("Someone")}`,
      },
      label,
    ),
  );
}

/**
 * Replace the rows of a list; a link that has the focus keeps it.
 * @param {HTMLElement} list
 * @param {HTMLElement[]} rows
 */
function refill(list, rows) {
  const focused = list.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
  list.replaceChildren(...rows);
  if (focused) parts(list, `a[href="${focused}"]`)[0]?.focus();
}

/**
 * Fill a list with the server's games in one state; `joining` leaves out your own.
 * @param {HTMLElement} list
 * @param {HTMLElement} empty
 * @param {api.Listed["state"]} state
 * @param {boolean} [joining]
 */
export async function fillOpen(list, empty, state, joining = false) {
  let found;
  try {
    found = (await openGames(state)).games;
  } catch (/** @type {any} */ refusal) {
    // The listed games may no longer be joinable, so clear the list. The next refresh follows soon.
    empty.dataset.usual ??= empty.textContent ?? "";
    empty.textContent = refusal.message;
    empty.hidden = false;
    list.replaceChildren();
    return;
  }
  empty.textContent = empty.dataset.usual ?? empty.textContent;
  if (joining) found = found.filter((entry) => !game(entry.id).token);
  const labels = { open: t("Join"), playing: t("Watch"), over: t("View") };
  refill(
    list,
    found.map((entry) => row(entry, at(`/g/${entry.id}`), labels[state], state === "open")),
  );
  empty.hidden = found.length > 0;
}

/** @param {api.State} state */
function standing(state) {
  if (state.state === "open") return t("Waiting for your opponent");
  if (state.state === "over") {
    if (state.champion && state.opponent === "here") return t("{name} won", { name: nameOf(state, state.champion) });
    if (state.champion) return state.champion === state.you?.participant ? t("You won") : t("You lost");
    return t("Finished");
  }
  if (state.opponent === "here")
    return state.turn ? t("{name}'s turn", { name: nameOf(state, state.turn.participant) }) : t("Pick a seat");
  return (state.turn ?? state.pick)?.participant === state.you?.participant ? t("Your turn") : t("Opponent's turn");
}

/**
 * A button for another game with the same opponent: people on two devices agree on a rematch at the finished game.
 * @param {api.State} state
 */
function playAgain(state) {
  const { game, options, rounds, start, opponent, clock, stage, participants, title } = state;
  if (["open", "invite"].includes(opponent)) return null;
  const [one, two] = participants;
  const other = opponent === "here" ? { name: one.name, other: two.name } : {};
  const again = () =>
    stage ? openStage(game, stage) : openGame({ game, options, rounds, start, opponent, clock, ...other });
  return h(
    "button",
    { "aria-label": `${t("Play again")}: ${title}`, onclick: () => again().catch(() => {}) },
    t("Play again"),
  );
}

/**
 * The states of this browser's games; null for those that the server could not return. Deleted games are forgotten.
 * @param {number} most
 */
const mine = (most) =>
  Promise.all(
    games()
      .slice(0, most)
      .map(({ id, token }) =>
        readGame(id, token).catch((refusal) => {
          if (refusal.code === "no-such-game") forgetGame(id);
          return null;
        }),
      ),
  ).then((found) => found.filter((state) => state !== null));

/**
 * Fill a list with this browser's games. `panel` is shown if there are any. Return how many more there are.
 * @param {HTMLElement} list
 * @param {HTMLElement | null} panel
 * @param {number} most
 * @param {HTMLElement | null} [empty]
 */
export async function fillMine(list, panel, most, empty = null) {
  const count = games().length;
  const found = await mine(most);
  refill(
    list,
    found.map((state) => {
      const word = standing(state);
      const other = state.you?.participant === 1 ? 2 : 1;
      const against = state.state === "open" ? null : t("against {name}", { name: nameOf(state, other) });
      const yours = state.turn && state.turn.participant === state.you?.participant;
      return h(
        "li",
        { class: yours ? "turn" : "" },
        h(
          "span",
          { class: "what" },
          h("b", {}, state.title),
          h("span", { class: "faint" }, [word, against, when(state.created)].filter(Boolean).join(" · ")),
        ),
        state.state === "over" && state.you ? playAgain(state) : null,
        h(
          "a",
          { class: "button", href: at(`/g/${state.id}`), "aria-label": `${t("Open")}: ${state.title}, ${word}` },
          t("Open"),
        ),
      );
    }),
  );
  if (panel) panel.hidden = found.length === 0;
  if (empty) empty.hidden = found.length > 0;
  return Math.max(0, count - most);
}

/**
 * Point a link to the newest unfinished game, preferring one where it is your turn. Without games it stays unchanged.
 * @param {HTMLAnchorElement} link
 */
export async function continueWith(link) {
  if (!games().length) return;
  const [title, text] = link.children;
  const states = await mine(4);
  const going = states.filter((state) => state.state !== "over");
  const next = going.find((state) => state.turn?.participant === state.you?.participant) ?? going[0];
  link.href = next ? at(`/g/${next.id}`) : at("/games");
  link.classList.toggle("turn", Boolean(next));
  title.textContent = t("Continue");
  text.textContent = next ? `${next.title} · ${standing(next)}` : t("Your games");
}
