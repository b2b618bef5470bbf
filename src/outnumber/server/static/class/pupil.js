// A line on every page that a child opens during a class, with the child's name and task. It follows the teacher's
// tasks and reports to the teacher which page the child is on.

import { at, path } from "../shared/address.js";
import { h, part } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { read, remove, write } from "../shared/storage.js";
import { breakable, picture } from "./animals.js";
import { AGAIN, countdown, listen, over, post } from "./class_api.js";

/** @import { Membership } from "./class_api.js" */
/**
 * A report to the teacher: the child's place, or whether a puzzle was solved.
 * @typedef {{ place: string, what: string, step?: string, stuck?: number, solved?: boolean }} Report
 */

const KEY = "class";
const RETRIED = ["offline", "storage", "server-stopping", "server-busy", "too-many-requests"];

/**
 * The child's membership of a class, and the last task whose page was opened.
 * @type {Membership & { done: string }}
 */
let membership;
/** @type {api.PupilModel | null} */
let known = null;
/** @type {ReturnType<typeof drawLine>} */
let line;

function drawLine() {
  const left = h("b", { class: "left", role: "timer" });
  const made = {
    face: h("span", { class: "face" }),
    name: h("b", {}),
    setTimer: countdown(left),
    task: h("a", { class: "button", href: at("/join"), hidden: true }, t("Go to your task")),
    hand: h("button", { "aria-pressed": "false", onclick: raiseHand }, t("I need help")),
    trouble: h("span", { role: "status" }),
  };
  const sheet = new URL("../../../styles/pupil.css", import.meta.url).href;
  // A child's pages have an empty strip of the same height, so nothing moves; a page on which it joins has none.
  const strip =
    document.getElementById("strip") ?? h("aside", { class: "strip", id: "strip", "aria-label": t("Class") });
  if (!strip.isConnected) part(document, "header.top").after(strip);
  const fill = () =>
    strip.append(
      h("a", { href: at("/join") }, made.face, made.name),
      made.trouble,
      left,
      h("span", {}, made.task, made.hand),
    );
  document.head.append(h("link", { rel: "stylesheet", href: sheet, onload: fill, onerror: fill }));
  return made;
}

/**
 * Show the line, and report the events collected so far; later events are reported as they occur.
 * @param {Event[]} events
 */
export function begin(events) {
  membership = read(KEY, null);
  if (!membership || line) return;
  line = drawLine();
  listen(membership, "/me", show, lost, (away) => {
    line.trouble.textContent = away ? t("Reconnecting …") : "";
  });
  for (const event of events) hear(event);
  events.push = (...more) => {
    for (const event of more) hear(event);
    return 0;
  };
  if (!events.length) report(placeOfPage());
}

/** @param {api.PupilModel} pupil */
function show(pupil) {
  const { task } = pupil;
  if (known?.animal !== pupil.animal) line.face.replaceChildren(picture(pupil.animal));
  known = pupil;
  line.name.textContent = pupil.name;
  line.setTimer(pupil.left);
  line.trouble.textContent = pupil.opponent_left
    ? t("Your opponent has left. If they do not come back in a moment, you continue without them.")
    : "";
  line.hand.setAttribute("aria-pressed", String(pupil.hand));
  const asks = pupil.question && pupil.chosen === null && !isHere(at("/join"));
  line.task.hidden = !asks && (!task?.link || isHere(task.link));
  line.task.textContent = asks ? t("Answer the question") : t("Go to your task");
  line.task.setAttribute("href", asks ? at("/join") : (task?.link ?? at("/join")));
  dispatchEvent(new CustomEvent("outnumber:class", { detail: pupil }));
  const key = task ? `${task.number} ${task.link?.split("#")[0] ?? ""}` : "";
  if (!task || key === membership.done) return;
  // The page follows each task, and each new game, once; after that the child may browse freely.
  membership.done = key;
  write(KEY, membership);
  if (task.link && !isHere(task.link)) location.href = task.link;
}

/**
 * Leave this page, whose game may have been deleted, for the page that says the lesson is over.
 * @param {any} [refusal]
 */
function lost(refusal) {
  // In the meantime, another window may have joined as a different child.
  if (read(KEY, null)?.token === membership.token) remove(KEY);
  const ended = refusal?.code === "no-such-class";
  history.replaceState(ended ? known : null, "", ended ? at("/join#over") : at("/join"));
  location.reload();
}

/** @param {string} link */
const isHere = (link) => link.split("#")[0] === location.pathname + location.search;

async function raiseHand() {
  const up = line.hand.getAttribute("aria-pressed") !== "true";
  try {
    show(await post(membership, "hand", { up }));
  } catch (refusal) {
    if (over(refusal)) lost(refusal);
  }
}

/**
 * The child's place, for pages that do not report it themselves.
 * @returns {Report}
 */
function placeOfPage() {
  const [, first, second = ""] = path().split("/");
  if (first === "g") return { place: "game", what: second, step: "" };
  if (first === "puzzles" && second) return { place: "puzzle", what: second, step: "" };
  if (first === "learn" && second) return { place: "lesson", what: second, step: "" };
  return { place: "class", what: "", step: "" };
}

/** @param {Event} event */
function hear(event) {
  const { type, detail } = /** @type {CustomEvent} */ (event);
  if (type === "outnumber:step") {
    const { lesson, step, stuck } = detail;
    report({ place: "lesson", what: String(lesson), step: String(step), stuck: Number(stuck) || 0 });
    return;
  }
  report({ place: "puzzle", what: detail.game, step: String(detail.number), stuck: detail.wrong });
  if (detail.solved !== null) report({ place: "puzzle", what: detail.id, solved: detail.solved });
}

/**
 * Queued reports, sent one at a time and retried after a failure; the server counts each once.
 * @type {Report[]}
 */
const queue = [];
/** @type {Report | null} */
let place = null;
let last = "";
// A child who returns to this window is active again.
document.addEventListener("visibilitychange", () => {
  if (document.hidden || !place) return;
  last = "";
  report(place);
});

/** @param {Report} what */
function report(what) {
  if (what.solved === undefined) place = what;
  const text = JSON.stringify(what);
  if (text === last) return;
  last = text;
  queue.push(what);
  if (queue.length === 1) send();
}

async function send() {
  if (!queue.length) return;
  try {
    show(await post(membership, "report", queue[0]));
  } catch (/** @type {any} */ refusal) {
    if (over(refusal)) return;
    if (RETRIED.includes(refusal.code)) {
      setTimeout(send, AGAIN);
      return;
    }
  }
  queue.shift();
  send();
}

// The picture and the name of an animal, for the page on which children join.
export const drawAnimal = picture;
export const drawName = breakable;
/**
 * Answer the question on the projector.
 * @param {number} answer
 */
export const vote = async (answer) => show(await post(membership, "vote", { answer }));
export const leave = async () => {
  await post(membership, "leave").catch(() => {});
  lost();
};
