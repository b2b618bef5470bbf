// HTTP requests to the server. A refusal is an Error with a stable code.

import { at } from "./address.js";
import { language, t } from "./language.js";

/** @typedef {string | null | undefined} Token */

const TIMEOUT = 30000; // milliseconds until the server counts as unreachable

export class Refusal extends Error {
  /** @param {api.ErrorModel} error */
  constructor({ code, message }) {
    super(message);
    this.code = code;
  }
}

/** The error for an unreachable server. */
export const away = () => new Refusal({ code: "offline", message: t("Can't reach the server at the moment.") });

/**
 * @param {string} method
 * @param {string} path
 * @param {{ token?: Token, body?: unknown, signal?: AbortSignal }} [more]
 */
async function ask(method, path, { token, body, signal = AbortSignal.timeout(TIMEOUT) } = {}) {
  const address = `${at(path)}${path.includes("?") ? "&" : "?"}lang=${language}`;
  /** @type {Record<string, string>} */
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body) headers["Content-Type"] = "application/json";
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(address, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
      credentials: "same-origin",
      signal,
    });
  } catch {
    throw away();
  }
  if (answer.ok) return answer;
  const said = await answer.json().catch(() => ({}));
  throw said.error ? new Refusal(said.error) : away();
}

/** @type {(method: string, path: string, more?: { token?: Token, body?: unknown, signal?: AbortSignal }) => Promise<any>} */
export const json = async (...question) => (await ask(...question)).json();

/** @type {(state: "open" | "playing" | "over") => Promise<api.ListedGames>} */
export const openGames = (state) => json("GET", `/api/games?state=${state}`);
/** @type {(body: api.Create) => Promise<api.Seated>} */
export const makeGame = (body) => json("POST", "/api/games", { body });
/** @type {(id: string) => Promise<api.StageResult>} */
export const gameStars = (id) => json("GET", `/api/games/${id}/stars`);
/** @type {(id: string, token?: Token) => Promise<api.State>} */
export const readGame = (id, token) => json("GET", `/api/games/${id}`, { token });
/** @type {(id: string, token: Token, number: number) => Promise<api.Done>} */
export const move = (id, token, number) => json("POST", `/api/games/${id}/moves`, { token, body: { number } });
/** @type {(id: string, invite: Token, body: api.Sit) => Promise<api.Seated>} */
export const takeSeat = (id, invite, body) => json("POST", `/api/games/${id}/seat`, { token: invite, body });
/** @type {(id: string, token: Token, body: api.Renew) => Promise<api.Seated>} */
export const renewToken = (id, token, body) => json("POST", `/api/games/${id}/token`, { token, body });
/** @type {(id: string, round: number, ply: number) => Promise<api.SceneModel>} */
export const readScene = (id, round, ply) => json("GET", `/api/games/${id}/scene?round=${round}&ply=${ply}`);
/** @type {(id: string, level: number, token: Token) => Promise<api.HintModel>} */
export const hint = (id, level, token) => json("GET", `/api/games/${id}/hint?level=${level}`, { token });
/** @type {(id: string, round: number, ply: number, token?: Token) => Promise<api.VerdictModel>} */
export const verdict = (id, round, ply, token) =>
  json("GET", `/api/games/${id}/verdict?round=${round}&ply=${ply}`, { token });
/** @type {(id: string, round: number) => Promise<api.PageReview>} */
export const review = (id, round) => json("GET", `/api/games/${id}/review?round=${round}`);
/** @type {(date: string, game: string | null) => Promise<api.DailyPuzzle>} */
export const dailyPuzzle = (date, game) => json("GET", `/api/puzzles/daily?date=${date}${game ? `&game=${game}` : ""}`);
/** @type {(game: string, seed: number | string, count: number, more?: Record<string, any>) => Promise<api.PuzzlesModel>} */
export const somePuzzles = (game, seed, count, more = {}) =>
  json("GET", `/api/puzzles/${game}?${new URLSearchParams({ seed: String(seed), count: String(count), ...more })}`);
/** @type {(puzzle: api.PuzzlePosition, answer: number[]) => Promise<api.PuzzleTry>} */
export const tryPuzzle = (puzzle, answer) => json("POST", "/api/puzzles/try", { body: { puzzle, answer } });
/** @type {(puzzle: api.PuzzlePosition, level: number, answer: number[]) => Promise<api.HintModel>} */
export const puzzleHint = (puzzle, level, answer) =>
  json("POST", "/api/puzzles/hint", { body: { puzzle, level, answer } });
/** @type {(puzzle: api.PuzzlePosition) => Promise<api.PuzzleAnswer>} */
export const puzzleAnswer = (puzzle) => json("POST", "/api/puzzles/answer", { body: { puzzle } });
/** @type {(puzzle: api.PuzzlePosition, answer: number[]) => Promise<api.PuzzleAhead>} */
export const puzzleAhead = (puzzle, answer) => json("POST", "/api/puzzles/ahead", { body: { puzzle, answer } });
/** @type {(card: api.Card | null, answer: api.PuzzleOutcome["answer"]) => Promise<api.Scheduled>} */
export const puzzleCard = (card, answer) => json("POST", "/api/puzzles/schedule", { body: { card, answer } });
/** @type {(body: api.AnyPosition) => Promise<api.PositionModel>} */
export const position = (body) => json("POST", "/api/position", { body });
/** @type {(body: api.AnyPosition) => Promise<api.VerdictModel>} */
export const positionVerdict = (body) => json("POST", "/api/position/verdict", { body });
/** @type {(body: api.AnyPosition) => Promise<string>} */
export const positionPicture = async (body) => (await ask("POST", "/api/position/picture", { body })).text();
/** @type {(body: api.ChainChange) => Promise<api.ChainModel>} */
export const changeChain = (body) => json("POST", "/api/chain", { body });
/** @type {(body: api.ChainAsked) => Promise<api.ChainHintModel>} */
export const chainHint = (body) => json("POST", "/api/chain/hint", { body });
/** @type {(range: string, link: string) => Promise<api.BestChain>} */
export const bestChain = (range, link) => json("GET", `/api/chain/best?${new URLSearchParams({ range, link })}`);
/** @type {(place: Partial<api.Place>, what?: Partial<api.LessonStepDone>) => Promise<api.Learning>} */
export const learnAt = (place, what = {}) => json("POST", "/api/lessons/learn", { body: { place, ...what } });
/** @type {(lesson: string, step: string) => Promise<string>} */
export const lessonPicture = async (lesson, step) =>
  (await ask("GET", `/api/lessons/${lesson}/${step}/picture`)).text();
/** @type {(id: string, round: number, ply: number) => Promise<string>} */
export const gamePicture = async (id, round, ply) =>
  (await ask("GET", `/api/games/${id}/picture?round=${round}&ply=${ply}`)).text();
/** @type {(id: string) => Promise<string>} */
export const gameRecord = async (id) => (await ask("GET", `/api/games/${id}/record`)).text();
/** @type {(text: string) => Promise<string>} */
export const qr = async (text) => (await ask("POST", "/api/qr", { body: { text } })).text();
/**
 * Preview a class before joining, or join it with an animal's name.
 * @param {api.EnterClass} body
 */
export const enterClass = (body) => json("POST", "/api/classes/enter", { body });
