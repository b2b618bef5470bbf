// The rules in a dialog over the page, with a practice game, so that players can read them without leaving their game.

import { h, part } from "./dom.js";
import { t } from "./language.js";
import { example } from "./rules_example.js";

/** @type {Map<string, HTMLDialogElement>} */
const sheets = new Map();

/**
 * @param {string} game
 * @param {string} address
 */
async function sheetOf(game, address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const article = document.importNode(part(page, "article.rules"), true);
  for (const left of article.querySelectorAll(".go, .art, #example")) left.remove();
  article.className = "rules";
  const heading = part(article, "h1");
  heading.replaceWith(h("h2", { id: "sheet-title", class: "sheet-title" }, heading.textContent));
  const sheet = h(
    "dialog",
    { class: "sheet", "aria-labelledby": "sheet-title" },
    h(
      "form",
      { method: "dialog" },
      h(
        "button",
        { type: "submit", class: "round close", "aria-label": t("Close") },
        h("span", { "aria-hidden": "true" }, "×"),
      ),
    ),
    article,
    example(game),
  );
  sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
  return sheet;
}

/**
 * Open the rules in a dialog instead of following the link to them; if that fails, follow the link.
 * @param {HTMLAnchorElement} link
 * @param {() => string | undefined} game
 */
export function onRules(link, game) {
  link.addEventListener("click", async (event) => {
    const name = game();
    if (!name || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { href } = link;
    const sheet = sheets.get(name) ?? (await sheetOf(name, href).catch(() => null));
    if (!sheet) {
      location.href = href;
      return;
    }
    sheets.set(name, sheet);
    if (!sheet.isConnected) document.body.append(sheet);
    if (!sheet.open) sheet.showModal();
    sheet.scrollTop = 0;
  });
}
