// Small helpers to find and build parts of a page.

/** @typedef {Node | string | null | undefined} Child */

/**
 * The element with this id. Throw if the page has none, or one of another kind.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [kind]
 * @returns {T}
 */
export function $(id, kind) {
  const found = document.getElementById(id);
  if (!found || (kind && !(found instanceof kind))) throw new Error(`#${id} is missing`);
  return /** @type {T} */ (found);
}

/**
 * A picture that the page can show several times, such as a face; null if the page has none with this id.
 * @param {string} id
 */
export const symbol = (id) => document.getElementById(id);

/**
 * The first element inside another that matches a selector. Throw if there is none.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {ParentNode} place
 * @param {string} selector
 * @returns {T}
 */
export function part(place, selector) {
  const found = place.querySelector(selector);
  if (!found) throw new Error(`${selector} is missing`);
  return /** @type {T} */ (found);
}

/**
 * All elements inside another that match a selector.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {ParentNode} place
 * @param {string} selector
 * @returns {T[]}
 */
export const parts = (place, selector) => [.../** @type {NodeListOf<T>} */ (place.querySelectorAll(selector))];

/**
 * The nearest element that matches a selector, from the target of an event outwards.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const closest = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 */
function describe(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
}

/**
 * Create an element with attributes, listeners (onclick …) and children; null children are left out. A button does not
 * submit a form unless its type says so.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  if (tag === "button") element.setAttribute("type", "button");
  describe(element, attributes);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/**
 * Create an SVG element.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string)} children
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  describe(element, attributes);
  element.append(...children);
  return element;
}

/**
 * Embed an SVG picture from the server: it uses the page's colours, and screen readers read its description.
 * @param {string} svg
 */
export function drawing(svg) {
  return document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
}

/**
 * Set text only if it changed, so that screen readers do not read it twice.
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Show a message in the status line; `bad` marks it as a refusal, and `seat` is to move.
 * @param {HTMLElement} line
 * @param {string} text
 * @param {boolean} [bad]
 * @param {number | null} [seat]
 */
export function tellIn(line, text, bad = false, seat = null) {
  line.classList.toggle("refused", bad);
  if (seat) line.dataset.seat = String(seat);
  else delete line.dataset.seat;
  say(line, text);
}

/**
 * Announce to screen readers a message that appears elsewhere on the page.
 * @param {Element} line
 * @param {string} text
 */
export function speakIn(line, text) {
  line.querySelector(".unseen")?.remove();
  line.append(h("span", { class: "unseen" }, ` ${text}`));
}

/**
 * Save a file from the browser.
 * @param {string} name
 * @param {Blob} blob
 */
export function saveFile(name, blob) {
  const address = URL.createObjectURL(blob);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/**
 * Add a confirmation dialog to a button, and act on "yes".
 * @param {HTMLElement} button
 * @param {HTMLDialogElement} dialog
 * @param {() => void} then
 */
export function onSure(button, dialog, then) {
  button.addEventListener("click", () => dialog.showModal());
  dialog.addEventListener("close", () => {
    const sure = dialog.returnValue === "yes";
    dialog.returnValue = "";
    if (sure) then();
  });
}

/** @param {number} seat */
export const seatClass = (seat) => (seat === 1 ? "one" : "two");
