// The page of one game: joins or watches it, shows the position, and sends the player's actions.

import { at, path } from "../shared/address.js";
import { hint, readGame, verdict } from "../shared/api.js";
import { Board } from "../shared/board/board.js";
import { explain, Hints } from "../shared/board/hints.js";
import { celebrate, placeOf, shake, travel } from "../shared/board/motion.js";
import { drawClocks, drawPlayers } from "../shared/board/players.js";
import { placesOf } from "../shared/board/rows.js";
import { drawRounds, drawSteps, onSteps } from "../shared/board/steps.js";
import { $, closest, h, onSure, part, parts, say, speakIn, tellIn } from "../shared/dom.js";
import { t, tn } from "../shared/language.js";
import { onRules } from "../shared/rules_sheet.js";
import { isYou, moveText, nameOf, playerOf, toReader, turnText } from "../shared/sentences.js";
import { boardPath } from "../shared/share.js";
import { onKey } from "../shared/shell.js";
import { sound, soundButton } from "../shared/sound.js";
import * as storage from "../shared/storage.js";
import { Answers } from "./answers.js";
import { Connection } from "./connection.js";
import { recalled, recalledText, remember } from "./game_cache.js";
import { GameState, toldAtOnce } from "./game_state.js";
import { Invitation, tooLate } from "./invitation.js";
import { noticeTurn, offerNotices } from "./notifications.js";
import { drawOffer, offered, offerText } from "./offers.js";
import { drawPick } from "./pick_seat.js";
import { drawReactions, showReaction } from "./reactions.js";
import { drawPause, drawResult, onShare } from "./result.js";

/** @import { GameView } from "../shared/board/position.js" */

const BLOCK = 0.12; // seconds between the sound of the last move, of the block and of the win
const THINKING = 500; // minimum milliseconds for a computer's move, so that the player sees it being played
const page = $("table");
const status = $("status");
const verdictsOn = $("verdicts", HTMLInputElement);
const hintButton = $("hint", HTMLButtonElement);
const rulesLink = $("rules-link", HTMLAnchorElement);

const id = page.dataset.id || path().split("/")[2]; // all games share the offline page, so it has no id
const game = new GameState(id, draw);
/** @type {Answers<api.VerdictModel>} */
const verdicts = new Answers(draw, refuse);
const hints = new Hints(hintButton, $("ladder"), {
  ask: (level) => hint(id, level, storage.game(id).token),
  spoke: (text, bad) => (bad ? refuse(text) : speakIn(status, text)),
});
const board = new Board(
  { rows: $("tracks"), pool: $("pool"), typed: $("typed", HTMLFormElement), filter: $("filter-label") },
  { play, go, refuse, leave: () => board.pool.focus(), filtered: (on) => storage.set("filter", on) },
);
const invitation = new Invitation(
  id,
  { invited: $("invited"), waiting: $("waiting"), play: $("play"), dialog: $("share-dialog", HTMLDialogElement) },
  refuse,
);
/** @type {Connection | null} */
let connection = null;
/** @type {{ round: number, ply: number } | null} */
let step = null; // the moment being reviewed; null for the current position
let paused = 0; // the finished round that is still on screen before the next one, or 0
/** @type {number | null} */
let pending = null; // the number that has been sent but not acknowledged
let coaching = false; // whether hints have been available since the page was opened
let shownAt = 0; // when the last move was shown
let queue = Promise.resolve(); // events are shown one after another

// ---- the status line

/**
 * @param {string} text
 * @param {boolean} [bad]
 */
function tell(text, bad = false) {
  status.classList.toggle("long", text.length > 60);
  tellIn(status, text, bad, step ? null : game.state?.turn?.seat);
}

/** @param {string} text */
function refuse(text) {
  tell(text, true);
}

// ---- messages from the server

/** @param {api.State} next */
function take(next) {
  const first = !game.state;
  game.take(next);
  if (first) begin();
  if (next.you) storage.keepGame(id, { title: next.title, you: next.you.participant });
  if (next.seq >= 0) remember(next);
}

const refresh = () =>
  readGame(id, connection?.token)
    .then(take)
    .then(draw)
    .catch(({ message }) => refuse(message));

/** @param {api.Event} event */
const isMoveOfComputer = ({ kind, participant }) =>
  kind === "move" && game.now.participants[participant - 1]?.plays !== "human";

/**
 * Show one event after another; a computer's move appears after a short delay.
 * @param {api.Event} event
 */
function happen(event) {
  queue = queue
    .then(async () => {
      const wait = isMoveOfComputer(event) ? shownAt + THINKING - performance.now() : 0;
      if (wait > 0)
        await new Promise((done) => {
          setTimeout(done, wait);
        });
      await show(event);
    })
    .catch((error) => reportError(error));
}

/** @param {api.Event} event */
async function show(event) {
  const text = event.kind === "move" ? moveText(game.now, event) : "";
  const from = placeOf(board.pool.buttons.get(event.number ?? Number.NaN));
  shownAt = performance.now();
  if (game.follow(event)) {
    remember(game.now);
    draw();
    if (paused) return;
    tell(`${text} ${turnText(game.now)}`);
    return land(from);
  }
  // An earlier response may already have included this event.
  if (event.seq > game.now.seq) await refresh();
  const state = game.now;
  const ended = event.outcome && state.history[event.round - 1];
  const words = [text, ended?.outcome ? toReader(state, ended.told) : "", newsText(state, event)];
  // The page already shows your own help.
  if (event.kind === "help" && isYou(state, event.participant)) return;
  if (event.kind === "rematch-accept") return follow(event.game);
  // The result of a round stays on screen until you continue; the game's result appears even while you review moves.
  const more = state.round > event.round;
  if (ended?.outcome && (more || !paused)) {
    paused = more ? event.round : 0;
    step = more ? { round: paused, ply: ended.moves.length } : null;
    draw();
  }
  if (!paused) words.push(nextText(state));
  if (!paused || ended) tell(words.filter(Boolean).join(" "));
  land(from);
  if (ended?.outcome) finish(ended.outcome);
}

/**
 * Describe an event that is not a move.
 * @param {api.State} state
 * @param {api.Event} event
 */
function newsText(state, { kind, participant, plies = 0 }) {
  if (kind === "seat") return t("{name} has joined.", { name: nameOf(state, 2) });
  if (kind === "takeback-accept") return tn("{n} move undone.", "{n} moves undone.", plies);
  if (kind === "takeback-decline") return t("Takeback declined.");
  if (kind === "rematch-decline") return t("Rematch declined.");
  if (kind === "claim-decline" && !isYou(state, participant))
    return t("{name} is here.", { name: nameOf(state, participant) });
  if (kind === "help") return t("{name} is using hints.", { name: nameOf(state, participant) });
  return "";
}

/**
 * Describe what is expected of the player: a response to an offer, or a move.
 * @param {api.State} state
 */
function nextText(state) {
  const offer = offered(state);
  return offer ? offerText(state, offer) : turnText(state);
}

/**
 * Animate the number that was played as it moves to its place.
 * @param {DOMRect | null} from
 */
function land(from) {
  if (!from) return;
  const { round, ply } = looked();
  travel(parts(board.places.rows, `[data-ply="${ply}"]`)[0], from);
  sound(round.seats[ply - 1] === 1 ? "one" : "two");
}

/**
 * A round has ended: move the keyboard focus to the button that continues.
 * @param {api.OutcomeModel} outcome
 */
function finish({ participant, reason }) {
  const { you, scene } = game.now;
  const won = !you || participant === you.participant;
  if (reason === "no-move") sound("block", BLOCK);
  if (won) sound("win", 2 * BLOCK);
  if (won && you && !paused) celebrate(scene.numbers);
  const way = $(paused ? "go-on" : "result");
  $(paused ? "pause-text" : "result-text").scrollIntoView({ block: "nearest" });
  const at = document.activeElement;
  if (at === document.body || $("desk").contains(at) || $("coach").contains(at)) way.focus({ preventScroll: true });
}

/**
 * Open the next game, which the same tokens can play; spectators follow only if they asked to.
 * @param {string | null | undefined} next
 * @param {boolean} [asked]
 */
function follow(next, asked = false) {
  if (!next) return;
  const { token, you } = storage.game(id);
  if (token) storage.keepGame(next, { token, you, title: game.now.title, at: Date.now() });
  if (token || asked) {
    location.href = at(`/g/${next}`);
  } else {
    tell(t("They are playing a rematch."));
  }
}

/** @param {string | null} token */
function connect(token) {
  const states = {
    connecting: t("Connecting …"),
    reconnecting: t("Connection lost. Reconnecting …"),
    live: t("Connected"),
    refused: t("Not connected"),
    busy: t("The server is full at the moment. Retrying …"),
    offline: t("You are offline."),
  };
  connection = new Connection(id, token, {
    state: (word) => {
      $("link-state").dataset.state = word;
      say(part($("link-state"), ".words"), states[word]);
      if (word === "reconnecting" || word === "offline") apart();
    },
    welcome: (message) => {
      const before = game.state;
      const news = before && (message.state.seq > before.seq || Boolean(before.you) !== Boolean(message.state.you));
      take(message.state);
      draw();
      if (!paused && (!before || news || status.classList.contains("refused"))) tell(opening());
      if (news && !paused && game.now.state === "over") {
        goNow();
        $("result-text").scrollIntoView({ block: "nearest" });
      }
      const rematch = message.events.some((event) => event.kind === "rematch-accept");
      if (rematch && storage.game(id).token) follow(game.now.next);
    },
    event: happen,
    presence: (message) => {
      if (!game.state) return;
      for (const [place, each] of game.state.participants.entries()) each.here = message.here[place];
      drawSeats();
      drawActions();
      invitation.draw(game.state);
      tick();
    },
    reaction: (message) => game.state && showReaction($("said"), game.state, message),
    thinking: ({ participant }) => {
      const { state } = game;
      if (state?.turn?.participant === participant && !step)
        tell(t("{name} is still thinking: the server is busy.", { name: nameOf(state, participant) }));
    },
    refused: (refusal) => {
      if (refusal.code === "bad-token" && token) {
        // This browser may have just replaced the token, or the response to that request may have been lost.
        const { token: newer, renewed } = storage.game(id);
        const next = renewed ?? (newer === token ? null : newer) ?? null;
        storage.keepGame(id, { token: next, renewed: null });
        connect(next);
      } else if (refusal.code === "no-such-game") {
        missing();
      } else {
        refuse(refusal.message);
      }
    },
  });
}

/** Offline: say which move is waiting to be sent, and show the cached game if the page is empty. */
function apart() {
  const found = game.state ? null : recalled(id);
  if (found) {
    take({ ...found.state, seq: -1 }); // any state from the server is newer
    draw();
    tell(recalledText(found.at));
  }
  const number = pending ?? connection?.unsent ?? null;
  if (number !== null) tell(t("Your move {number} will be sent when you reconnect.", { number }));
}

/** The game does not exist. Runs once, although the server reports it again when it closes the connection. */
function missing() {
  if (page.dataset.state === "missing") return;
  page.dataset.state = "missing";
  storage.forgetGame(id);
  // The game was deleted during a lesson: the lesson is over, and the class line is about to say so.
  const ended = Boolean(game.state && document.getElementById("strip"));
  game.state = null;
  $("play").hidden = true;
  tell(ended ? t("The game is over.") : t("There is no game at this address."), !ended);
  // There is no game to connect to.
  $("link-state").hidden = true;
  page.append(h("p", { class: "onward" }, h("a", { class: "button primary", href: at("/") }, t("Start a game"))));
}

// ---- joining, and the settings of a game

/**
 * The settings of the game, shown to both players.
 * @param {api.State} state
 */
function terms(state) {
  const words = [state.about];
  if (state.rounds > 1) words.push(tn("{n} round", "{n} rounds", state.rounds));
  if (!state.help) words.push(t("no hints"));
  else if (["open", "invite", "here"].includes(state.opponent))
    words.push(state.helped?.length ? t("hints used") : t("hints allowed"));
  return words.filter(Boolean).join(" · ");
}

function begin() {
  const state = game.now;
  $("title").textContent = state.title;
  rulesLink.href = at(`/rules/${state.game}`);
  board.pool.lay(state.scene.numbers);
  board.filter(storage.setting("filter", board.pool.huge));
}

function opening() {
  const state = game.now;
  if (state.state === "open" && state.you) return t("Waiting for your opponent.");
  if (state.state === "open")
    return state.opponent === "open" || storage.game(id).invite
      ? t("A seat is free.")
      : t("Waiting for the invited player. You are watching.");
  if (state.state === "over") return toReader(state, game.round.told);
  if (tooLate(state)) return `${t("This seat is already taken. You are watching.")} ${turnText(state)}`;
  return state.you ? nextText(state) : `${t("You are watching.")} ${turnText(state)}`;
}

// ---- actions

/** @param {number} number */
async function play(number) {
  const { state } = game;
  if (!state) return;
  if (step) return refuse(t("You are viewing an earlier position. Return to the current one to play."));
  if (state.state === "over") return refuse(t("The game is over."));
  if (!state.you) return refuse(t("You are watching."));
  if (!game.yours) return refuse(state.pick ? turnText(state) : t("It is not your turn."));
  if (pending !== null) return;
  pending = number;
  draw();
  await ask({ type: "move", number, after: state.seq, ...game.spent });
  pending = null;
  draw();
}

/** @param {{ type: string, [more: string]: any }} request */
async function ask(request) {
  if (!connection) return;
  page.classList.add("busy");
  try {
    const answered = connection.ask(request);
    if (!connection.welcome) apart();
    await answered;
    await queue;
  } catch (/** @type {any} */ refusal) {
    refuse(refusal.message);
    const tile = board.pool.buttons.get(request.number);
    if (tile) shake(tile);
    sound("block");
    if (refusal.code === "stale") refresh();
  } finally {
    page.classList.remove("busy");
  }
}

for (const type of ["takeback", "claim", "rematch"])
  $(type).addEventListener("click", () => ask({ type, action: "offer" }));
$("next-link").addEventListener("click", (event) => {
  event.preventDefault();
  follow(game.now.next, true);
});
onSure($("resign"), $("sure", HTMLDialogElement), () => ask({ type: "resign" }));
verdictsOn.addEventListener("change", draw);
$("go-on").addEventListener("click", () => {
  goNow();
  if ($("pick").hidden) board.pool.focus();
  else part($("pick"), "button").focus();
});
$("share-button").addEventListener("click", () => game.state && invitation.share(game.state));
onShare($("result"), () => game.state);

// ---- reviewing moves

/** The round and the ply shown on the board. */
function looked() {
  const round = step ? game.now.history[step.round - 1] : game.round;
  return { round, ply: step ? step.ply : round.moves.length };
}

/**
 * @param {number} ply
 * @param {number} [number] of the round
 */
function go(ply, number = looked().round.round) {
  const state = game.now;
  const round = state.history[number - 1];
  const place = Math.max(0, Math.min(ply, round.moves.length));
  step = number === state.round && place === round.moves.length ? null : { round: number, ply: place };
  paused = 0;
  draw();
  if (!step) tell(opening());
  else if (!place) tell(t("Before the first move."));
  else {
    tell(
      t("Move {place} of {count}: {name} played {number}.", {
        place,
        count: round.moves.length,
        name: playerOf(state, round, round.seats[place - 1]),
        number: round.moves[place - 1],
      }),
    );
  }
}

const goNow = () => go(Infinity, game.now.round);

onSteps(
  $("steps"),
  () => (game.state ? looked().ply : 0),
  (ply) => game.state && (ply === Infinity ? goNow() : go(ply)),
);
onKey("h", () => hints.next());
onKey("v", () => {
  if (verdictsOn.disabled) return;
  verdictsOn.checked = !verdictsOn.checked;
  draw();
});

// ---- drawing

/** You are shown at the bottom and your opponent at the top; for spectators, Player 2 is at the top. */
function drawSeats() {
  const { round } = looked();
  /** @type {GameView} */
  let state = game.now;
  if (round.round !== state.round) {
    // An earlier round: the players keep the seats they had then, and neither is to move.
    const participants = state.participants.map((each) => ({
      ...each,
      seat: each.participant === round.first ? 1 : 2,
    }));
    state = {
      ...state,
      participants,
      you: state.you && { ...state.you, seat: participants[state.you.participant - 1].seat },
      turn: null,
      state: "past",
    };
  }
  const below = state.opponent === "here" ? 1 : (state.you?.seat ?? 1);
  // Until you have moved, the computer says something about itself.
  const moved = round.seats.slice(round.drawn).includes(below);
  drawPlayers($("them"), state, [3 - below], moved || !state.turn ? "" : page.dataset.line);
  drawPlayers($("us"), state, [below]);
  // Against the computer, the status line already says all about you.
  $("us").classList.toggle("plain", !state.clock && !state.times && state.rounds === 1 && Boolean(page.dataset.line));
}

function draw() {
  const { state } = game;
  if (!state) return;
  const { round, ply } = looked();
  page.dataset.state = state.state;
  // The tab's title shows that it is your turn while you are on another tab.
  document.title = `${game.yours ? "● " : ""}${state.title} · Outnumber`;
  say($("subtitle"), terms(state));
  invitation.draw(state);
  drawSeats();
  tick();
  drawSteps($("steps"), ply, round.moves.length, !step);
  drawRounds($("round-pick"), state, round.round, go);
  drawBoard(state, round, ply);
  drawOffer($("offer"), state, ask);
  drawPick($("pick"), state, Boolean(step), ask);
  drawReactions($("reactions"), state, (reaction) => connection?.react(reaction) ?? false);
  noticeTurn(state);
  drawPause($("pause"), state, paused);
  drawResult($("result"), state, Boolean(step));
  $("desk").classList.toggle("covered", Boolean(paused) || (state.state === "over" && !step));
  drawActions();
}

/**
 * @param {number} round
 * @param {number[]} moves
 */
const verdictOn = (round, moves) =>
  verdicts.about(round, moves, async () => {
    const found = await verdict(id, round, moves.length, storage.game(id).token);
    // After a takeback, a different position can have the same number of moves.
    return found.moves.join() === moves.join() ? found : null;
  });

/**
 * @param {api.State} state
 * @param {api.RoundModel} round
 * @param {number} ply
 */
function drawBoard(state, round, ply) {
  const over = state.state === "over";
  const mayAsk = state.help || over;
  verdictsOn.disabled = !mayAsk;
  if (!mayAsk) verdictsOn.checked = false;
  const shown = round.moves.slice(0, ply);
  const now = !step && state.state === "playing";
  const yours = now && game.yours;
  const found = verdictsOn.checked && state.state !== "open" ? verdictOn(round.round, shown) : null;
  const scene = game.sceneAt(round.round, round.moves.length);
  // If rows contain numbers that are not moves, only the server knows the earlier rows.
  const then = scene?.rows.every((row) => placesOf(row, round, scene.earlier)) ? null : game.sceneAt(round.round, ply);
  const legal = now ? state.legal : (found?.legal ?? (over && !step ? [] : null));
  board.show(
    state,
    { round, ply, scene, then },
    {
      legal: legal && new Set(legal),
      yours,
      pending,
      winning: found ? new Set(found.winning) : null,
    },
  );
  board.places.pool.classList.toggle("back", Boolean(step));
  const link = $("board-link", HTMLAnchorElement);
  link.hidden = !mayAsk;
  link.href = boardPath(state, shown);
  explain($("why"), found, found?.to_move ? playerOf(state, round, found.to_move) : "");
  // Reserve the space before the verdict arrives, so that it shifts nothing.
  if (now && verdictsOn.checked) $("why").hidden = false;
  hints.moved(`${state.round}:${game.round.moves.join()}`);
  hintButton.disabled = !now || !(yours || !state.you) || hints.level === 3;
  // Once a game that was open here is over, the style sheet makes hints invisible and reserves their space.
  if (!over) coaching = mayAsk;
  $("ladder").hidden = $("coach-title").hidden = hintButton.hidden = !coaching;
  $("verdicts-label").hidden = !mayAsk;
  $("typed").hidden = !state.you || !state.turn;
}

function drawActions() {
  const state = game.now;
  const over = state.state === "over";
  const { you } = state;
  const own = game.round.seats
    .slice(game.round.drawn)
    .filter((seat) => state.opponent === "here" || seat === you?.seat);
  const takeback = $("takeback", HTMLButtonElement);
  takeback.hidden = !you || over || !state.takebacks;
  takeback.disabled = !own.length || Boolean(state.offer);
  $("resign").hidden = !you || over;
  // With two people at one device, both see whose turn it is, so the turn needs no notification.
  $("notices-place").hidden = !you || over || state.opponent === "here";
  const them =
    you && state.turn && !isYou(state, state.turn.participant) && state.participants[state.turn.participant - 1];
  $("claim").hidden = !them || !state.claims || them.here || Boolean(state.offer);
  $("coach").hidden = ["hint", "why", "takeback", "claim"].every((each) => $(each).hidden);
}

function tick() {
  const { state } = game;
  if (!(state?.clock || state?.times) || state.state !== "playing" || !state.turn) return;
  drawClocks($("play"), state, game.left);
}

soundButton(document.getElementById("sounds"));
setInterval(tick, 250);
offerNotices($("notices-place"));
onRules(rulesLink, () => game.state?.game);
$("help-too").addEventListener("click", () => $("help", HTMLDialogElement).showModal());
// In the menu, only switches leave it open.
$("actions").addEventListener("click", (event) => closest(event, "button, a") && $("actions").hidePopover?.());

/** Read the token in the address: it gives a seat or an invitation. */
function arrive() {
  const found = storage.tokenFromAddress();
  if (found) storage.keepGame(id, found.kind === "seat" ? { token: found.token, you: null } : { invite: found.token });
  return Boolean(found);
}

arrive();
// Only the part after # changed, so the browser does not reload the page by itself.
addEventListener("hashchange", () => arrive() && location.reload());
// Show the state embedded in the page until the connection is ready.
const told = toldAtOnce(id, document.getElementById("now"));
if (told) {
  take(told);
  draw();
  tell(opening());
}
connect(storage.game(id).token ?? null);
