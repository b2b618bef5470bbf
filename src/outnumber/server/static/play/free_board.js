// The page with a board for any position. Its address has game, options and moves, and changes with them.

import { position } from "../shared/api.js";
import { whyText } from "../shared/board/hints.js";
import { onNumber } from "../shared/board/number_entry.js";
import { drawSteps, onSteps } from "../shared/board/steps.js";
import { Study } from "../shared/board/study_board.js";
import { $, h, tellIn } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { fillOptions, onPresets, optionsOf, showOptions } from "../shared/options.js";
import { onRules } from "../shared/rules_sheet.js";
import { boardPath, here, shareLink } from "../shared/share.js";
import { onKey } from "../shared/shell.js";

const asked = new URLSearchParams(location.search);
const game = asked.get("game") ?? $("study").dataset.ready;
const options = Object.fromEntries([...asked].filter(([name]) => !["game", "moves", "lang"].includes(name)));
const given = (asked.get("moves") ?? "").split(/[\s,]+/).filter(Boolean);

const tell = (text, bad = false) => tellIn($("status"), text, bad, study.now?.turn);
const study = new Study(game, options, { tracks: $("tracks"), pool: $("pool"), tell, changed });

const address = () => boardPath({ game, options }, study.moves);

function changed() {
  const { line, ply, others, found, full } = study;
  history.replaceState(null, "", address());
  $("title").textContent = full.title;
  $("subtitle").textContent = full.about;
  $("rules-link").href = `/rules/${game}`;
  drawSteps(ply, line.length);
  $("filter-label").hidden = !study.pool.long;
  $("why").hidden = !found || found.over;
  if (!$("why").hidden) $("why").textContent = whyText(found, t("Player {seat}", { seat: found.to_move }));
  $("others").hidden = !others.length;
  $("other-lines").replaceChildren(
    ...others.map((each) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
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
  if ($("picture-panel").open) draw();
}

async function draw() {
  const moves = study.moves.join();
  try {
    const image = await study.picture();
    if (moves === study.moves.join()) $("picture").replaceChildren(image);
  } catch (refusal) {
    $("picture").replaceChildren(h("p", { class: "faint" }, refusal.message));
  }
}

onSteps(
  () => study.ply,
  (ply) => study.go(ply),
);
$("verdicts").addEventListener("change", () => {
  study.verdicts = $("verdicts").checked;
  study.draw();
});
$("filter").addEventListener("change", () => {
  study.filter = $("filter").checked;
  study.draw();
});
$("picture-panel").addEventListener("toggle", () => $("picture-panel").open && draw());
$("share-button").addEventListener("click", () => {
  $("share-body").replaceChildren(shareLink(t("This position"), here(address())));
  $("share-dialog").showModal();
});
const form = $("another");
$("game").addEventListener("change", () => showOptions(form, $("game").value));
onPresets(form);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const next = { game: $("game").value, options: optionsOf(form, $("game").value) };
  $("problem").textContent = "";
  try {
    // What a game refuses is told where it was chosen.
    await position({ ...next, moves: [] });
    location.href = boardPath(next, []);
  } catch (refusal) {
    $("problem").textContent = refusal.message;
  }
});
onRules(() => game);
onKey("v", () => $("verdicts").click());
onNumber({
  play: (number) => study.play(number),
  find: (number) => study.pool?.find(number),
  refuse: (text) => tell(text, true),
});

async function start() {
  const line = given.map(Number);
  try {
    if (!line.every(Number.isSafeInteger))
      throw new Error(
        t("{text} is not a number.", { text: given[line.findIndex((each) => !Number.isSafeInteger(each))] }),
      );
    await study.show(line);
    $("play").hidden = false;
  } catch (refusal) {
    // A link that is wrong in one move is still good for the game.
    await study.show([]).then(
      () => {
        $("play").hidden = false;
      },
      () => {},
    );
    tell(refusal.message, true);
  }
  // A page that was kept for offline may be of another game.
  if (study.now) $("game").value = game;
  showOptions(form, $("game").value);
  if (study.now) fillOptions(form, study.now.game, study.now.options);
  // Not before what is above it: it would move away from under a thumb.
  form.hidden = false;
}

start();
