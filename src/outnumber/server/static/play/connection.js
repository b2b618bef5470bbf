// The WebSocket connection to a game: sends the greeting and the requests, and reconnects after every interruption.

import { at } from "../shared/address.js";
import { Refusal } from "../shared/api.js";
import { language, t } from "../shared/language.js";
import { newRequest } from "../shared/storage.js";
import { keepUnsent, unsent } from "./game_cache.js";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
// The server is full: back off for longer, because other clients are waiting too.
const FIRST_BUSY_WAIT = 2000;
const LONGEST_BUSY_WAIT = 60000;
const BUSY = new Set(["too-many-requests", "server-full", "server-busy"]);
const PING = 20000;
const SILENCE = 45000;
const LONGEST_GREETING = 10000;

/**
 * Callbacks of a page, for messages and for changes of the connection.
 * @typedef {object} Handlers
 * @property {(message: api.Welcome) => void} welcome
 * @property {(event: api.Event) => void} event
 * @property {(message: api.Presence) => void} presence
 * @property {(message: api.Reaction) => void} reaction
 * @property {(message: api.Thinking) => void} thinking
 * @property {(word: "connecting" | "live" | "reconnecting" | "busy" | "offline" | "refused") => void} state
 * @property {(refusal: Refusal) => void} refused
 */

/** @typedef {{ type: string, [more: string]: any }} Request */

/**
 * A request that has not been answered yet.
 * @typedef {object} Waiting
 * @property {Request & { id: string }} request
 * @property {number} since
 * @property {(event: api.Event) => void} resolve
 * @property {(refusal: Refusal) => void} reject
 */

export class Connection {
  /**
   * @param {string} id
   * @param {string | null} token
   * @param {Handlers} on
   */
  constructor(id, token, on) {
    this.id = id;
    this.token = token;
    this.on = on;
    this.seq = -1; // the number of the last event; -1 before the first welcome
    /** @type {Map<string, Waiting>} */
    this.waiting = new Map(); // in the order in which they were sent
    this.heard = 0; // when the last message arrived
    this.timer = 0;
    this.busy = false;
    this.welcome = false;
    // Moves that an earlier page could not send: nothing on this page awaits them, and their ids prevent duplicates.
    for (const request of token ? unsent(id) : [])
      this.waiting.set(request.id, { request, since: Date.now(), resolve: () => {}, reject: () => {} });
    this.tries = 0;
    this.closed = false;
    addEventListener("online", () => this.again());
    addEventListener("offline", () => this.closed || this.on.state("offline"));
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    setInterval(() => this.keepAlive(), PING);
    this.socket = this.open();
  }

  open() {
    clearTimeout(this.timer);
    if (!this.busy && navigator.onLine) this.on.state(this.tries ? "reconnecting" : "connecting");
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${at(`/api/games/${this.id}/live`)}`);
    this.socket = socket;
    this.welcome = false;
    // On a network that drops everything silently, the page must not wait indefinitely.
    this.timer = setTimeout(() => this.welcome || socket.close(), LONGEST_GREETING);
    socket.onopen = () => {
      const token = this.token ? { token: this.token } : {};
      const after = this.seq < 0 ? {} : { after: this.seq };
      const hello = { type: "hello", positions: true, language, ...token, ...after };
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (message) => this.hear(JSON.parse(message.data));
    socket.onclose = (closing) => socket === this.socket && this.lost(closing);
    return socket;
  }

  /** @param {api.Welcome | api.EventFrame | api.Ack | api.RefusedFrame | api.Presence | api.Reaction | api.Thinking | api.Stopping | api.Pong} message */
  hear(message) {
    this.heard = Date.now();
    if (message.type === "welcome") {
      clearTimeout(this.timer);
      this.tries = 0;
      this.busy = false;
      this.welcome = true;
      this.seq = message.seq;
      this.on.state("live");
      this.on.welcome(message);
      // Resend the requests that were pending when the connection broke; their ids prevent duplicates.
      for (const asked of this.waiting.values()) {
        asked.since = Date.now();
        this.send(asked.request);
      }
    } else if (message.type === "event") {
      this.happen(message.event);
    } else if (message.type === "ack") {
      this.settled(message.id)?.resolve(message.event);
      this.happen(message.event);
    } else if (message.type === "refused" && message.error.code === "storage" && this.waiting.has(message.id ?? "")) {
      // It is unknown whether the move was saved: reconnect, and resend the request with the same id.
      this.socket.close();
    } else if (message.type === "refused" && !this.welcome && BUSY.has(message.error.code)) {
      this.busy = true; // the server then closes the connection, and the page retries later
    } else if (message.type === "refused") {
      const refusal = new Refusal(message.error);
      const asked = this.settled(message.id);
      if (asked) asked.reject(refusal);
      else this.on.refused(refusal);
    } else if (message.type === "presence") {
      this.on.presence(message);
    } else if (message.type === "reaction") {
      this.on.reaction(message);
    } else if (message.type === "thinking") {
      this.on.thinking(message);
    } else if (message.type === "stopping") {
      this.on.state("reconnecting");
    } else if (message.type === "pong" && message.seq > this.seq) {
      this.socket.close(); // an event was missed: reconnect, and resume after the last event received
    }
  }

  /** @param {api.Event} event */
  happen(event) {
    if (event.seq <= this.seq) return;
    if (this.seq >= 0 && event.seq > this.seq + 1) {
      this.socket.close();
      return;
    }
    this.seq = event.seq;
    this.on.event(event);
  }

  /**
   * Remove the pending request with this id, and return it.
   * @param {string | null} id
   */
  settled(id) {
    const asked = this.waiting.get(id ?? "");
    if (asked) {
      this.waiting.delete(asked.request.id);
      this.note();
    }
    return asked;
  }

  /** @param {CloseEvent} closing */
  lost(closing) {
    this.welcome = false;
    if (this.closed) return;
    this.busy = BUSY.has(closing.reason) || (this.busy && closing.code === 1008);
    if (closing.code === 1008 && !this.busy) {
      this.closed = true;
      this.on.state("refused");
      this.on.refused(
        new Refusal({ code: closing.reason || "refused", message: t("The server closed the connection.") }),
      );
      return;
    }
    clearTimeout(this.timer);
    this.tries += 1;
    this.on.state(this.busy ? "busy" : navigator.onLine ? "reconnecting" : "offline");
    const [first, most] = this.busy ? [FIRST_BUSY_WAIT, LONGEST_BUSY_WAIT] : [FIRST_WAIT, LONGEST_WAIT];
    const longest = Math.min(most, first * 2 ** (this.tries - 1));
    // Random jitter, so that not all clients reconnect at once after a restart.
    this.timer = setTimeout(() => this.open(), longest * (0.5 + Math.random() / 2));
  }

  /** The network is back: replace the previous connection, which is no longer usable. */
  again() {
    if (this.closed) return;
    this.tries = Math.max(this.tries, 1);
    const old = this.socket;
    this.open();
    old.close();
  }

  hurry() {
    if (!this.closed && this.socket.readyState === WebSocket.CLOSED) this.open();
  }

  keepAlive() {
    if (!this.welcome) return;
    const oldest = this.waiting.values().next().value;
    const unanswered = oldest && Date.now() - oldest.since > PING;
    if (unanswered || Date.now() - this.heard > SILENCE) this.socket.close();
    else this.send({ type: "ping" });
  }

  /** Store pending requests: only moves, because each belongs to the position it was made in. */
  note() {
    keepUnsent(
      this.id,
      [...this.waiting.values()].map(({ request }) => request).filter(({ type }) => type === "move"),
    );
  }

  /** The move that has been sent but not acknowledged, or null. */
  get unsent() {
    return [...this.waiting.values()].map(({ request }) => request).find(({ type }) => type === "move")?.number ?? null;
  }

  /**
   * Send a message, unless the connection is closing; pending requests are resent on the next connection.
   * @param {Request} message
   */
  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /**
   * Send a reaction to the opponent; return whether there is a connection.
   * @param {string} reaction
   */
  react(reaction) {
    if (this.welcome) this.send({ type: "react", reaction });
    return this.welcome;
  }

  /**
   * Send a request. The promise resolves once the server has saved it, even across reconnections.
   * @param {Request} request
   * @returns {Promise<api.Event>}
   */
  ask(request) {
    const id = newRequest();
    const whole = { ...request, id };
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { request: whole, since: Date.now(), resolve, reject });
      this.note();
      if (this.welcome) this.send(whole);
    });
  }
}
