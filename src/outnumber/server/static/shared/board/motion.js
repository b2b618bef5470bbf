// Animates a number from the pool to its place, and plays optional quiet sounds.

import { setting } from "../storage.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * The current place of an element, from which to animate it later.
 * @param {Element | null | undefined} element
 */
export const placeOf = (element) => element?.getBoundingClientRect() ?? null;

/**
 * Animate a copy of `chip` from another place; the chip itself appears when the copy arrives.
 * @param {HTMLElement | null | undefined} chip
 * @param {DOMRect | null} from
 */
export function travel(chip, from) {
  if (!chip || !from?.width || still.matches || document.hidden) return;
  const to = chip.getBoundingClientRect();
  const copy = /** @type {HTMLElement} */ (chip.cloneNode(true));
  copy.removeAttribute("data-ply");
  copy.setAttribute("aria-hidden", "true");
  copy.inert = true;
  copy.classList.add("flying");
  for (const [name, value] of Object.entries({ left: to.left, top: to.top, width: to.width, height: to.height }))
    copy.style.setProperty(name, `${value}px`);
  document.body.append(copy);
  chip.classList.add("coming");
  const dx = from.left + from.width / 2 - to.left - to.width / 2;
  const dy = from.top + from.height / 2 - to.top - to.height / 2;
  const flight = copy.animate(
    [
      { transform: `translate(${dx}px, ${dy}px) scale(${from.height / to.height})` },
      { transform: `translate(${dx / 2}px, ${dy / 2 - 24}px) scale(1.15)` },
      { transform: "none" },
    ],
    { duration: 380, easing: "cubic-bezier(.3, .1, .2, 1)" },
  );
  flight.finished
    .catch(() => {})
    .then(() => {
      copy.remove();
      chip.classList.remove("coming");
    });
}

// A wooden tick for a move, two rising ticks for a win, falling ones for a loss.
const NOTES = {
  move: [[330, 0]],
  win: [
    [392, 0],
    [523, 0.14],
    [659, 0.28],
  ],
  lose: [
    [330, 0],
    [262, 0.18],
  ],
};
/** @type {AudioContext | null} */
let audio = null;

/** @param {keyof typeof NOTES} name */
export function sound(name) {
  if (!setting("sounds", false)) return;
  audio ??= new AudioContext();
  for (const [pitch, after] of NOTES[name]) {
    const at = audio.currentTime + after;
    const tone = new OscillatorNode(audio, { frequency: pitch, type: "triangle" });
    const volume = new GainNode(audio, { gain: 0.08 });
    volume.gain.setValueAtTime(0.08, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.22);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.25);
  }
}
