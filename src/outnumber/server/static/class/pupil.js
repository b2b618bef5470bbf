// On every page of a child in a class: a line that says who it is and what to do, where it goes when the teacher starts something, and what the teacher hears.

import { h } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { read, remove, write } from "../shared/storage.js";
import { countdown, deed, listen, over } from "./class_api.js";

const KEY = "class";
let kept = null;
let last = "";
let strip = null;
let setTimer = () => {};

/** Begin, with what the page has told already. */
export function begin(heard) {
  kept = read(KEY, null);
  if (!kept || strip) return;
  const left = h("b", { class: "left", role: "timer" });
  setTimer = countdown(left);
  strip = {
    name: h("b", {}),
    left,
    task: h("a", { class: "button", href: "/join" }, t("To your task")),
    hand: h("button", { type: "button", "aria-pressed": "false", onclick: raise }, t("I need help")),
    trouble: h("span", { role: "status" }),
  };
  document.head.append(
    h("link", { rel: "stylesheet", href: new URL("../../../styles/pupil.css", import.meta.url).href }),
  );
  document
    .querySelector("header.top")
    .after(
      h(
        "div",
        { class: "strip", id: "strip" },
        h("a", { href: "/join" }, strip.name),
        strip.trouble,
        left,
        h("span", {}, strip.task, strip.hand),
      ),
    );
  listen(kept, "/me", told, lost, (away) => {
    strip.trouble.textContent = away ? t("Connecting again …") : "";
  });
  heard.forEach(hear);
  heard.push = hear;
  if (!heard.length) report(hereNow());
}

function told(next) {
  strip.name.textContent = next.name;
  setTimer(next.left);
  strip.trouble.textContent = next.opponent_left
    ? t("Your opponent has left. If they do not come back, you can claim the win.")
    : "";
  strip.hand.setAttribute("aria-pressed", String(next.hand));
  strip.task.hidden = !next.task?.link || here(next.task.link);
  if (next.task?.link) strip.task.href = next.task.link;
  dispatchEvent(new CustomEvent("outnumber:class", { detail: next }));
  if (!next.task || next.task.number === kept.done) return;
  // Whatever the teacher starts, everybody goes there once.
  kept.done = next.task.number;
  write(KEY, kept);
  if (next.task.link && !here(next.task.link)) location.href = next.task.link;
}

/** Leave this page, whose game may be deleted, for the page that says the lesson is over. */
function lost(refusal) {
  // Another window may have joined as another child since.
  if (read(KEY, null)?.token === kept.token) remove(KEY);
  history.replaceState(null, "", refusal?.code === "no-such-class" ? "/join#over" : "/join");
  location.reload();
}

const here = (link) => link.split("#")[0] === location.pathname + location.search;

async function raise() {
  const up = strip.hand.getAttribute("aria-pressed") !== "true";
  try {
    told(await deed(kept, "hand", { up }));
  } catch (refusal) {
    if (over(refusal)) lost(refusal);
  }
}

/** Where this page is, where it does not tell itself. */
function hereNow() {
  const [, first, second = ""] = location.pathname.split("/");
  if (first === "g") return { place: "game", what: second, step: "" };
  if (first === "puzzles" && second) return { place: "puzzle", what: second, step: "" };
  if (first === "learn" && second) return { place: "lesson", what: second, step: "" };
  return { place: "class", what: "", step: "" };
}

function hear(event) {
  const { detail } = event;
  if (event.type === "outnumber:step") {
    report({
      place: "lesson",
      what: String(detail.lesson),
      step: String(detail.step),
      stuck: Number(detail.stuck) || 0,
    });
    return;
  }
  report({ place: "puzzle", what: detail.game, step: String(detail.number), stuck: detail.wrong });
  if (detail.solved !== null) report({ place: "puzzle", what: detail.id, solved: detail.solved });
}

// One after another, and again when the server was away: what is reported twice counts once.
const waiting = [];
let place = null;
// A child that comes back to this window is here again.
document.addEventListener("visibilitychange", () => {
  if (document.hidden || !place) return;
  last = "";
  report(place);
});

function report(what) {
  if (what.solved === undefined) place = what;
  const text = JSON.stringify(what);
  if (text === last) return;
  last = text;
  waiting.push(what);
  if (waiting.length === 1) send();
}

async function send(tries = 0) {
  if (!waiting.length) return;
  try {
    told(await deed(kept, "report", waiting[0]));
  } catch (refusal) {
    if (over(refusal)) return;
    if (["offline", "storage", "server-stopping", "server-busy", "too-many-requests"].includes(refusal.code)) {
      setTimeout(() => send(tries + 1), Math.min(10000, 1000 * 2 ** tries));
      return;
    }
  }
  waiting.shift();
  send();
}

export const leave = async () => {
  await deed(kept, "leave").catch(() => {});
  lost();
};
