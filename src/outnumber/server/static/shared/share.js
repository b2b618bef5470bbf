// Links to share, each with a QR code.

import { at, root } from "./address.js";
import { qr } from "./api.js";
import { drawing, h } from "./dom.js";
import { t } from "./language.js";

/**
 * Draw the QR code of a link.
 * @param {HTMLElement} place
 * @param {string} link
 */
export async function drawCode(place, link) {
  try {
    const code = drawing(await qr(link));
    code.setAttribute("viewBox", `0 0 ${code.getAttribute("width")} ${code.getAttribute("height")}`);
    code.setAttribute("role", "img");
    code.setAttribute("aria-label", t("QR code for this link"));
    place.replaceChildren(code);
  } catch {
    place.replaceChildren(); // the link itself remains visible
  }
}

let count = 0;

/**
 * Copy a text, and return a message about the result. `field` shows the text, for browsers that copy only a selection.
 * @param {string} text
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 */
export async function copied(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return t("Copied");
  } catch {
    field.focus();
    field.select();
    // Over plain HTTP, this is the only way to copy.
    return document.execCommand("copy") ? t("Copied") : t("Press Ctrl+C to copy");
  }
}

/**
 * A text to share, with buttons that copy and send it; `sent` is passed to the system's share dialog.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @param {string} text
 * @param {string} copyLabel
 * @param {ShareData} sent
 */
function handOn(field, text, copyLabel, sent) {
  const told = h("span", { role: "status", class: "copied" });
  const copy = h(
    "button",
    {
      onclick: async () => {
        told.textContent = await copied(text, field);
      },
    },
    copyLabel,
  );
  // Browsers offer the share dialog only over HTTPS or on localhost.
  const send =
    "share" in navigator
      ? h("button", { class: "send", onclick: () => navigator.share(sent).catch(() => {}) }, t("Send …"))
      : null;
  return h("div", { class: "link-row" }, field, copy, send, told);
}

/**
 * A link with a copy button and its QR code.
 * @param {string} label
 * @param {string} link
 * @param {string} [about]
 */
export function shareLink(label, link, about = "") {
  count += 1;
  const field = h("input", {
    type: "text",
    readonly: true,
    value: link,
    id: `link-${count}`,
    onfocus: () => field.select(),
  });
  const near =
    document.body.dataset.reach === ""
      ? h(
          "p",
          { class: "note" },
          t("This link works only on this device, because other devices cannot reach the server."),
        )
      : null;
  const code = h("div", { class: "qr" });
  drawCode(code, link);
  return h(
    "div",
    { class: "link" },
    h("label", { for: `link-${count}` }, label),
    about ? h("p", { class: "faint" }, about) : null,
    near,
    handOn(field, link, t("Copy the link"), { url: link }),
    code,
  );
}

/**
 * A few lines of text with a link below, to share as they are.
 * @param {string} label
 * @param {string} text
 * @param {string} link
 */
export function shareText(label, text, link) {
  count += 1;
  const whole = `${text}\n${link}`;
  const field = h("textarea", { readonly: true, rows: 5, id: `link-${count}`, onfocus: () => field.select() }, whole);
  return h(
    "div",
    { class: "link" },
    h("label", { for: `link-${count}` }, label),
    handOn(field, whole, t("Copy"), { text, url: link }),
  );
}

/**
 * The code that shows a page below /embed/ in another site.
 * @param {string} path without the prefix of the site
 * @param {string} title
 */
export function shareEmbed(path, title) {
  count += 1;
  const from = here(at(`/embed${path}`)).replaceAll("&", "&amp;");
  const code = `<iframe src="${from}" title="${title}" width="100%" height="760" loading="lazy"></iframe>`;
  const field = h("textarea", { readonly: true, rows: 4, id: `link-${count}`, onfocus: () => field.select() }, code);
  return h(
    "details",
    { class: "own-link" },
    h("summary", {}, t("Show it in a web page")),
    h("label", { for: `link-${count}` }, t("Code for the web page")),
    handOn(field, code, t("Copy"), { text: code }),
  );
}

/**
 * The address of a page for other devices: replace host names that work only on the server's own machine.
 * @param {string} path
 */
export function here(path) {
  const reach = document.body.dataset.reach || location.origin;
  // Without a server, a shell shows the pages: the path follows its address.
  return reach + (reach.endsWith("#") ? path.slice(root.length) : path);
}

/**
 * The link to the analysis board for a position: game, options and moves in the form that `outnumber solve` takes.
 * @param {{ game: string, options: Record<string, any> }} rules
 * @param {number[]} moves
 */
export function boardPath({ game, options }, moves) {
  const query = new URLSearchParams({ game, ...options });
  if (moves.length) query.set("moves", moves.join(","));
  return at(`/board?${query.toString().replaceAll("%2C", ",")}`);
}
