// Lists of games: those of the server, and those that this browser plays in.

import { openGames, readGame } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { ago, t, tn } from "../shared/language.js";
import { nameOf } from "../shared/sentences.js";
import { forgetGame, game, games } from "../shared/storage.js";

function when(date) {
  return ago(Math.max(0, (Date.now() - Date.parse(date)) / 1000));
}

/** The time for a turn, in the largest unit that has no rest. */
function clockText(seconds) {
  if (seconds % 60) return tn("{n} second a turn", "{n} seconds a turn", seconds);
  if (seconds % 3600) return tn("{n} minute a turn", "{n} minutes a turn", seconds / 60);
  return tn("{n} hour a turn", "{n} hours a turn", seconds / 3600);
}

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
        [entry.name || t("Somebody"), ...extra.filter(Boolean), when(entry.created)].join(" · "),
      ),
    ),
    h(
      "a",
      {
        class: primary ? "button primary" : "button",
        href: link,
        "aria-label": `${label}: ${entry.title}, ${entry.name || t("Somebody")}`,
      },
      label,
    ),
  );
}

/** Put rows into a list; somebody may be about to press a button of it. */
function refill(list, rows) {
  const focused = list.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  list.replaceChildren(...rows);
  if (focused) list.querySelector(`a[href="${focused}"]`)?.focus();
}

/** Fill a list with the server's games in a state; `joining` leaves out one's own. */
export async function fillOpen(list, empty, state, joining = false) {
  let found;
  try {
    found = (await openGames(state)).games;
  } catch (refusal) {
    // Whoever was listed may have left: nobody is told of them any more. The next try is soon.
    empty.dataset.usual ??= empty.textContent;
    empty.textContent = refusal.message;
    empty.hidden = false;
    list.replaceChildren();
    return;
  }
  empty.textContent = empty.dataset.usual ?? empty.textContent;
  if (joining) found = found.filter((entry) => !game(entry.id).token);
  const labels = { open: t("Join"), playing: t("Watch"), over: t("Look") };
  refill(
    list,
    found.map((entry) => row(entry, `/g/${entry.id}`, labels[state], state === "open")),
  );
  empty.hidden = found.length > 0;
}

function standing(state) {
  if (state.state === "open") return t("Waiting for your opponent");
  if (state.state === "over") {
    if (state.champion && state.opponent === "here") return t("{name} won", { name: nameOf(state, state.champion) });
    if (state.champion) return state.champion === state.you?.participant ? t("You won") : t("You lost");
    return t("Over");
  }
  if (state.opponent === "here")
    return state.turn ? t("{name} is to move", { name: nameOf(state, state.turn.participant) }) : t("Pick a seat");
  return (state.turn ?? state.pick)?.participant === state.you?.participant ? t("Your turn") : t("Their turn");
}

/** Fill a list with the games of this browser; `panel` is shown when there are any. Returns how many more there are. */
export async function fillMine(list, panel, most, empty = null) {
  const all = games();
  const mine = all.slice(0, most);
  const rows = await Promise.all(
    mine.map(async ({ id, token }) => {
      try {
        return await readGame(id, token);
      } catch (refusal) {
        if (refusal.code === "no-such-game") forgetGame(id);
        return null;
      }
    }),
  );
  const found = rows.filter(Boolean);
  refill(
    list,
    found.map((state) => {
      const word = standing(state);
      const other = state.participants.find((each) => each.participant !== state.you?.participant);
      const against = state.state === "open" ? null : t("against {name}", { name: nameOf(state, other.participant) });
      const mine = state.turn && state.turn.participant === state.you?.participant;
      return h(
        "li",
        { class: mine ? "turn" : "" },
        h(
          "span",
          { class: "what" },
          h("b", {}, state.title),
          h("span", { class: "faint" }, [word, against, when(state.created)].filter(Boolean).join(" · ")),
        ),
        h(
          "a",
          { class: "button", href: `/g/${state.id}`, "aria-label": `${t("Open")}: ${state.title}, ${word}` },
          t("Open"),
        ),
      );
    }),
  );
  if (panel) panel.hidden = found.length === 0;
  if (empty) empty.hidden = found.length > 0;
  return all.length - mine.length;
}

/** Lead from a link to the newest game that is not over, the one where it is your turn before others; whoever has none is left with what it says. */
export async function continueWith(link) {
  const newest = games().slice(0, 4);
  if (!newest.length) return;
  const [title, text] = link.children;
  const states = (await Promise.all(newest.map(({ id, token }) => readGame(id, token).catch(() => null)))).filter(
    Boolean,
  );
  const going = states.filter((state) => state.state !== "over");
  const next = going.find((state) => state.turn?.participant === state.you?.participant) ?? going[0];
  link.href = next ? `/g/${next.id}` : "/games";
  link.classList.toggle("turn", Boolean(next));
  title.textContent = t("Continue");
  text.textContent = next ? `${next.title} · ${standing(next)}` : t("Your games");
}
