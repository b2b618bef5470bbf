// Questions to the server over HTTP. A refusal is an Error with a stable code.

import { language, t } from "./language.js";

// Milliseconds; a server that has not answered by then is away.
const PATIENCE = 30000;

export class Refusal extends Error {
  constructor({ code, message }) {
    super(message);
    this.code = code;
  }
}

/** As if the server refused: it is not there. */
export const away = () => new Refusal({ code: "offline", message: t("The server cannot be reached just now.") });

async function ask(method, path, { token, body } = {}) {
  const address = `${path}${path.includes("?") ? "&" : "?"}lang=${language}`;
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(address, {
      method,
      headers,
      body: body && JSON.stringify(body),
      credentials: "same-origin",
      signal: AbortSignal.timeout(PATIENCE),
    });
  } catch {
    throw away();
  }
  if (answer.ok) return answer;
  const said = await answer.json().catch(() => ({}));
  throw said.error ? new Refusal(said.error) : away();
}

export const json = async (...question) => (await ask(...question)).json();

export const openGames = (state) => json("GET", `/api/games?state=${state}`);
export const makeGame = (body) => json("POST", "/api/games", { body });
export const readGame = (id, token) => json("GET", `/api/games/${id}`, { token });
export const move = (id, token, number) => json("POST", `/api/games/${id}/moves`, { token, body: { number } });
export const takeSeat = (id, invite, body) => json("POST", `/api/games/${id}/seat`, { token: invite, body });
export const renewToken = (id, token, body) => json("POST", `/api/games/${id}/token`, { token, body });
export const readScene = (id, round, ply) => json("GET", `/api/games/${id}/scene?round=${round}&ply=${ply}`);
export const hint = (id, level, token) => json("GET", `/api/games/${id}/hint?level=${level}`, { token });
export const verdict = (id, round, ply, token) =>
  json("GET", `/api/games/${id}/verdict?round=${round}&ply=${ply}`, { token });
export const review = (id, round) => json("GET", `/api/games/${id}/review?round=${round}`);
export const dailyPuzzle = (date, game) => json("GET", `/api/puzzles/daily?date=${date}${game ? `&game=${game}` : ""}`);
export const somePuzzles = (game, seed, count, more = {}) =>
  json("GET", `/api/puzzles/${game}?${new URLSearchParams({ seed, count, ...more })}`);
export const tryPuzzle = (puzzle, answer) => json("POST", "/api/puzzles/try", { body: { puzzle, answer } });
export const puzzleHint = (puzzle, level, answer) =>
  json("POST", "/api/puzzles/hint", { body: { puzzle, level, answer } });
export const puzzleAnswer = (puzzle) => json("POST", "/api/puzzles/answer", { body: { puzzle } });
export const puzzleAhead = (puzzle, answer) => json("POST", "/api/puzzles/ahead", { body: { puzzle, answer } });
export const puzzleCard = (card, answer) => json("POST", "/api/puzzles/schedule", { body: { card, answer } });
export const position = (body) => json("POST", "/api/position", { body });
export const positionVerdict = (body) => json("POST", "/api/position/verdict", { body });
export const positionPicture = async (body) => (await ask("POST", "/api/position/picture", { body })).text();
export const changeChain = (body) => json("POST", "/api/chain", { body });
export const chainHint = (body) => json("POST", "/api/chain/hint", { body });
export const bestChain = (range, link) => json("GET", `/api/chain/best?${new URLSearchParams({ range, link })}`);
export const learnAt = (place, what = {}) => json("POST", "/api/lessons/learn", { body: { place, ...what } });
export const lessonPicture = async (lesson, step) =>
  (await ask("GET", `/api/lessons/${lesson}/${step}/picture`)).text();
export const qr = async (text) => (await ask("POST", "/api/qr", { body: { text } })).text();
