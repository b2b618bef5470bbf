// The page of one game: takes a seat or watches, shows the position, and sends what you do.

import { readGame } from "../shared/api.js";
import { Hints } from "../shared/board/hints.js";
import { placeOf, sound, travel } from "../shared/board/motion.js";
import { onNumber } from "../shared/board/number_entry.js";
import { drawClocks, drawPlayers } from "../shared/board/players.js";
import { Pool } from "../shared/board/pool.js";
import { drawRows, placesOf, usedIn } from "../shared/board/rows.js";
import { drawRounds, drawSteps, onSteps } from "../shared/board/steps.js";
import { $, h, onSure, say, speakIn, tellIn } from "../shared/dom.js";
import { t, tn } from "../shared/language.js";
import { onRules } from "../shared/rules_sheet.js";
import { isYou, moveText, nameOf, playerOf, toReader, turnText } from "../shared/sentences.js";
import { boardPath } from "../shared/share.js";
import { onKey } from "../shared/shell.js";
import * as storage from "../shared/storage.js";
import { Connection } from "./connection.js";
import { recalled, recalledText, remember } from "./game_cache.js";
import { GameState, toldAtOnce } from "./game_state.js";
import { drawInvitation, openInvitation, tooLate } from "./invitation.js";
import { noticeTurn, offerNotices } from "./notifications.js";
import { drawOffer, offered, offerText } from "./offers.js";
import { drawPick } from "./pick_seat.js";
import { drawReactions, heard } from "./reactions.js";
import { drawPause, drawResult, onShare } from "./result.js";

const THINKS = 500; // milliseconds: a computer that answers at once is not seen to play
const id = $("table").dataset.id || location.pathname.split("/")[2]; // offline the page is that of any game
const table = new GameState(id, () => draw());
const coach = new Hints(
  id,
  () => draw(),
  (text, bad) => (bad ? tell(text, true) : speakIn($("status"), text)),
);
let live = null;
let pool = null;
let step = null; // {round, ply} while looking back, null for now
let paused = 0; // the round that is over and still looked at, before the next
let pending = null; // the number that is on its way to the server
let shownAt = 0; // when the last move was shown
let queue = Promise.resolve(); // events, one after the other

// ---- one line that says what happens

function tell(text, bad = false) {
  $("status").classList.toggle("long", text.length > 60);
  tellIn($("status"), text, bad, step ? null : table.state?.turn?.seat);
}

// ---- what comes from the server

function take(next) {
  const first = !table.state;
  table.take(next);
  if (first) begin();
  if (next.you) storage.keepGame(id, { title: next.title, you: next.you.participant });
  if (next.seq >= 0) remember(next);
}

async function refresh() {
  try {
    take(await readGame(id, live.token));
    draw();
  } catch (refusal) {
    tell(refusal.message, true);
  }
}

const isComputer = (participant) => table.state.participants[participant - 1]?.plays !== "human";

/** One event after the other; a computer takes a moment for its move. */
function happen(event) {
  queue = queue
    .then(async () => {
      const wait = event.kind === "move" && isComputer(event.participant) ? shownAt + THINKS - performance.now() : 0;
      if (wait > 0)
        await new Promise((done) => {
          setTimeout(done, wait);
        });
      await show(event);
    })
    .catch((error) => reportError(error));
}

async function show(event) {
  const text = event.kind === "move" ? moveText(table.state, event) : "";
  const from = event.kind === "move" && pool ? placeOf(pool.buttons.get(event.number)) : null;
  shownAt = performance.now();
  if (table.follows(event)) {
    table.follow(event);
    remember(table.state);
    draw();
    if (paused) return;
    tell(`${text} ${turnText(table.state)}`);
    return land(from);
  }
  // An answer to an earlier question may have told it already.
  if (event.seq > table.state.seq) await refresh();
  const { state } = table;
  const ended = event.outcome && state.history[event.round - 1];
  const words = [text];
  if (ended?.outcome) words.push(toReader(state, ended.told));
  if (event.kind === "seat") words.push(t("{name} has come.", { name: nameOf(state, 2) }));
  if (event.kind === "takeback-accept")
    words.push(tn("{n} move is taken back.", "{n} moves are taken back.", event.plies));
  if (event.kind === "takeback-decline") words.push(t("No takeback."));
  if (event.kind === "rematch-decline") words.push(t("No rematch."));
  if (event.kind === "claim-decline" && !isYou(state, event.participant))
    words.push(t("{name} is here.", { name: nameOf(state, event.participant) }));
  // Whoever asked hears the help itself.
  if (event.kind === "help" && isYou(state, event.participant)) return;
  if (event.kind === "help") words.push(t("{name} uses help.", { name: nameOf(state, event.participant) }));
  if (event.kind === "rematch-accept") return follow(event.game);
  // The end of a round stays in sight until somebody goes on; that of the game shows even to those who look back.
  const more = state.round > event.round;
  if (ended?.outcome && (more || !paused)) {
    paused = more ? event.round : 0;
    step = more ? { round: paused, ply: ended.moves.length } : null;
    draw();
  }
  if (!paused) words.push(offered(state) ? offerText(state) : turnText(state));
  if (!paused || ended) tell(words.filter(Boolean).join(" "));
  land(from);
  if (ended?.outcome) finish(ended);
}

/** A number has been played: it goes to its place. */
function land(from) {
  const { look, ply } = looked();
  if (from) travel($("tracks").querySelector(`[data-ply="${ply}"]`), from);
  if (from && !look.outcome) sound("move");
}

/** A round is over: those who play by keys find the way on where they are. */
function finish(ended) {
  const { you } = table.state;
  sound(!you || ended.outcome.participant === you.participant ? "win" : "lose");
  const way = paused ? $("go-on") : $("result");
  $(paused ? "pause-text" : "result-text").scrollIntoView({ block: "nearest" });
  const at = document.activeElement;
  if (at === document.body || $("desk").contains(at) || $("coach").contains(at)) way.focus({ preventScroll: true });
}

/** Go to the next game: the same tokens play there. */
function follow(next, asked = false) {
  const { token, you } = storage.game(id);
  if (token) storage.keepGame(next, { token, you, title: table.state.title, at: Date.now() });
  if (token || asked) {
    location.href = `/g/${next}`;
  } else {
    tell(t("They play again."));
  }
}

function connect(token) {
  const states = {
    connecting: t("Connecting …"),
    reconnecting: t("Connection lost. Trying again …"),
    live: t("Connected"),
    refused: t("Not connected"),
    busy: t("The server is full just now. Trying again …"),
    offline: t("You are offline."),
  };
  live = new Connection(id, token, {
    state: (word) => {
      $("link-state").dataset.state = word;
      say($("link-state").querySelector(".words"), states[word]);
      if (word === "reconnecting" || word === "offline") apart();
    },
    welcome: (message) => {
      const first = !table.state;
      const news =
        table.state && (message.state.seq > table.state.seq || Boolean(table.state.you) !== Boolean(message.state.you));
      take(message.state);
      draw();
      if (!paused && (first || news || $("status").classList.contains("refused"))) tell(opening());
      if (news && !paused && table.state.state === "over") {
        go(Infinity, table.state.round);
        $("result-text").scrollIntoView({ block: "nearest" });
      }
      if (table.state.next && storage.game(id).token && message.events.some((event) => event.kind === "rematch-accept"))
        follow(table.state.next);
    },
    event: happen,
    presence: (message) => {
      table.state?.participants.forEach((each, place) => {
        each.here = message.here[place];
      });
      if (!table.state) return;
      plates();
      drawActions();
      drawInvitation(table.state);
      tick();
    },
    reaction: (message) => table.state && heard(table.state, message),
    thinking: ({ participant }) => {
      const { state } = table;
      if (state?.turn?.participant === participant && !step)
        tell(t("{name} is still thinking: the server is busy.", { name: nameOf(state, participant) }));
    },
    refused: (refusal) => {
      if (refusal.code === "bad-token" && token) {
        // Perhaps this browser has changed it just now, or the answer to that was lost.
        const { token: newer, renewed } = storage.game(id);
        const next = renewed ?? (newer === token ? null : newer) ?? null;
        storage.keepGame(id, { token: next, renewed: null });
        connect(next);
      } else if (refusal.code === "no-such-game") {
        missing();
      } else {
        tell(refusal.message, true);
      }
    },
  });
}

/** There is no line to the server: say what waits, and show what is remembered where nothing else is shown. */
function apart() {
  const found = table.state ? null : recalled(id);
  if (found) {
    take({ ...found.state, seq: -1 }); // whatever comes is newer
    draw();
    tell(recalledText(found.at));
  }
  const number = pending ?? live?.unsent ?? null;
  if (number !== null) tell(t("{number} is sent as soon as the connection is back.", { number }));
}

/** Told once: a server that refuses says why, and again when it closes the connection. */
function missing() {
  if ($("table").dataset.state === "missing") return;
  $("table").dataset.state = "missing";
  storage.forgetGame(id);
  // Deleted while a child was playing: the lesson is over, and the class strip is about to say so.
  const ended = Boolean(table.state && $("strip"));
  table.state = pool = null;
  $("play").hidden = true;
  tell(ended ? t("The game is over.") : t("There is no game at this address."), !ended);
  // Nothing is there to be connected to.
  $("link-state").hidden = true;
  $("table").append(h("p", { class: "onward" }, h("a", { class: "button primary", href: "/" }, t("Start a game"))));
}

// ---- the first sight of a game

/** What was agreed on, for both to see. */
function terms(state) {
  const words = [state.about];
  if (state.rounds > 1) words.push(tn("{n} round", "{n} rounds", state.rounds));
  if (!state.help) words.push(t("no help"));
  else if (["open", "invite", "here"].includes(state.opponent))
    words.push(state.helped?.length ? t("help was used") : t("help allowed"));
  return words.filter(Boolean).join(" · ");
}

function begin() {
  const { state } = table;
  $("title").textContent = state.title;
  $("rules-link").href = `/rules/${state.game}`;
  pool = new Pool($("pool"), state.scene.numbers, play);
  $("filter-label").hidden = !pool.long;
  $("filter").checked = pool.long && storage.setting("filter", pool.huge);
}

function opening() {
  const { state } = table;
  if (state.state === "open" && state.you) return t("Waiting for your opponent.");
  if (state.state === "open")
    return state.opponent === "open" || storage.game(id).invite
      ? t("A seat is free.")
      : t("Waiting for the invited player. You are watching.");
  if (state.state === "over") return toReader(state, state.history.at(-1).told);
  const watching = tooLate(state)
    ? `${t("Somebody has taken this seat already. You are watching.")} `
    : state.you
      ? ""
      : `${t("You are watching.")} `;
  return watching + (offered(state) && state.you ? offerText(state) : turnText(state));
}

// ---- what you do

async function play(number) {
  const { state } = table;
  if (step) return tell(t("You are looking back. Go to now to play."), true);
  if (state.state === "over") return tell(t("The game is over."), true);
  if (!state.you) return tell(t("You are watching."), true);
  if (!table.yours) return tell(state.pick ? turnText(state) : t("It is not your turn."), true);
  if (pending !== null) return;
  pending = number;
  draw();
  await ask({ type: "move", number, after: state.seq, ...table.spent });
  pending = null;
  draw();
}

async function ask(request) {
  $("table").classList.add("busy");
  try {
    const answered = live.ask(request);
    if (!live.welcome) apart();
    await answered;
    await queue;
  } catch (refusal) {
    tell(refusal.message, true);
    if (refusal.code === "stale") refresh();
  } finally {
    $("table").classList.remove("busy");
  }
}

onNumber({
  play,
  find: (number) => pool?.find(number),
  refuse: (text) => tell(text, true),
  leave: () => pool?.focus(),
});
$("takeback").addEventListener("click", () => ask({ type: "takeback", action: "offer" }));
$("claim").addEventListener("click", () => ask({ type: "claim", action: "offer" }));
$("rematch").addEventListener("click", () => ask({ type: "rematch", action: "offer" }));
$("next-link").addEventListener("click", (event) => {
  event.preventDefault();
  follow(table.state.next, true);
});
onSure("resign", () => ask({ type: "resign" }));
$("filter").addEventListener("change", () => {
  storage.set("filter", $("filter").checked);
  draw();
});
$("verdicts").addEventListener("change", () => draw());
$("sounds").checked = storage.setting("sounds", false);
$("sounds").addEventListener("change", () => {
  storage.set("sounds", $("sounds").checked);
  sound("move");
});
$("go-on").addEventListener("click", () => {
  go(Infinity, table.state.round);
  if ($("pick").hidden) pool.focus();
  else $("pick").querySelector("button").focus();
});
openInvitation(
  id,
  () => table.state,
  (text) => tell(text, true),
);
onShare(() => table.state);

// ---- stepping through the moves

function looked() {
  const look = table.state.history[(step ? step.round : table.state.round) - 1];
  return { look, ply: step ? step.ply : look.moves.length };
}

function go(ply, round = looked().look.round) {
  const { state } = table;
  const look = state.history[round - 1];
  const place = Math.max(0, Math.min(ply, look.moves.length));
  step = round === state.round && place === look.moves.length ? null : { round, ply: place };
  paused = 0;
  draw();
  if (!step) tell(opening());
  else if (!place) tell(t("Before the first move."));
  else {
    tell(
      t("Move {place} of {count}: {name} played {number}.", {
        place,
        count: look.moves.length,
        name: playerOf(state, look, look.seats[place - 1]),
        number: look.moves[place - 1],
      }),
    );
  }
}

onSteps(
  () => table.state && looked().ply,
  (ply) => table.state && go(ply, ply === Infinity ? table.state.round : looked().look.round),
);
onKey("h", () => coach.next());
onKey("v", () => {
  if ($("verdicts").disabled) return;
  $("verdicts").checked = !$("verdicts").checked;
  draw();
});

// ---- drawing

/** The opponent sits above, you below; for those who watch, Player 2 sits above. */
function plates() {
  const { look } = looked();
  let { state } = table;
  if (look.round !== state.round) {
    // A round of the past: each sits where they sat then, and nobody is to move.
    const participants = state.participants.map((each) => ({ ...each, seat: each.participant === look.first ? 1 : 2 }));
    state = {
      ...state,
      participants,
      you: state.you && { ...state.you, seat: participants[state.you.participant - 1].seat },
      turn: null,
      state: "past",
    };
  }
  const below = state.opponent === "here" ? 1 : (state.you?.seat ?? 1);
  drawPlayers($("them"), state, [3 - below]);
  drawPlayers($("us"), state, [below]);
}

function draw() {
  const { state } = table;
  if (!state) return;
  const { look, ply } = looked();
  $("table").dataset.state = state.state;
  // The name of the tab tells those who look elsewhere.
  document.title = `${table.yours ? "● " : ""}${state.title} · Outnumber`;
  say($("subtitle"), terms(state));
  drawInvitation(state);
  plates();
  tick();
  const scene = table.sceneAt(look.round, look.moves.length);
  // Where numbers on the table are no moves, only the server knows how they were.
  const then = scene?.rows.every((row) => placesOf(row, look, scene.earlier)) ? null : table.sceneAt(look.round, ply);
  drawRows($("tracks"), { state, scene, then, look, ply, go });
  drawSteps(ply, look.moves.length, !step);
  drawRounds(state, look.round, go);
  drawPool(look, ply);
  drawOffer(state, ask);
  drawPick($("pick"), state, Boolean(step), ask);
  drawReactions($("reactions"), state, (reaction) => live.react(reaction));
  noticeTurn(state);
  drawPause(state, paused);
  drawResult(state, Boolean(step));
  $("desk").classList.toggle("covered", Boolean(paused) || (state.state === "over" && !step));
  drawActions();
}

function drawPool(look, ply) {
  const { state } = table;
  const mayAsk = state.help || state.state === "over";
  $("verdicts").disabled = !mayAsk;
  if (!mayAsk) $("verdicts").checked = false;
  const now = !step && state.state === "playing";
  const last = table.sceneAt(look.round, look.moves.length);
  const used = last ? usedIn(look, ply, last.unused) : new Map();
  const found = $("verdicts").checked && state.state !== "open" ? coach.verdict(look.round, ply, look.moves) : null;
  const names = [1, 2].map((seat) => playerOf(state, look, seat));
  const legal = now
    ? new Set(state.legal)
    : found
      ? new Set(found.legal)
      : state.state === "over" && !step
        ? new Set()
        : null;
  const yours = now && table.yours;
  pool.grow(state.legal);
  pool.update({
    legal,
    used,
    names,
    yours,
    pending,
    filter: $("filter").checked && legal?.size > 0,
    last: ply ? look.moves[ply - 1] : null,
    winning: found ? new Set(found.winning) : null,
  });
  $("pool").classList.toggle("back", Boolean(step));
  $("board-link").hidden = !mayAsk;
  $("board-link").href = boardPath(state, look.moves.slice(0, ply));
  coach.explain(found, found?.to_move ? names[found.to_move - 1] : "");
  coach.moved(`${state.round}:${state.history.at(-1).moves.join()}`);
  const asks = now && (yours || !state.you);
  $("hint").disabled = !asks || coach.level === 3;
  $("coach").hidden = !mayAsk;
  $("ladder").hidden = $("hint").hidden = state.state === "over";
  $("coach-title").textContent = state.state === "over" ? t("Verdict") : t("Hints");
  $("typed").hidden = !state.you || !state.turn;
}

function drawActions() {
  const { state } = table;
  const over = state.state === "over";
  const player = Boolean(state.you);
  const { seats, drawn } = state.history.at(-1);
  const mine =
    player && (state.opponent === "here" ? seats.length > drawn : seats.slice(drawn).includes(state.you.seat));
  $("takeback").hidden = !player || over || !state.takebacks;
  $("takeback").disabled = !mine || Boolean(state.offer);
  $("resign").hidden = !player || over;
  // At one device everybody sees whose turn it is.
  $("notices-place").hidden = !player || over || state.opponent === "here";
  const them =
    player && state.turn && !isYou(state, state.turn.participant) && state.participants[state.turn.participant - 1];
  $("claim").hidden = !them || !state.claims || them.here || Boolean(state.offer);
}

function tick() {
  const { state } = table;
  if (!(state?.clock || state?.times) || state.state !== "playing" || !state.turn) return;
  drawClocks($("play"), state, table.left);
}

setInterval(tick, 250);
offerNotices($("notices-place"));
onRules(() => table.state?.game);

/** Take what the address brings: a seat, or an invitation to one. */
function arrive() {
  const found = storage.tokenFromAddress();
  if (found) storage.keepGame(id, found.kind === "seat" ? { token: found.token, you: null } : { invite: found.token });
  return Boolean(found);
}

arrive();
// The same page with another key: a browser does not load it again by itself.
addEventListener("hashchange", () => arrive() && location.reload());
// What came with the page is shown before the line to the server is there.
const told = toldAtOnce(id);
if (told) {
  take(told);
  draw();
  tell(opening());
}
connect(storage.game(id).token ?? null);
