// Before a game: the second seat, who may take it, and the links to hand on.

import { readGame, renewToken, takeSeat } from "../shared/api.js";
import { $, h, say } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { nameOf } from "../shared/sentences.js";
import { here, shareLink } from "../shared/share.js";
import * as storage from "../shared/storage.js";
import { makerText, untilText } from "./presence.js";

/** Whether this browser was sent an invitation that somebody has used. */
export function tooLate(state) {
  const { invite, token } = storage.game(state.id);
  return Boolean(invite) && !token && !state.you && state.state !== "open";
}

function about(state) {
  const help = state.help
    ? t("Hints and verdicts are allowed, for both of you.")
    : t("Hints and verdicts are off, for both of you.");
  const words = { name: nameOf(state, 1), title: state.title, options: state.about };
  return `${state.about ? t("{name} wants to play {title} with you ({options}).", words) : t("{name} wants to play {title} with you.", words)} ${help}`;
}

/** Show what stands between somebody and the table, or the table. */
export function drawInvitation(state) {
  const { invite, token } = storage.game(state.id);
  const free = state.state === "open" && !token && (state.opponent === "open" || invite);
  const waiting = state.state === "open" && Boolean(state.you);
  if (free && $("invited").hidden && $("play").hidden) {
    $("invited").hidden = false;
    $("invited-text").textContent = about(state);
    $("join-name").value = storage.setting("name", "");
  }
  if (!free) $("invited").hidden = true;
  say($("maker"), makerText(state));
  if (waiting && $("waiting").hidden) {
    $("waiting-text").textContent =
      state.opponent === "open"
        ? t("Your game is listed for anybody to join, as long as you stay on this page. You can also send the link.")
        : t("Send this link to your friend. It takes the second seat, once.");
    $("waiting-until").textContent = untilText(state);
    const link = state.opponent === "open" ? here(`/g/${state.id}`) : invite && here(`/g/${state.id}#invite=${invite}`);
    $("waiting")
      .querySelector(".share")
      .replaceChildren(link ? shareLink(t("The link"), link) : "");
  }
  $("waiting").hidden = !waiting;
  if (!free && !waiting) $("play").hidden = false;
}

/** A change of one's token that is kept before it is sent: if the answer is lost, the seat is not. */
async function safely(id, token, change) {
  try {
    await change();
  } catch (refusal) {
    const mine = await readGame(id, token).then(
      (found) => found.you,
      () => null,
    );
    if (!mine) throw refusal;
  }
}

/** `refuse` is called with words where the seat cannot be had; `state` gives the game. */
export function openInvitation(id, state, refuse) {
  $("join").addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = $("join-name");
    const name = field.hidden ? "" : field.value.trim(); // hidden on a server for a school
    if (!field.hidden) storage.set("name", name);
    const { invite, claim = storage.newToken() } = storage.game(id);
    storage.keepGame(id, { claim });
    try {
      await safely(id, claim, () => takeSeat(id, invite, { id: `seat-${claim.slice(0, 12)}`, name, token: claim }));
    } catch (refusal) {
      return refuse(refusal.message);
    }
    storage.keepGame(id, { token: claim, you: 2, claim: null, invite: null, at: Date.now() });
    location.reload();
  });
  $("watch").addEventListener("click", () => {
    $("invited").hidden = true;
    $("play").hidden = false;
  });
  $("share-button").addEventListener("click", () => share(id, state(), refuse));
}

function share(id, state, refuse) {
  const { token, invite } = storage.game(id);
  const parts = [];
  if (state.state === "open" && invite)
    parts.push(
      shareLink(t("To play against you"), here(`/g/${id}#invite=${invite}`), t("Takes the second seat, once.")),
    );
  parts.push(shareLink(t("To watch"), here(`/g/${id}`), t("Whoever has this link can only watch.")));
  if (token) {
    const own = h("details", { class: "own-link" }, h("summary", {}, t("To go on yourself on another device")));
    own.addEventListener("toggle", () => {
      if (!own.open || own.childElementCount > 1) return;
      own.append(
        shareLink(
          t("Your own seat"),
          here(`/g/${id}#seat=${token}`),
          t("Keep it to yourself: whoever has it can play for you."),
        ),
        h("button", { type: "button", id: "renew", onclick: () => renew(id, refuse) }, t("Make a new link")),
        h("p", { class: "faint" }, t("If somebody else has it: the old link stops working everywhere.")),
      );
    });
    parts.push(own);
  }
  $("share-body").replaceChildren(...parts);
  $("share-dialog").showModal();
}

async function renew(id, refuse) {
  const token = storage.newToken();
  storage.keepGame(id, { renewed: token });
  try {
    await safely(id, token, () => renewToken(id, storage.game(id).token, { id: `token-${token.slice(0, 12)}`, token }));
  } catch (refusal) {
    return refuse(refusal.message);
  }
  storage.keepGame(id, { token, renewed: null });
  location.reload();
}
