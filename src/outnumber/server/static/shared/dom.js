// Small helpers to build parts of a page.

export const $ = (id) => document.getElementById(id);

/** An element with attributes, listeners (onclick …) and children; null children are left out. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** An element of a drawing. */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** A picture from the server as part of the page: it takes on the page's colours, and screen readers read its description. */
export function drawing(svg) {
  return document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
}

/** Set text only where it changed, so that screen readers are not told twice. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Tell what happens in the line for it; `bad` is a refusal, and `seat` is to move. */
export function tellIn(line, text, bad = false, seat = null) {
  line.classList.toggle("refused", bad);
  if (seat) line.dataset.seat = seat;
  else delete line.dataset.seat;
  say(line, text);
}

/** Add what is seen elsewhere on the page, for those who listen. */
export function speakIn(line, text) {
  line.querySelector(".unseen")?.remove();
  line.append(h("span", { class: "unseen" }, ` ${text}`));
}

/** Have the browser save a file. */
export function saveFile(name, blob) {
  const address = URL.createObjectURL(blob);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** A button asks first whether somebody is sure; where they are, `then` is done. */
export function onSure(button, then) {
  $(button).addEventListener("click", () => $("sure").showModal());
  $("sure").addEventListener("close", () => {
    const sure = $("sure").returnValue === "yes";
    $("sure").returnValue = "";
    if (sure) then();
  });
}

export const seatClass = (seat) => (seat === 1 ? "one" : "two");
