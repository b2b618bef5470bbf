// The page of one game: takes a seat or watches, shows the position, and sends what you do.

import { $, h, say } from "./page.js";
import { t, tn } from "./words.js";
import * as kept from "./kept.js";
import { readGame, readScene, renewToken, takeSeat } from "./api.js";
import { Live } from "./live.js";
import { Pool } from "./pool.js";
import { Coach } from "./coach.js";
import { drawTracks, placesOf, usedIn } from "./tracks.js";
import { drawClocks, drawPlates } from "./plates.js";
import { boardPath, here, shareLink } from "./share.js";
import { onKey } from "./shell.js";
import { onNumber } from "./entry.js";
import { makerText, untilText } from "./presence.js";
import { drawPick } from "./picking.js";
import { onRules } from "./rulesheet.js";
import { noticeTurn, offerNotices } from "./notices.js";
import { drawReactions, heard } from "./reactions.js";
import { recalled, recalledText, remember } from "./remembered.js";
import { isYou, mayPlay, moveText, nameOf, outcomeText, participantIn, plyText, turnText } from "./telling.js";

const id = $("table").dataset.id || location.pathname.split("/")[2]; // offline the page is that of any game
let state = null;
let live = null;
let pool = null;
let step = null; // {round, ply} while looking back, null for now
let leftAt = 0; // when `left` was true
let seen = ""; // the offer that was told
const coach = new Coach(id, () => draw(), (text, bad) => speak(text, bad));

// ---- one line that says what happens

let turnLine = "";

function tell(text, bad = false) {
  $("status").classList.toggle("refused", bad);
  if (state?.turn && !step) $("status").dataset.seat = state.turn.seat;
  else delete $("status").dataset.seat;
  turnLine = text;
  say($("status"), text);
}

/** Words that are seen elsewhere, for those who listen; a refusal is for everybody. */
function speak(text, bad = false) {
  if (bad) tell(text, true);
  else $("status").replaceChildren(turnLine, h("span", { class: "unseen" }, ` ${text}`));
}

// ---- what comes from the server

function take(next) {
  if (state && next.seq < state.seq) return;
  const before = state;
  state = next;
  leftAt = performance.now();
  if (!before || before.id !== next.id) begin();
  if (next.scene.earlier) complete();
  if (next.you) kept.keepGame(id, { title: next.title });
  if (next.seq >= 0) remember(next);
}

// Scenes of other moments than now, by round and moves; null while one is asked for.
const scenes = new Map();

/** The scene of a moment, or null until it has come. */
function sceneAt(round, ply) {
  const { moves } = state.history[round - 1];
  if (round === state.round && ply === moves.length) return state.scene;
  const key = `${round}:${moves.slice(0, ply).join()}`;
  if (!scenes.has(key)) {
    scenes.set(key, null);
    readScene(id, round, ply).then((found) => {
      scenes.set(key, found);
      draw();
    }, () => scenes.delete(key));
  }
  return scenes.get(key);
}

/** Of a long game the server tells only the last moves until somebody asks for all. */
async function complete() {
  const { seq, round, history } = state;
  const { rows } = await readScene(id, round, history.at(-1).moves.length).catch(() => ({}));
  if (!rows) return;
  if (state.seq !== seq) return complete();
  state.scene = { ...state.scene, rows, earlier: 0 };
  draw();
}

/** The scene after a move: what is as before is not told again, and of long rows only the end. */
function sceneAfter({ number, seat, scene }) {
  const before = state.scene;
  const after = { ...before, unused: before.unused.filter((each) => each !== number), ...scene };
  if (scene.earlier <= before.earlier) return after;
  const rows = scene.rows.map((row, at) => {
    const old = before.rows[at];
    if (!placesOf(old, state.history.at(-1), before.earlier)) return row;
    if (row.seat && row.seat !== seat) return { ...row, numbers: old.numbers, joins: old.joins };
    return { ...row, numbers: [...old.numbers, number], joins: [...old.joins, ...row.joins.slice(-1)] };
  });
  return { ...after, rows, earlier: before.earlier };
}

async function refresh() {
  try {
    take(await readGame(id, live.token));
    draw();
  } catch (refusal) {
    tell(refusal.message, true);
  }
}

function happen(event) {
  // It follows from what is shown, unless that is about to be replaced by something newer.
  const plain = event.kind === "move" && !event.outcome && event.legal && event.seq === state.seq + 1;
  const text = event.kind === "move" ? moveText(state, event) : "";
  if (plain) {
    const round = state.history.at(-1);
    state.scene = sceneAfter(event);
    round.moves.push(event.number);
    round.seats.push(event.seat);
    state.seq = event.seq;
    state.legal = event.legal;
    state.left = event.left;
    state.times = event.times ?? null;
    state.offer = null;
    state.turn = { seat: event.turn, participant: participantIn(state, event.turn) };
    if (state.opponent === "here") state.you = state.turn;
    leftAt = performance.now();
    tell(`${text} ${turnText(state)}`);
    draw();
    remember(state);
    return;
  }
  // Anything rarer: the whole state is the simplest truth.
  refresh().then(() => {
    const ended = event.outcome && state.history[event.round - 1];
    const words = [text];
    if (ended?.outcome) words.push(outcomeText(state, ended));
    if (event.kind === "seat") words.push(t("{name} has come.", { name: nameOf(state, 2) }));
    if (event.kind === "takeback-accept") words.push(tn("{n} move is taken back.", "{n} moves are taken back.", event.plies));
    if (event.kind === "takeback-decline") words.push(t("No takeback."));
    if (event.kind === "rematch-decline") words.push(t("No rematch."));
    if (event.kind === "claim-decline" && !isYou(state, event.participant)) words.push(t("{name} is here.", { name: nameOf(state, event.participant) }));
    if (event.kind === "rematch-accept") return follow(event.game);
    words.push(offered() ? offerText() : turnText(state));
    tell(words.filter(Boolean).join(" "));
  });
}

/** Go to the next game: the same tokens play there. */
function follow(next, asked = false) {
  const { token } = kept.game(id);
  if (token) kept.keepGame(next, { token, title: state.title, at: Date.now() });
  if (token || asked) {
    location.href = `/g/${next}`;
  } else {
    tell(t("They play again."));
  }
}

function connect(token) {
  const states = {
    connecting: t("Connecting …"), reconnecting: t("Connection lost. Trying again …"), live: t("Connected"), refused: t("Not connected"),
    busy: t("The server is full just now. Trying again …"),
  };
  live = new Live(id, token, {
    state: (word) => {
      $("link-state").dataset.state = word;
      say($("link-state").querySelector(".words"), states[word]);
      if (word === "reconnecting") apart();
    },
    welcome: (message) => {
      const first = !state;
      const news = state && message.state.seq > state.seq;
      take(message.state);
      draw();
      if (first || news || $("status").classList.contains("refused")) tell(opening());
      if (state.next && kept.game(id).token && message.events.some((event) => event.kind === "rematch-accept")) follow(state.next);
    },
    event: happen,
    presence: (message) => {
      state?.participants.forEach((each, place) => { each.here = message.here[place]; });
      if (!state) return;
      drawPlates($("plates"), state);
      drawActions();
      gates();
      tick();
    },
    reaction: (message) => state && heard(state, message),
    thinking: ({ participant }) => {
      const text = t("{name} is still thinking: the server is busy.", { name: state ? nameOf(state, participant) : "" });
      if (state?.turn?.participant === participant && !step && text !== turnLine) tell(text);
    },
    refused: (refusal) => {
      if (refusal.code === "bad-token" && token) {
        // Perhaps this browser has changed it, and the answer was lost.
        const { renewed = null } = kept.game(id);
        kept.keepGame(id, { token: renewed, renewed: null });
        connect(renewed);
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
  const found = state ? null : recalled(id);
  if (found) {
    take({ ...found.state, seq: -1 }); // whatever comes is newer
    draw();
    tell(recalledText(found.at));
  }
  const number = live?.unsent ?? null;
  if (number !== null) tell(t("{number} is sent as soon as you are connected.", { number }));
}

function missing() {
  kept.forgetGame(id);
  tell(t("There is no game at this address."), true);
  $("table").append(h("p", {}, h("a", { class: "button primary", href: "/" }, t("Start a game"))));
}

// ---- the first sight of a game

function begin() {
  $("title").textContent = state.title;
  const extra = [state.about];
  if (state.rounds > 1) extra.push(tn("{n} round", "{n} rounds", state.rounds));
  if (!state.help) extra.push(t("no help"));
  $("subtitle").textContent = extra.filter(Boolean).join(" · ");
  $("rules-link").href = `/rules/${state.game}`;
  pool = new Pool($("pool"), state.scene.numbers, play);
  $("pool-title").textContent = state.scene.rows.some((row) => row.target !== null) ? t("Tokens") : t("Numbers");
  $("filter-label").hidden = !pool.long;
  $("filter").checked = pool.long && kept.setting("filter", pool.huge);
}

function opening() {
  if (state.state === "open") return state.you ? t("Waiting for your opponent.") : t("A seat is free.");
  if (state.state === "over") return outcomeText(state, state.history.at(-1));
  const watching = state.you ? "" : `${t("You are watching.")} `;
  return watching + (offered() && state.you ? offerText() : turnText(state));
}

// ---- what you do

async function play(number) {
  if (step) return tell(t("You are looking back. Go to now to play."), true);
  if (state.state === "over") return tell(t("The game is over."), true);
  if (!state.you) return tell(t("You are watching."), true);
  if (!mayPlay(state)) return tell(state.pick ? turnText(state) : t("It is not your turn."), true);
  if (!$("table").classList.contains("busy")) await ask({ type: "move", number, after: state.seq, ...spent() });
}

/** The seconds that the player to move has for this turn, if there is a clock. */
const allowed = () => (state.times ? state.times[state.turn.participant - 1] : state.clock);

/** How long you have thought: the way to the server is not your time. */
function spent() {
  if (!allowed() || state.left === null) return {};
  return { spent: Math.max(0, allowed() - state.left + (performance.now() - leftAt) / 1000) };
}

async function ask(request) {
  $("table").classList.add("busy");
  try {
    const answered = live.ask(request);
    if (!live.welcome) apart();
    await answered;
  } catch (refusal) {
    tell(refusal.message, true);
    if (refusal.code === "stale") refresh();
  } finally {
    $("table").classList.remove("busy");
  }
}

onNumber({ play, find: (number) => pool.find(number), refuse: (text) => tell(text, true) });
$("takeback").addEventListener("click", () => ask({ type: "takeback", action: "offer" }));
$("claim").addEventListener("click", () => ask({ type: "claim", action: "offer" }));
$("rematch").addEventListener("click", () => ask({ type: "rematch", action: "offer" }));
$("next-link").addEventListener("click", (event) => {
  event.preventDefault();
  follow(state.next, true);
});
onRules(() => state?.game);
$("resign").addEventListener("click", () => $("sure").showModal());
$("sure").addEventListener("close", () => {
  if ($("sure").returnValue === "yes") ask({ type: "resign" });
  $("sure").returnValue = "";
});
$("filter").addEventListener("change", () => {
  kept.set("filter", $("filter").checked);
  draw();
});
$("verdicts").addEventListener("change", draw);
$("share-button").addEventListener("click", () => {
  const { token, invite } = kept.game(id);
  const parts = [];
  if (state.state === "open" && invite) parts.push(shareLink(t("To play against you"), here(`/g/${id}#invite=${invite}`), t("Takes the second seat, once.")));
  parts.push(shareLink(t("To watch"), here(`/g/${id}`), t("Whoever has this link can only watch.")));
  if (token) {
    const own = h("details", { class: "own-link" }, h("summary", {}, t("To go on yourself on another device")));
    own.addEventListener("toggle", () => {
      if (!own.open || own.childElementCount > 1) return;
      own.append(
        shareLink(t("Your own seat"), here(`/g/${id}#seat=${token}`), t("Keep it to yourself: whoever has it can play for you.")),
        h("button", { type: "button", id: "renew", onclick: renew }, t("Make a new link")),
        h("p", { class: "faint" }, t("If somebody else has it: the old link stops working everywhere.")),
      );
    });
    parts.push(own);
  }
  $("share-body").replaceChildren(...parts);
  $("share-dialog").showModal();
});

async function renew() {
  const token = kept.newToken();
  // Kept before it is sent: if the answer is lost, the seat is not.
  kept.keepGame(id, { renewed: token });
  try {
    await renewToken(id, kept.game(id).token, { id: `token-${token.slice(0, 12)}`, token });
  } catch (refusal) {
    const mine = await readGame(id, token).then((found) => found.you, () => null);
    if (!mine) return tell(refusal.message, true);
  }
  kept.keepGame(id, { token, renewed: null });
  location.reload();
}

// ---- taking the second seat

$("join").addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = $("join-name").value.trim();
  kept.set("name", name);
  const { invite, claim = kept.newToken() } = kept.game(id);
  // Kept before it is sent: if the answer is lost, the seat is not.
  kept.keepGame(id, { claim });
  try {
    await takeSeat(id, invite, { id: `seat-${claim.slice(0, 12)}`, name, token: claim });
  } catch (refusal) {
    const mine = await readGame(id, claim).then((found) => found.you, () => null);
    if (!mine) return tell(refusal.message, true);
  }
  kept.keepGame(id, { token: claim, claim: null, invite: null, at: Date.now() });
  location.reload();
});
$("watch").addEventListener("click", () => {
  $("invited").hidden = true;
  $("play").hidden = false;
});

// ---- stepping through the moves

function looked() {
  const round = step ? step.round : state.round;
  const look = state.history[round - 1];
  return { look, ply: step ? step.ply : look.moves.length };
}

function go(ply, round = looked().look.round) {
  const look = state.history[round - 1];
  const place = Math.max(0, Math.min(ply, look.moves.length));
  step = round === state.round && place === look.moves.length ? null : { round, ply: place };
  draw();
  if (!step) tell(opening());
  else if (!place) tell(t("Before the first move."));
  else {
    const who = look.seats[place - 1] === 1 ? look.first : 3 - look.first;
    tell(t("Move {place} of {count}: {name} played {number}.", { place, count: look.moves.length, name: nameOf(state, who), number: look.moves[place - 1] }));
  }
}

const steps = {
  first: () => go(0), back: () => go(looked().ply - 1), on: () => go(looked().ply + 1), last: () => go(Infinity, state.round),
};
$("steps").addEventListener("click", (event) => {
  const name = event.target.closest("button")?.dataset.step;
  if (name) steps[name]();
});
onKey(",", steps.back);
onKey(".", steps.on);
onKey("h", () => coach.next());
onKey("v", () => {
  if ($("verdicts").disabled) return;
  $("verdicts").checked = !$("verdicts").checked;
  draw();
});

// ---- drawing

function draw() {
  if (!state) return;
  const { look, ply } = looked();
  $("table").dataset.state = state.state;
  // The name of the tab tells those who look elsewhere.
  document.title = `${mayPlay(state) ? "● " : ""}${state.title} · Outnumber`;
  gates();
  drawPlates($("plates"), state);
  tick();
  const scene = sceneAt(look.round, look.moves.length);
  // Where numbers on the table are no moves, only the server knows how they were.
  const then = scene?.rows.every((row) => placesOf(row, look, scene.earlier)) ? null : sceneAt(look.round, ply);
  drawTracks($("tracks"), { state, scene, then, look, ply, go });
  drawSteps(look, ply);
  drawPool(look, ply);
  drawOffer();
  drawPick($("pick"), state, ask);
  drawReactions($("reactions"), state, (reaction) => live.react(reaction));
  noticeTurn(state);
  drawResult();
  drawActions();
}

function gates() {
  const { invite, token } = kept.game(id);
  const free = state.state === "open" && !token && (state.opponent === "open" || invite);
  const waiting = state.state === "open" && Boolean(state.you);
  if (free && $("invited").hidden && $("play").hidden) {
    $("invited").hidden = false;
    const about = { name: nameOf(state, 1), title: state.title, options: state.about };
    $("invited-text").textContent = state.about ? t("{name} wants to play {title} with you ({options}).", about) : t("{name} wants to play {title} with you.", about);
    $("join-name").value = kept.setting("name", "");
  }
  if (!free) $("invited").hidden = true;
  say($("maker"), makerText(state));
  if (waiting && $("waiting").hidden) {
    $("waiting-text").textContent = state.opponent === "open" ? t("Your game is listed for anybody to join, as long as you stay on this page. You can also send the link.") : t("Send this link to your friend. It takes the second seat, once.");
    $("waiting-until").textContent = untilText(state);
    const link = state.opponent === "open" ? here(`/g/${id}`) : invite && here(`/g/${id}#invite=${invite}`);
    $("waiting").querySelector(".share").replaceChildren(link ? shareLink(t("The link"), link) : "");
  }
  $("waiting").hidden = !waiting;
  if (!free && !waiting) $("play").hidden = false;
}

function drawSteps(look, ply) {
  const count = look.moves.length;
  $("ply").textContent = plyText(ply, count);
  for (const button of $("steps").querySelectorAll("[data-step]")) {
    const end = { first: ply === 0, back: ply === 0, on: ply === count, last: !step }[button.dataset.step];
    // Still reached by Tab, so that the focus is not lost at the end of the game.
    button.setAttribute("aria-disabled", String(end));
  }
  $("steps").hidden = !count && state.round === 1;
  const pick = $("round-pick");
  if (state.history.length > 1 && pick.childElementCount !== 1) {
    pick.append(h("select", { "aria-label": t("Round"), onchange: (event) => go(Infinity, Number(event.target.value)) }));
  }
  const select = pick.firstElementChild;
  if (select) {
    if (select.childElementCount !== state.history.length) {
      select.replaceChildren(...state.history.map((each) => h("option", { value: each.round }, t("Round {round}", { round: each.round }))));
    }
    select.value = String(look.round);
  }
}

function drawPool(look, ply) {
  const mayAsk = state.help || state.state === "over";
  $("verdicts").disabled = !mayAsk;
  $("verdicts-label").hidden = !mayAsk;
  if (!mayAsk) $("verdicts").checked = false;
  const now = !step && state.state === "playing";
  const last = sceneAt(look.round, look.moves.length);
  const used = last ? usedIn(look, ply, last.unused) : new Map();
  const found = $("verdicts").checked && state.state !== "open" ? coach.verdict(look.round, ply, look.moves) : null;
  const names = [1, 2].map((seat) => nameOf(state, seat === 1 ? look.first : 3 - look.first));
  const legal = now ? new Set(state.legal) : found ? new Set(found.legal) : state.state === "over" && !step ? new Set() : null;
  const yours = now && mayPlay(state);
  pool.grow(state.legal);
  pool.update({
    legal, used, names, yours, filter: $("filter").checked && legal?.size > 0,
    last: ply ? look.moves[ply - 1] : null, winning: found ? new Set(found.winning) : null,
  });
  $("pool").classList.toggle("back", Boolean(step));
  $("board-link").hidden = !mayAsk;
  $("board-link").href = boardPath(state, look.moves.slice(0, ply));
  coach.explain(found, found?.to_move ? names[found.to_move - 1] : "");
  coach.moved(`${state.round}:${state.history.at(-1).moves.join()}`);
  const asks = now && (yours || !state.you);
  $("hint").disabled = !asks || coach.level === 3;
  $("coach").hidden = !mayAsk || (state.state === "over" && !found);
  $("ladder").hidden = state.state === "over";
  $("hint").hidden = state.state === "over";
  $("coach-title").textContent = state.state === "over" ? t("Verdict") : t("Hints");
  $("typed").hidden = !state.you || state.state !== "playing";
}

/** Whether there is something to answer; to a claim the server answers that somebody is here. */
const offered = () => state.offer && state.opponent !== "here" && state.offer.kind !== "claim" && !isYou(state, state.offer.participant);

function offerText() {
  const name = nameOf(state, state.offer.participant);
  if (state.offer.kind === "rematch") return t("{name} wants a rematch.", { name });
  return tn("{name} asks to take back {n} move.", "{name} asks to take back {n} moves.", state.offer.plies, { name });
}

function drawOffer() {
  const place = $("offer");
  const key = state.offer ? `${state.seq}${state.offer.kind}` : "";
  place.hidden = !state.you || state.opponent === "here" || !(offered() || (state.offer && isYou(state, state.offer.participant)));
  if (place.hidden || key === seen) {
    seen = key;
    return;
  }
  seen = key;
  const { kind, participant } = state.offer;
  const answer = (action, label, style = "") => h("button", { type: "button", class: style, "data-answer": action, onclick: () => ask({ type: kind, action }) }, label);
  if (kind === "claim") {
    const { seconds } = state.offer;
    const win = answer("accept", t("Claim the win"), "primary");
    const text = tn("If {name} is not back in {n} second, you can claim the win.", "If {name} is not back in {n} seconds, you can claim the win.", Math.ceil(seconds), { name: nameOf(state, 3 - participant) });
    win.disabled = true;
    setTimeout(() => { win.disabled = false; }, seconds * 1000);
    place.replaceChildren(h("p", {}, text), win, answer("decline", t("Withdraw")));
  } else if (isYou(state, participant)) {
    place.replaceChildren(h("p", {}, kind === "rematch" ? t("You asked for a rematch.") : t("You asked to take back.")), answer("decline", t("Withdraw")));
  } else {
    place.replaceChildren(h("p", {}, offerText()), answer("accept", t("Accept"), "primary"), answer("decline", t("Decline")));
  }
}

function drawResult() {
  const place = $("result");
  place.hidden = state.state !== "over";
  if (place.hidden) return;
  const outcome = state.history.at(-1).outcome;
  const best = state.rounds > 1 ? state.champion : outcome.participant;
  place.dataset.won = state.you && best ? (isYou(state, best) ? "yes" : "no") : "";
  const short = { yes: t("You win!"), no: t("You lose.") }[place.dataset.won];
  $("result-text").textContent = short ?? (best ? t("{name} wins.", { name: nameOf(state, best) }) : t("Nobody is champion."));
  $("result-score").hidden = state.rounds === 1;
  const [one, two] = state.score;
  $("result-score").textContent = `${nameOf(state, 1)} ${one} : ${two} ${nameOf(state, 2)}`;
  $("next-link").hidden = !state.next;
  if (state.next) $("next-link").href = `/g/${state.next}`;
}

function drawActions() {
  const over = state.state === "over";
  const player = Boolean(state.you);
  const { seats, drawn } = state.history.at(-1);
  const mine = player && (state.opponent === "here" ? seats.length > drawn : seats.slice(drawn).includes(state.you.seat));
  $("takeback").hidden = !player || over || !state.takebacks;
  $("takeback").disabled = !mine || Boolean(state.offer);
  $("resign").hidden = !player || over;
  const them = player && state.turn && !isYou(state, state.turn.participant) && state.participants[state.turn.participant - 1];
  $("claim").hidden = !them || !state.claims || them.here || Boolean(state.offer);
  $("rematch").hidden = !player || !over || Boolean(state.next);
  $("rematch").disabled = Boolean(state.offer);
}

function tick() {
  if (!(state?.clock || state?.times) || state.state !== "playing" || !state.turn) return;
  // A computer's clock stands still.
  const left = state.left === null ? allowed() : state.left - (performance.now() - leftAt) / 1000;
  drawClocks($("plates"), state, left);
}

setInterval(tick, 250);
offerNotices($("notices-place"));

const found = kept.tokenFromAddress();
if (found) kept.keepGame(id, found.kind === "seat" ? { token: found.token } : { invite: found.token });
connect(kept.game(id).token ?? null);
