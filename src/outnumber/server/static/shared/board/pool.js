// The numbers as buttons, pressed by touch, with a mouse, or with the keyboard.

import { h, part } from "../dom.js";
import { t } from "../language.js";

// A long list can be filtered to the numbers that fit; a very long one is filtered by default.
const LONG = 60;
const HUGE = 120;
/** @param {number} count */
const size = (count) =>
  count <= 9 ? "nine" : count <= 12 ? "few" : count <= 20 ? "handy" : count <= LONG ? "some" : "many";

/**
 * What a pool shows of a position. `legal` is null if it is not known. `used` maps numbers to the seats that used them.
 * `winning` marks every legal number as winning or losing, `told` only some numbers. `names` are those of the seats.
 * `yours` says whether you may play now. `filter` hides the numbers that do not fit. `pending` is the number that was
 * sent to the server but not acknowledged.
 * @typedef {object} Marks
 * @property {Set<number> | null} legal
 * @property {Map<number, number>} [used]
 * @property {number} [last]
 * @property {Set<number> | null} [winning]
 * @property {Map<number, "win" | "lose" | "marked">} [told]
 * @property {string[]} [names]
 * @property {boolean} yours
 * @property {boolean} [filter]
 * @property {number | null} [pending]
 */

export class Pool {
  /**
   * @param {HTMLElement} container
   * @param {(number: number) => unknown} play
   */
  constructor(container, play) {
    this.container = container;
    this.play = play;
    /** @type {number[]} */
    this.numbers = [];
    /** @type {Map<number, HTMLButtonElement>} */
    this.buttons = new Map();
    this.here = 0; // the number that can be reached with Tab
    container.onkeydown = (event) => this.go(event);
  }

  /**
   * Lay out the numbers of a game.
   * @param {number[]} numbers
   */
  lay(numbers) {
    this.numbers = numbers;
    this.buttons = new Map(numbers.map((number) => [number, this.button(number)]));
    this.container.replaceChildren(...this.buttons.values());
    this.container.dataset.size = size(numbers.length);
    this.container.dataset.digits = String(String(numbers.at(-1)).length);
    this.stand(numbers[0]);
  }

  /**
   * Add numbers that the game did not have at first.
   * @param {number[]} numbers
   */
  grow(numbers) {
    if (numbers.every((number) => this.buttons.has(number))) return;
    this.lay([...new Set([...this.numbers, ...numbers])].sort((a, b) => a - b));
  }

  get long() {
    return this.numbers.length > LONG;
  }

  get huge() {
    return this.numbers.length > HUGE;
  }

  /** @param {number} number */
  button(number) {
    return h(
      "button",
      {
        class: "number",
        "data-number": number,
        tabindex: "-1",
        onclick: () => {
          this.stand(number);
          this.play(number);
        },
        onfocus: () => this.stand(number),
      },
      h("span", { class: "face" }, String(number)),
      h("span", { class: "badge", "aria-hidden": "true" }),
    );
  }

  /**
   * Make one button the one that Tab reaches.
   * @param {number} number
   */
  stand(number) {
    this.buttons.get(this.here)?.setAttribute("tabindex", "-1");
    this.here = number;
    this.buttons.get(number)?.setAttribute("tabindex", "0");
  }

  /** Focus the numbers, so that the arrow keys move between them. */
  focus() {
    this.buttons.get(this.here)?.focus({ preventScroll: true });
  }

  shown() {
    return [...this.buttons.values()].filter((button) => !button.hidden);
  }

  /** @param {KeyboardEvent} event */
  go(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const shown = this.shown();
    const place = shown.findIndex((button) => button === document.activeElement);
    if (place < 0) return;
    const row = shown.filter((button) => button.offsetTop === shown[0].offsetTop).length;
    /** @type {Record<string, number>} */
    const targets = {
      ArrowRight: place + 1,
      ArrowLeft: place - 1,
      ArrowDown: place + row,
      ArrowUp: place - row,
      Home: 0,
      End: shown.length - 1,
      PageDown: Math.min(place + 5 * row, shown.length - 1),
      PageUp: Math.max(place - 5 * row, 0),
    };
    if (!(event.key in targets)) return;
    event.preventDefault();
    shown[targets[event.key]]?.focus();
  }

  /**
   * Mark a number while it is being typed.
   * @param {number | null} number
   */
  find(number) {
    for (const button of this.buttons.values()) button.classList.remove("typed");
    const button = this.buttons.get(number ?? NaN);
    if (!button || button.hidden) return;
    button.classList.add("typed");
  }

  /**
   * Show a position.
   * @param {Marks} marks
   */
  update({ legal, used = new Map(), last, winning, told, names = [], yours, filter, pending = null }) {
    for (const [number, button] of this.buttons) {
      const seat = used.get(number);
      const fits = legal ? legal.has(number) : !seat;
      const kind = seat ? `used ${seat === 1 ? "one" : "two"}` : fits ? (yours ? "fits" : "fits idle") : "not";
      const mark =
        legal && fits && winning ? (winning.has(number) ? "win" : "lose") : fits ? (told?.get(number) ?? "") : "";
      const className = `number ${kind}${mark && ` ${mark}`}${number === last ? " last" : ""}${number === pending ? " pending" : ""}`;
      if (button.className !== className) button.className = className;
      part(button, ".badge").className = mark && mark !== "marked" ? `badge ${mark}` : "badge none";
      button.setAttribute("aria-disabled", String(!(fits && yours)));
      if (number === pending) button.setAttribute("aria-busy", "true");
      else button.removeAttribute("aria-busy");
      button.setAttribute("aria-label", legal || seat ? this.label(number, seat, fits, mark, names) : String(number));
      button.hidden = Boolean(filter && legal && !fits);
    }
    const here = this.buttons.get(this.here);
    if (!here || here.hidden) {
      const first = this.shown()[0];
      if (first) this.stand(Number(first.dataset.number));
    }
  }

  /**
   * @param {number} number
   * @param {number | undefined} seat
   * @param {boolean} fits
   * @param {string} mark
   * @param {string[]} names
   */
  label(number, seat, fits, mark, names) {
    if (seat) return t("{number}, played by {name}", { number, name: names[seat - 1] });
    if (mark === "win") return t("{number}, wins", { number });
    if (mark === "lose") return t("{number}, loses", { number });
    if (mark === "marked") return t("{number}, marked", { number });
    return fits ? t("{number}, fits", { number }) : t("{number}, does not fit", { number });
  }
}
