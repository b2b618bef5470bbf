// The analysis board, for any position. Its address holds the game, the options and the moves, and changes with them.

import { at, embedded, root } from "../shared/address.js";
import { position } from "../shared/api.js";
import { explain } from "../shared/board/hints.js";
import { drawSteps, onSteps } from "../shared/board/steps.js";
import { Study } from "../shared/board/study_board.js";
import { $, h, tellIn } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { fillOptions, onPresets, optionsOf, showOptions } from "../shared/options.js";
import { onRules } from "../shared/rules_sheet.js";
import { boardPath, here, shareEmbed, shareLink } from "../shared/share.js";
import { onKey } from "../shared/shell.js";
import { soundButton } from "../shared/sound.js";

const asked = new URLSearchParams(location.search);
const game = asked.get("game") ?? $("study").dataset.ready ?? "";
const options = Object.fromEntries([...asked].filter(([name]) => !["game", "moves", "lang"].includes(name)));
const given = (asked.get("moves") ?? "").split(/[\s,]+/).filter(Boolean);

const verdicts = $("verdicts", HTMLInputElement);
const picture = $("picture-panel", HTMLDetailsElement);
const dialog = $("share-dialog", HTMLDialogElement);
const rulesLink = $("rules-link", HTMLAnchorElement);
const form = $("another", HTMLFormElement);
const choice = $("game", HTMLSelectElement);

/** @type {(text: string, bad?: boolean) => void} */
const tell = (text, bad = false) => tellIn($("status"), text, bad, study.now?.turn);
const places = { rows: $("tracks"), pool: $("pool"), typed: $("typed", HTMLFormElement), filter: $("filter-label") };
const study = new Study(game, options, places, tell, changed);

const address = () => boardPath({ game, options }, study.moves);

function changed() {
  const { line, ply, others, found, full } = study;
  if (!embedded()) history.replaceState(null, "", address());
  $("title").textContent = full?.title ?? "";
  $("subtitle").textContent = full?.about ?? "";
  rulesLink.href = at(`/rules/${game}`);
  drawSteps($("steps"), ply, line.length);
  explain($("why"), found, t("Player {seat}", { seat: found?.to_move }));
  $("others").hidden = !others.length;
  $("other-lines").replaceChildren(
    ...others.map((each) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            class: "quiet",
            onclick: () => {
              study.others = [line, ...others.filter((other) => other !== each)];
              study.attempt(() => study.show(each));
            },
          },
          each.join(" "),
        ),
      ),
    ),
  );
  if (picture.open) draw();
}

async function draw() {
  const moves = study.moves.join();
  const image = await study.picture().catch(({ message }) => h("p", { class: "faint" }, message));
  if (moves === study.moves.join()) $("picture").replaceChildren(image);
}

soundButton(document.getElementById("sounds"));
onSteps(
  $("steps"),
  () => study.ply,
  (ply) => study.go(ply),
);
verdicts.addEventListener("change", () => {
  study.verdicts = verdicts.checked;
  study.draw();
});
picture.addEventListener("toggle", () => picture.open && draw());
$("share-button").addEventListener("click", () => {
  const link = address();
  $("share-body").replaceChildren(
    shareLink(t("This position"), here(link)),
    shareEmbed(link.slice(root.length), $("title").textContent ?? ""),
  );
  dialog.showModal();
});
choice.addEventListener("change", () => showOptions(form, choice.value));
onPresets(form);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const next = { game: choice.value, options: optionsOf(form, choice.value) };
  $("problem").textContent = "";
  try {
    // Check the options here, so that a refusal appears next to the form.
    await position({ ...next, moves: [] });
    location.href = boardPath(next, []);
  } catch (/** @type {any} */ refusal) {
    $("problem").textContent = refusal.message;
  }
});
onRules(rulesLink, () => game);
onKey("v", () => verdicts.click());

async function start() {
  const line = given.map(Number);
  try {
    if (!line.every(Number.isSafeInteger))
      throw new Error(
        t("{text} is not a number.", { text: given[line.findIndex((each) => !Number.isSafeInteger(each))] }),
      );
    await study.show(line);
    $("play").hidden = false;
  } catch (/** @type {any} */ refusal) {
    // If one move in the link is invalid, the game and its options can still be used.
    await study.show([]).then(
      () => {
        $("play").hidden = false;
      },
      () => {},
    );
    tell(refusal.message, true);
  }
  // A page cached for offline use may be of another game.
  if (study.now) choice.value = game;
  showOptions(form, choice.value);
  if (study.now) fillOptions(form, study.now.game, study.now.options);
  // Shown last: content that appears above the form would move it while the player is about to tap.
  form.hidden = embedded();
}

start();
