// Quiet, synthesised sounds: off until you switch them on with the button at the top, and always off in a class. Nothing
// is ever told by sound alone.

import { read, set, setting } from "./storage.js";

/**
 * The notes of each sound: pitch in hertz, start and length in seconds.
 * @type {Record<string, [pitch: number, start: number, length: number][]>}
 */
const NOTES = {
  one: [[660, 0, 0.06]],
  two: [[440, 0, 0.06]],
  block: [[180, 0, 0.08]],
  refutation: [
    [330, 0, 0.1],
    [247, 0.1, 0.1],
  ],
  win: [
    [523, 0, 0.09],
    [659, 0.09, 0.09],
    [784, 0.18, 0.09],
  ],
  star: [[988, 0, 0.07]],
};
const PEAK = 0.125; // -18 dB
/** @type {AudioContext | null} */
let audio = null;

const inClass = () => Boolean(read("class", null));
const on = () => setting("sounds", false) && !inClass();

/**
 * @param {keyof typeof NOTES} name
 * @param {number} [wait] in seconds
 */
export function sound(name, wait = 0) {
  if (!on()) return;
  audio ??= new AudioContext();
  for (const [pitch, start, length] of NOTES[name]) {
    const at = audio.currentTime + wait + start;
    const tone = new OscillatorNode(audio, { frequency: pitch, type: "triangle" });
    const volume = new GainNode(audio, { gain: PEAK });
    volume.gain.setValueAtTime(PEAK, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}

/**
 * Let the button at the top of a page switch sounds on and off.
 * @param {HTMLElement | null} button null if the page is embedded in another
 */
export function soundButton(button) {
  if (!button) return;
  const draw = () => button.setAttribute("aria-pressed", String(on()));
  button.hidden = inClass();
  button.addEventListener("click", () => {
    set("sounds", !on());
    draw();
    sound("one");
  });
  draw();
}
