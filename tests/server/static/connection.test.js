import "./page.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Connection } from "../../../src/outnumber/server/static/play/connection.js";
import { forget, stateWith } from "./page.js";

/** A fake WebSocket, controlled by the test. */
class Line {
  static OPEN = 1;
  static CLOSED = 3;
  /** @type {Line[]} */
  static all = [];
  readyState = Line.OPEN;
  /** @type {any[]} */
  sent = [];
  onopen = () => {};
  onmessage = (/** @type {{ data: string }} */ _) => {};
  onclose = (/** @type {{ code: number, reason: string }} */ _) => {};

  constructor() {
    Line.all.push(this);
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = Line.CLOSED;
  }

  /** @param {object} message */
  hears(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

/** A connection that has received its welcome, its socket, and the messages that the page received. */
function connected() {
  /** @type {any[]} */
  const heard = [];
  const names = ["welcome", "event", "presence", "reaction", "thinking", "state", "refused"];
  const on = Object.fromEntries(names.map((name) => [name, (/** @type {any} */ what) => heard.push([name, what])]));
  const connection = new Connection("0123456789ab", "token", /** @type {any} */ (on));
  const line = Line.all[Line.all.length - 1];
  line.onopen();
  line.hears({ type: "welcome", seq: 1, you: null, state: stateWith([3]), events: [] });
  return { connection, line, heard };
}

beforeEach(() => {
  forget();
  Object.assign(globalThis, { WebSocket: Line });
  Object.defineProperty(globalThis, "navigator", { value: { onLine: true }, configurable: true });
  // Disable timers: a running one would keep the test process alive.
  Object.assign(globalThis, { setTimeout: () => 0, setInterval: () => 0 });
});

test("it says hello with its token", () => {
  const { line } = connected();
  assert.deepEqual(line.sent, [{ type: "hello", positions: true, language: "en", token: "token" }]);
});

test("a request is answered once the server has saved it, and its event is heard once", async () => {
  const { connection, line, heard } = connected();
  const asked = connection.ask({ type: "move", number: 8 });
  const { id } = line.sent[1];
  assert.equal(connection.unsent, 8);
  line.hears({ type: "ack", id, event: { seq: 2, kind: "move" } });
  line.hears({ type: "event", event: { seq: 2, kind: "move" } });
  assert.equal((await asked).seq, 2);
  assert.equal(connection.unsent, null);
  assert.equal(heard.filter(([name]) => name === "event").length, 1);
});

test("what has no answer is sent again with the same id after an interruption", () => {
  const { connection, line } = connected();
  connection.ask({ type: "move", number: 8 });
  connection.again();
  const next = Line.all[Line.all.length - 1];
  assert.notEqual(next, line);
  next.onopen();
  assert.equal(next.sent[0].after, 1);
  next.hears({ type: "welcome", seq: 1, you: null, state: stateWith([3]), events: [] });
  assert.deepEqual(next.sent[1], line.sent[1]);
});

test("a refused request is rejected, and any other refusal goes to the page", async () => {
  const { connection, line, heard } = connected();
  const asked = connection.ask({ type: "move", number: 8 });
  line.hears({ type: "refused", id: line.sent[1].id, error: { code: "not-less", message: "no" } });
  await assert.rejects(asked, { code: "not-less" });
  line.hears({ type: "refused", id: null, error: { code: "bad-token", message: "no" } });
  assert.equal(heard.at(-1)[1].code, "bad-token");
});

test("after a gap it comes back from the last event that is certain", () => {
  const { line, heard } = connected();
  line.hears({ type: "event", event: { seq: 3, kind: "move" } });
  assert.equal(line.readyState, Line.CLOSED);
  assert.ok(!heard.some(([name]) => name === "event"));
});

test("a connection that the server has closed for good stays closed", () => {
  const { connection, line, heard } = connected();
  line.onclose({ code: 1008, reason: "no-such-game" });
  assert.ok(connection.closed);
  assert.equal(heard.at(-1)[1].code, "no-such-game");
});
