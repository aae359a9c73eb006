// Corrects a card of the deal during play: the likeliest first, then any. Later lines are kept.

import { h, setText } from "../core/dom.js";
import { cardName, cardView } from "../core/cards.js";
import { dialogue, frame, open } from "../core/dialog.js";
import { words } from "../core/words.js";
import { deck } from "./deck.js";

/** @import { Page } from "../core/page.d.ts" */
/** @import { Card, WatchedLine } from "../core/protocol.d.ts" */

/** Suits that are confused with each other. @type {Record<string, string>} */
const TWINS = { C: "S", S: "C", H: "D", D: "H" };

/**
 * @param {Page} page
 * @param {import("./words/words.d.ts").Words} say
 */
export function mender(page, say) {
  const dialog = dialogue("mend");
  /** @type {WatchedLine | null} */
  let line = null;
  const cardsOnTable = () => page.state?.watch?.lines.map(({ card }) => card) ?? [];
  const cards = deck({ taken: (card) => cardsOnTable().includes(card), chosen: send, page });
  const problem = h("p", { class: "problem", role: "alert" });

  /** @param {Card} card */
  async function send(card) {
    const { seq } = page.state ?? {};
    if (line === null || seq === undefined) return;
    const action = line.action.replace(line.card, card);
    const { ok, text } = await page.dispatch({ edit: { at: line.at, seq, action } }, { quiet: true });
    setText(problem, text);
    if (ok) dialog.close();
  }

  /** @param {Card} card */
  const option = (card) => h("button", { type: "button", class: "option", "data-card": card, onclick: () => send(card) },
    cardView(card), h("span", { text: words.itIs(cardName(card)) }));

  dialog.addEventListener("keydown", (event) => cards.key(event));
  return {
    /** @param {WatchedLine} which */
    open(which) {
      line = which;
      const likely = [...new Set([...which.likely, which.card.charAt(0) + TWINS[which.card.charAt(1)]])];
      const free = likely.filter((card) => !cardsOnTable().includes(card));
      cards.clear();
      setText(problem, "");
      frame(dialog, words.cardTitle(cardName(which.card)), [
        h("div", { class: "options" }, ...free.map(option)), h("p", { class: "how", text: say.mendHow }), cards.node, problem,
      ], [h("button", { type: "button", text: words.cancel, onclick: () => dialog.close() })]);
      open(dialog, ".deck [tabindex='0']");
    },
  };
}
