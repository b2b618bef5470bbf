// The rules in a sheet over the page, with a game to try: nobody has to leave theirs for it.

import { $, h } from "./dom.js";
import { t } from "./language.js";
import { example } from "./rules_example.js";

const sheets = new Map();

async function sheetOf(game, address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const article = document.importNode(page.querySelector("article.rules"), true);
  article.querySelector(".go")?.remove();
  article.querySelector(".art")?.remove();
  article.querySelector("#example")?.remove();
  article.className = "rules";
  const heading = article.querySelector("h1");
  heading.replaceWith(h("h2", { id: "sheet-title", class: "sheet-title" }, heading.textContent));
  const sheet = h(
    "dialog",
    { class: "sheet", "aria-labelledby": "sheet-title" },
    h(
      "form",
      { method: "dialog" },
      h("button", { class: "round close", "aria-label": t("Close") }, h("span", { "aria-hidden": "true" }, "×")),
    ),
    article,
    example(game),
  );
  sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
  return sheet;
}

/** Open the rules that the link on the page leads to in a sheet; where that fails, the link leads there. `game` tells which. */
export function onRules(game) {
  $("rules-link").addEventListener("click", async (event) => {
    const name = game();
    if (!name || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { href } = $("rules-link");
    try {
      if (!sheets.has(name)) sheets.set(name, await sheetOf(name, href));
    } catch {
      location.href = href;
      return;
    }
    const sheet = sheets.get(name);
    if (!sheet.isConnected) document.body.append(sheet);
    if (!sheet.open) sheet.showModal();
    sheet.scrollTop = 0;
  });
}
