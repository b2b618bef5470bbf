// A picture of a finished game to share: who played what, without revealing better moves.

import { saveFile } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { playerOf } from "../shared/sentences.js";

const WIDTH = 1200;
const HEIGHT = 630;
const CHIP = 76;

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number} x
 * @param {number} y
 * @param {number} seat
 * @param {number} number
 * @param {(name: string) => string} colour
 */
function chip(pen, x, y, seat, number, colour) {
  pen.fillStyle = seat === 1 ? colour("--one") : colour("--two");
  pen.beginPath();
  pen.roundRect(x, y, CHIP, CHIP, seat === 1 ? CHIP / 2 : 16);
  pen.fill();
  pen.fillStyle = seat === 1 ? colour("--on-one") : colour("--on-two");
  pen.font = `700 ${String(number).length > 3 ? 24 : 32}px ${colour("--numbers")}`;
  pen.textAlign = "center";
  pen.fillText(String(number), x + CHIP / 2, y + CHIP / 2 + 11, CHIP - 10);
}

/** @param {api.State} state */
function drawPicture(state) {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const style = getComputedStyle(document.documentElement);
  /** @param {string} name */
  const colour = (name) => style.getPropertyValue(name).trim();
  pen.fillStyle = colour("--paper");
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.strokeStyle = colour("--grid");
  for (let at = 0; at < WIDTH; at += 30) {
    pen.strokeRect(at, -1, 30, HEIGHT + 2);
    pen.strokeRect(-1, at, WIDTH + 2, 30);
  }
  const round = state.history[state.history.length - 1];
  pen.fillStyle = colour("--ink");
  pen.font = `700 58px ${colour("--display")}`;
  pen.fillText(state.title, 60, 110, WIDTH - 120);
  pen.font = `600 30px ${colour("--text")}`;
  pen.fillStyle = colour("--soft");
  const seats = [1, 2].map((seat) => playerOf(state, round, seat));
  pen.fillText(t("{one} against {two}", { one: seats[0], two: seats[1] }), 60, 160, WIDTH - 120);
  const across = Math.floor((WIDTH - 120 + 14) / (CHIP + 14));
  const fits = across * 3;
  const shown = round.moves.length > fits ? round.moves.slice(0, fits - 1) : round.moves;
  for (const [place, number] of shown.entries())
    chip(
      pen,
      60 + (place % across) * (CHIP + 14),
      210 + Math.floor(place / across) * (CHIP + 14),
      round.seats[place],
      number,
      colour,
    );
  pen.textAlign = "left";
  pen.fillStyle = colour("--ink");
  pen.font = `600 34px ${colour("--text")}`;
  pen.fillText(round.told?.[0] ?? "", 60, 540, WIDTH - 120);
  pen.fillStyle = colour("--soft");
  pen.font = `700 28px ${colour("--display")}`;
  pen.fillText("Outnumber", 60, 590);
  return canvas;
}

/**
 * Share the picture with the device's share dialog, or save it.
 * @param {api.State} state
 */
export async function sharePicture(state) {
  /** @type {Blob | null} */
  const blob = await new Promise((done) => {
    drawPicture(state).toBlob(done, "image/png");
  });
  if (!blob) return;
  const file = new File([blob], `outnumber-${state.id}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title: `${state.title} · Outnumber` }).catch(() => {});
    return;
  }
  saveFile(file.name, blob);
}
