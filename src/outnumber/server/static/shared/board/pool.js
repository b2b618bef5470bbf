// The numbers as buttons: pressed with a finger, a mouse, or by keys that go over them.

import { h } from "../dom.js";
import { t } from "../language.js";

// A long list can be filtered to the numbers that fit; a huge one is filtered by default.
const LONG = 60;
const HUGE = 120;
const size = (count) =>
  count <= 9 ? "nine" : count <= 12 ? "few" : count <= 20 ? "handy" : count <= LONG ? "some" : "many";

export class Pool {
  constructor(container, numbers, play) {
    this.container = container;
    this.play = play;
    container.onkeydown = (event) => this.go(event);
    this.lay(numbers);
  }

  lay(numbers) {
    this.numbers = numbers;
    this.buttons = new Map(numbers.map((number) => [number, this.button(number)]));
    this.container.replaceChildren(...this.buttons.values());
    this.container.dataset.size = size(numbers.length);
    this.container.dataset.digits = String(numbers.at(-1)).length;
    this.stand(numbers[0]);
  }

  /** Numbers may come up that the game did not have before. */
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

  button(number) {
    return h(
      "button",
      {
        type: "button",
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

  /** Make one button the one that Tab reaches. */
  stand(number) {
    this.buttons.get(this.here)?.setAttribute("tabindex", "-1");
    this.here = number;
    this.buttons.get(number)?.setAttribute("tabindex", "0");
  }

  /** Put the focus on the numbers, where keys go over them. */
  focus() {
    this.buttons.get(this.here)?.focus({ preventScroll: true });
  }

  shown() {
    return [...this.buttons.values()].filter((button) => !button.hidden);
  }

  go(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const shown = this.shown();
    const place = shown.indexOf(document.activeElement);
    if (place < 0) return;
    const row = shown.filter((button) => button.offsetTop === shown[0].offsetTop).length;
    const to = {
      ArrowRight: place + 1,
      ArrowLeft: place - 1,
      ArrowDown: place + row,
      ArrowUp: place - row,
      Home: 0,
      End: shown.length - 1,
      PageDown: Math.min(place + 5 * row, shown.length - 1),
      PageUp: Math.max(place - 5 * row, 0),
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    shown[to]?.focus();
  }

  /** Mark a number while it is typed. */
  find(number) {
    for (const button of this.buttons.values()) button.classList.remove("typed");
    const button = this.buttons.get(number);
    if (!button || button.hidden) return;
    button.classList.add("typed");
  }

  /**
   * Show a position. `legal` is a Set, or null where it is not known; `used` maps numbers to seats; `winning` is a Set
   * or null; `told` maps single numbers to `win`, `lose` or `marked`, where nothing is told of the others; `names` are what the seats are called; `yours` says whether you may play now; `pending` is on its way to the server.
   */
  update({ legal, used, last, winning, told, names, yours, filter, pending = null }) {
    for (const [number, button] of this.buttons) {
      const seat = used.get(number);
      const fits = legal ? legal.has(number) : !seat;
      const kind = seat ? `used ${seat === 1 ? "one" : "two"}` : fits ? (yours ? "fits" : "fits idle") : "not";
      const mark =
        legal && fits && winning ? (winning.has(number) ? "win" : "lose") : fits ? (told?.get(number) ?? "") : "";
      const className = `number ${kind}${mark && ` ${mark}`}${number === last ? " last" : ""}${number === pending ? " pending" : ""}`;
      if (button.className !== className) button.className = className;
      button.lastElementChild.className = mark && mark !== "marked" ? `badge ${mark}` : "badge none";
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

  label(number, seat, fits, mark, names) {
    if (seat) return t("{number}, played by {name}", { number, name: names[seat - 1] });
    if (mark === "win") return t("{number}, wins", { number });
    if (mark === "lose") return t("{number}, loses", { number });
    if (mark === "marked") return t("{number}, marked", { number });
    return fits ? t("{number}, fits", { number }) : t("{number}, does not fit", { number });
  }
}
