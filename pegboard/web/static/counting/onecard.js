// Corrects one card of an offered hand; the others stay as they are.

import { h, dialogById, setText } from "../core/dom.js";
import { cardName, cardView } from "../core/cards.js";
import { done, frame, open } from "../core/dialog.js";
import { words } from "../core/words.js";
import { deck } from "./deck.js";
import { closeUp } from "./picture.js";

/** @import { Answer, Page } from "../core/page.d.ts" */
/** @import { Card, Correction } from "../core/protocol.d.ts" */
/** @import { StillOffer } from "./still.d.ts" */

/**
 * The dialog. `change(what)` sends the correction; its promise tells whether it was accepted.
 *
 * @param {(what: Correction) => Promise<Answer>} change @param {Page} page
 */
export function oneCard(change, page) {
  const dialog = dialogById("card");
  /** @type {StillOffer | null} */
  let offer = null;
  /** @type {Card | null} */
  let card = null;
  /** @param {Card} each */
  const isTaken = (each) => each !== card && offer !== null && (offer.cards.includes(each) || offer.starter === each);
  const cards = deck({ taken: isTaken, chosen: (really) => send({ card, to: really }), page });
  const problem = h("p", { class: "problem", role: "alert" });

  /** @param {Correction} what */
  async function send(what) {
    const answer = await change(what);
    if (answer.ok) done(dialog);
    else setText(problem, answer.text);
  }

  /** @param {Card} each @param {Correction} what @param {string} text */
  const option = (each, what, text) => h("button", { type: "button", class: "option", "data-card": each, onclick: () => send(what) },
    cardView(each), h("span", { text }));

  /** @param {StillOffer} of @param {Card | null} which */
  function draw(of, which) {
    const cancel = h("button", { type: "button", text: words.cancel, onclick: () => dialog.close() });
    cards.clear();
    setText(problem, "");
    const how = [h("p", { class: "how", text: words.oneHow }), cards.node, problem];
    if (which === null) {
      frame(dialog, words.addTitle, how, [cancel]);
      return;
    }
    const seen = closeUp(of, which);
    const others = (of.others[which] ?? []).filter((each) => !isTaken(each));
    if (of.doubtful.includes(which)) others.unshift(which);
    const options = others.map((each) => option(each, { card: which, to: each }, words.itIs(cardName(each))));
    const away = h("button", { type: "button", class: "away", text: words.takeAway, onclick: () => send({ card: which, to: null }) });
    const turn = h("button", { type: "button", class: "turn", text: words.swapStarter, onclick: () => send({ starter: which }) });
    frame(dialog, words.cardTitle(cardName(which)),
      [seen || options.length ? h("div", { class: "asked" }, seen, h("div", { class: "options" }, ...options)) : null, ...how],
      which === of.starter ? [cancel, away] : [cancel, away, turn]);
  }

  dialog.addEventListener("keydown", (event) => cards.key(event));
  return {
    /**
     * Opens for one card of the offer; for null, to add a missing card.
     *
     * @param {StillOffer} of
     * @param {Card | null} which
     */
    open(of, which) {
      [offer, card] = [of, which];
      draw(of, which);
      open(dialog, ".deck [tabindex='0']");
    },
    close: () => dialog.close(),
  };
}
