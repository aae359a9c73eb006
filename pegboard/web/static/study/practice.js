// Discard practice with ten hands: choose two cards, and the table shows the cost.

import { cardView } from "../core/cards.js";
import { dialogue, frame, open } from "../core/dialog.js";
import { find, h } from "../core/dom.js";
import { ask } from "../core/http.js";
import { discardTable, printed, same } from "./discards.js";
import { hundredth, words } from "./words.js";

/** @import { Card } from "../core/protocol.d.ts" */
/** @import { DiscardRow, PracticeHand } from "../core/reviews.d.ts" */
/** @import { View } from "../core/page.d.ts" */

/**
 * Summary of the ten discards.
 *
 * @param {number[]} losses in points
 */
export const summed = (losses) => ({
  average: losses.reduce((sum, loss) => sum + loss, 0) / losses.length,
  best: losses.filter((loss) => loss <= 0).length,
});

/** The dialog; `open()` deals ten hands. @returns {View} */
export function view() {
  const dialog = dialogue("practice");
  /** @type {PracticeHand[]} */
  let hands = [];
  /** @type {number[]} */
  let losses = [];

  /** @param {string} text */
  const trouble = (text) => frame(dialog, words.practice, [h("p", { role: "alert", text })],
    [h("button", { type: "button", class: "primary", text: words.tenMore, onclick: deal })]);

  async function deal() {
    try {
      ({ answer: { hands } } = await ask("/api/practice"));
      losses = [];
      choosing();
    } catch {
      trouble(words.refused);
    }
  }

  /** Shows the hand to discard from. */
  function choosing() {
    const { cards, dealer } = hands[losses.length];
    /** @type {Card[]} */
    let chosen = [];
    const send = h("button", { type: "button", class: "primary", disabled: true, text: words.throwThese, onclick: () => weigh(cards, dealer, chosen) });
    /** @param {Card} card @param {HTMLElement} button */
    const tap = (card, button) => {
      chosen = chosen.includes(card) ? chosen.filter((each) => each !== card) : [...chosen, card].slice(-2);
      for (const each of buttons) each.setAttribute("aria-pressed", String(chosen.includes(each.dataset.card ?? "")));
      send.disabled = chosen.length !== 2;
      (chosen.length === 2 ? send : button).focus({ preventScroll: true });
    };
    /** @type {HTMLButtonElement[]} */
    const buttons = cards.map((card, n) => h("button", {
      type: "button", class: "counted", "data-card": card, "aria-pressed": "false", onclick: () => tap(card, buttons[n]),
    }, cardView(card)));
    const row = h("div", { class: "dealt", role: "group", "aria-label": words.hand }, ...buttons);
    frame(dialog, words.practice, [
      h("p", { class: "hint", text: losses.length ? words.handOf(losses.length + 1, hands.length) : words.practiceHow }),
      h("p", { class: "whose-crib", "data-own": dealer, text: dealer ? `★ ${words.ownCrib}` : `☆ ${words.theirCrib}` }),
      row, h("p", { class: "hint", text: words.chooseTwo }),
    ], [send]);
    buttons[0].focus({ preventScroll: true });
  }

  /** @param {Card[]} cards @param {boolean} dealer @param {Card[]} chosen */
  async function weigh(cards, dealer, chosen) {
    frame(dialog, words.practice, [h("p", { role: "status", text: words.weighing })]);
    /** @type {{ table?: DiscardRow[], fault?: string }} */
    let answer;
    try {
      ({ answer } = await ask(`/api/practice/discards?hand=${cards.join("")}&dealer=${dealer ? 1 : 0}`));
    } catch {
      answer = { fault: words.refused };
    }
    if (!answer.table) {
      trouble(answer.fault ?? words.refused);
      return;
    }
    const [best] = answer.table;
    const mine = answer.table.find((row) => same(row.cards, chosen)) ?? best;
    losses.push(Math.max(0, mine.behind));
    showResult(answer.table, mine);
  }

  /** @param {DiscardRow[]} table @param {DiscardRow} mine */
  function showResult(table, mine) {
    const last = losses.length === hands.length;
    const { average, best } = summed(losses);
    frame(dialog, words.practice, [
      h("p", { class: "hint", text: words.handOf(losses.length, hands.length) }),
      h("p", { role: "status", class: "study verdict" }, printed(mine.cards), " ",
        h("b", { text: mine.behind > 0 ? words.lost(hundredth(mine.behind)) : words.bestThrow })),
      last ? h("p", { class: "result", text: words.result(hundredth(average), best, losses.length) }) : null,
      discardTable(table, mine.cards),
    ], [h("button", { type: "button", class: "primary", text: last ? words.tenMore : words.nextHand, onclick: last ? deal : choosing })]);
    find(dialog, ".primary").focus({ preventScroll: true });
  }

  return {
    async open() {
      frame(dialog, words.practice, [h("p", { role: "status", text: words.practiceHow })]);
      open(dialog);
      await deal();
    },
  };
}
