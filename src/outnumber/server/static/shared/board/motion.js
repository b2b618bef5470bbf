// Animates a number from the pool to its place, shakes what fails, and drops chips after a win.

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
    { duration: 220, easing: "cubic-bezier(.2, .8, .2, 1)" },
  );
  flight.finished
    .catch(() => {})
    .then(() => {
      copy.remove();
      chip.classList.remove("coming");
    });
}

/**
 * Shake an element that shows a mistake.
 * @param {HTMLElement} element
 */
export function shake(element) {
  if (still.matches) return;
  const frames = [0, -4, 4, -4, 4, 0].map((x) => ({ transform: `translateX(${x}px)` }));
  element.animate(frames, { duration: 240, easing: "ease-in-out" });
}

const CHIPS = 24;

/**
 * Drop the numbers of a game as chips behind the page, where they settle at the bottom; a tap skips the fall.
 * @param {number[]} numbers
 */
export function celebrate(numbers) {
  const place = document.createElement("div");
  place.className = "confetti";
  place.setAttribute("aria-hidden", "true");
  const falls = Array.from({ length: CHIPS }, (_, at) => {
    const chip = document.createElement("i");
    chip.className = ["one", "two", "one", "two", "gold"][at % 5];
    if (at % 5 < 4) chip.textContent = String(numbers[at % numbers.length]);
    const turn = ((at * 67) % 60) - 30;
    // A loose heap: side by side, in three layers.
    chip.style.left = `${(at * 96) / CHIPS}%`;
    chip.style.bottom = `${4 + ((at * 2) % 3) * 24}px`;
    chip.style.transform = `rotate(${turn}deg)`;
    place.append(chip);
    const frames = still.matches
      ? [{ opacity: 0 }, { opacity: 1 }]
      : [{ transform: `translateY(-105vh) rotate(${turn + 200}deg)` }, { transform: `rotate(${turn}deg)` }];
    const duration = still.matches ? 80 : 900 + ((at * 53) % 500);
    return chip.animate(frames, { duration, easing: "cubic-bezier(.3, 0, .7, 1)", fill: "backwards" });
  });
  document.body.append(place);
  const skip = () => {
    for (const fall of falls) fall.finish();
  };
  addEventListener("pointerdown", skip, { once: true });
}
