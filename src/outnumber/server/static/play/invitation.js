// Before a game starts: the open seat, who may take it, and the links to share.

import { at } from "../shared/address.js";
import { readGame, renewToken, takeSeat } from "../shared/api.js";
import { h, part, say } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { nameOf } from "../shared/sentences.js";
import { here, shareLink } from "../shared/share.js";
import * as storage from "../shared/storage.js";
import { makerText, untilText } from "./presence.js";

/**
 * Whether this browser holds an invitation that has already been used elsewhere.
 * @param {api.State} state
 */
export function tooLate(state) {
  const { invite, token } = storage.game(state.id);
  return Boolean(invite) && !token && !state.you && state.state !== "open";
}

/** @param {api.State} state */
function aboutText(state) {
  const help = state.help
    ? t("Hints and verdicts are allowed for both players.")
    : t("Hints and verdicts are off for both players.");
  const words = { name: nameOf(state, 1), title: state.title, options: state.about };
  return `${state.about ? t("{name} wants to play {title} with you ({options}).", words) : t("{name} wants to play {title} with you.", words)} ${help}`;
}

export class Invitation {
  /**
   * @param {string} id
   * @param {{ invited: HTMLElement, waiting: HTMLElement, play: HTMLElement, dialog: HTMLDialogElement }} places
   * @param {(text: string) => void} refuse reports that the seat is not available
   */
  constructor(id, places, refuse) {
    this.id = id;
    this.places = places;
    this.refuse = refuse;
    const { invited, play } = places;
    part(invited, "form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.join();
    });
    part(invited, "#watch").addEventListener("click", () => {
      invited.hidden = true;
      play.hidden = false;
    });
  }

  /** @returns {HTMLInputElement} */
  get nameField() {
    return part(this.places.invited, "input");
  }

  join() {
    const { id, nameField: field } = this;
    const name = field.hidden ? "" : field.value.trim(); // hidden on a server in school mode
    if (!field.hidden) storage.set("name", name);
    const { invite, claim } = storage.game(id);
    const token = claim ?? storage.newToken();
    storage.keepGame(id, { claim: token });
    const body = { id: `seat-${token.slice(0, 12)}`, name, token };
    this.settle(takeSeat(id, invite, body), { token, you: 2, claim: null, invite: null, at: Date.now() });
  }

  /**
   * Store a new token once the server has accepted it. It is also stored before the request, so that the seat
   * survives a lost response.
   * @param {Promise<unknown>} asked
   * @param {import("../shared/storage.js").StoredGame} stored
   */
  async settle(asked, stored) {
    try {
      await asked;
    } catch (/** @type {any} */ refusal) {
      const found = await readGame(this.id, stored.token).catch(() => null);
      if (!found?.you) return this.refuse(refusal.message);
    }
    storage.keepGame(this.id, stored);
    location.reload();
  }

  /**
   * Show the invitation, the links while waiting for an opponent, or the board.
   * @param {api.State} state
   */
  draw(state) {
    const { invited, waiting, play } = this.places;
    const { invite, token } = storage.game(this.id);
    const open = state.state === "open";
    const free = open && !token && (state.opponent === "open" || invite);
    if (free && invited.hidden && play.hidden) {
      invited.hidden = false;
      part(invited, "#invited-text").textContent = aboutText(state);
      this.nameField.value = storage.setting("name", "");
    }
    if (!free) invited.hidden = true;
    say(part(invited, "#maker"), makerText(state));
    const waits = open && Boolean(state.you);
    if (waits && waiting.hidden) {
      part(waiting, "#waiting-text").textContent =
        state.opponent === "open"
          ? t("Your game is open for anyone to join while you stay on this page. You can also send the link.")
          : t("Send this link to your friend to let them take the second seat. It works once.");
      part(waiting, "#waiting-until").textContent = untilText(state);
      const path = state.opponent === "open" ? at(`/g/${this.id}`) : invite && at(`/g/${this.id}#invite=${invite}`);
      part(waiting, ".share").replaceChildren(path ? shareLink(t("Link"), here(path)) : "");
    }
    waiting.hidden = !waits;
    if (!free && !waits) play.hidden = false;
  }

  /**
   * Show the links to a game.
   * @param {api.State} state
   */
  share(state) {
    const { id } = this;
    const { token, invite } = storage.game(id);
    /** @type {HTMLElement[]} */
    const links = [];
    if (state.state === "open" && invite)
      links.push(
        shareLink(
          t("To play against you"),
          here(at(`/g/${id}#invite=${invite}`)),
          t("Lets one person take the second seat."),
        ),
      );
    links.push(shareLink(t("To watch"), here(at(`/g/${id}`)), t("People with this link can watch but not play.")));
    if (token) links.push(this.ownLink(token));
    part(this.places.dialog, "#share-body").replaceChildren(...links);
    this.places.dialog.showModal();
  }

  /** @param {string} token */
  ownLink(token) {
    const own = h("details", { class: "own-link" }, h("summary", {}, t("To continue on another device")));
    own.addEventListener("toggle", () => {
      if (!own.open || own.childElementCount > 1) return;
      own.append(
        shareLink(
          t("Your seat"),
          here(at(`/g/${this.id}#seat=${token}`)),
          t("Keep this link private: anyone who has it can play for you."),
        ),
        h("button", { id: "renew", onclick: () => this.renew(token) }, t("Create a new link")),
        h("p", { class: "faint" }, t("Use this if someone else has your link: the old one stops working everywhere.")),
      );
    });
    return own;
  }

  /** @param {string} old */
  renew(old) {
    const token = storage.newToken();
    storage.keepGame(this.id, { renewed: token });
    const asked = renewToken(this.id, old, { id: `token-${token.slice(0, 12)}`, token });
    this.settle(asked, { token, renewed: null });
  }
}
