// One card of an offered hand put right: the others stay as they are.

import { h, byId, setText } from "../core/dom.js";
import { cardName, cardView } from "../core/cards.js";
import { done, frame, open } from "../core/dialog.js";
import { cardGrids } from "./grids.js";
import { closeUp } from "./picture.js";
import { words } from "../core/words.js";

/** `change(what)` is called with what is to change; the promise says whether it was taken. */
export function oneCard(change) {
  const dialog = byId("card");
  let [offer, card] = [null, null];
  const all = () => [...offer.cards, offer.starter].filter(Boolean);
  const taken = (each) => each !== card && all().includes(each);
  const grids = cardGrids({ taken, chosen: (really) => send({ card, to: really }) });
  const problem = h("p", { class: "problem", role: "alert" });

  async function send(what) {
    const answer = await change(what);
    if (answer.ok) done(dialog);
    else setText(problem, answer.text);
  }

  const option = (each, what, text) => h("button", { type: "button", class: "option", "data-card": each, onclick: () => send(what) },
    cardView(each), h("span", { text }));

  function draw() {
    const seen = card === null ? null : closeUp(offer, card);
    const others = card === null ? [] : (offer.others[card] ?? []).filter((each) => !taken(each));
    const options = others.map((each) => option(each, { card, to: each }, words.itIs(cardName(each))));
    if (card !== null && offer.doubtful.includes(card)) options.unshift(option(card, { card, to: card }, words.itIs(cardName(card))));
    const foot = [h("button", { type: "button", text: words.cancel, onclick: () => dialog.close() })];
    if (card !== null) {
      foot.push(h("button", { type: "button", class: "away", text: words.takeAway, onclick: () => send({ card, to: null }) }));
      if (card !== offer.starter) foot.push(h("button", { type: "button", class: "turn", text: words.swapStarter, onclick: () => send({ starter: card }) }));
    }
    grids.clear();
    setText(problem, "");
    frame(dialog, card === null ? words.addTitle : words.cardTitle(cardName(card)), [
      seen || options.length ? h("div", { class: "asked" }, seen, h("div", { class: "options" }, ...options)) : null,
      h("p", { class: "how", text: words.oneHow }), ...grids.nodes, problem,
    ].filter(Boolean), foot);
  }

  dialog.addEventListener("keydown", (event) => grids.key(event));
  return {
    /** Opens for one card of the offer; for null, a card that is missing. */
    open(of, which) {
      [offer, card] = [of, which];
      draw();
      open(dialog, "[data-rank]");
    },
    close: () => dialog.close(),
  };
}
