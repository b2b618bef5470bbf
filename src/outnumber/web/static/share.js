// Links to hand on, each with a code for cameras.

import { h } from "./page.js";
import { t } from "./words.js";
import { qr } from "./api.js";

/** The QR code of a link. */
export async function drawCode(place, link) {
  try {
    const drawing = new DOMParser().parseFromString(await qr(link), "image/svg+xml").documentElement;
    drawing.setAttribute("viewBox", `0 0 ${drawing.getAttribute("width")} ${drawing.getAttribute("height")}`);
    drawing.setAttribute("role", "img");
    drawing.setAttribute("aria-label", t("QR code of the link"));
    place.replaceChildren(document.importNode(drawing, true));
  } catch {
    place.replaceChildren(); // the link itself is there
  }
}

let count = 0;

/** A link with a button that copies it, and its QR code. */
export function shareLink(label, link, about = "") {
  count += 1;
  const field = h("input", { type: "text", readonly: true, value: link, id: `link-${count}`, onfocus: (event) => event.target.select() });
  const told = h("span", { role: "status", class: "copied" });
  const copy = h("button", {
    type: "button",
    onclick: async () => {
      try {
        await navigator.clipboard.writeText(link);
        told.textContent = t("Copied");
      } catch {
        field.focus();
        field.select();
        told.textContent = t("Press Ctrl+C to copy");
      }
    },
  }, t("Copy the link"));
  const code = h("div", { class: "qr" });
  drawCode(code, link);
  return h("div", { class: "link" }, h("label", { for: `link-${count}` }, label), about ? h("p", { class: "faint" }, about) : null,
    h("div", { class: "link-row" }, field, copy, told), code);
}

export const here = (path) => location.origin + path;
