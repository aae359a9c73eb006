// All 52 cards, one row per suit: one touch selects a card, or a rank and a suit on the keyboard.

import { find, h, setText, toggle } from "../core/dom.js";
import { RANKS, SUITS, cardName, isRed, printed, rankText, suitShape } from "../core/cards.js";
import { words } from "../core/words.js";

/** @import { Page } from "../core/page.d.ts" */
/** @import { Card } from "../core/protocol.d.ts" */

const ROW = RANKS.length;
/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -ROW, ArrowDown: ROW };

/**
 * The rank or suit of a key: `5`, `H`, `0` or `1` for ten; null for any other key.
 *
 * @param {string} key
 */
export function meaning(key) {
  const one = key === "1" || key === "0" ? "T" : key.toUpperCase();
  return one.length === 1 && (RANKS + SUITS).includes(one) ? one : null;
}

/**
 * The deck. `chosen(card)` is called with each selected card; cards with `taken(card)` are disabled.
 * The cards have the letters of the players' own pack.
 *
 * @param {{ chosen: (card: Card) => void, taken: (card: Card) => boolean, page: Page }} asked
 */
export function deck({ chosen, taken, page }) {
  let [rank, suit] = ["", ""];
  const cards = [...SUITS].flatMap((of) => [...RANKS].map((each) => each + of));
  const buttons = cards.map((card, n) => h("button", {
    type: "button", "data-card": card, class: isRed(card[1]) ? "red" : "black", "aria-label": cardName(card), tabindex: n ? "-1" : "0",
    onclick: () => choose(card),
  }, h("b", { text: rankText(card[0]) }), suitShape(card[1])));
  const rows = [...SUITS].map((of, n) => h("div", { class: "suit", role: "group", "aria-label": words.suits[of] },
    ...buttons.slice(n * ROW, (n + 1) * ROW)));
  const node = h("div", { class: "deck", role: "group", "aria-label": words.deck, onkeydown: walk }, ...rows);

  /** @param {Card} card */
  function choose(card) {
    if (taken(card)) return;
    [rank, suit] = ["", ""];
    stop(cards.indexOf(card));
    chosen(card);
    draw();
  }

  /** Tab reaches one card, the arrow keys the others. @param {number} n */
  function stop(n) {
    for (const [m, button] of buttons.entries()) button.tabIndex = m === n ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  function walk(event) {
    const at = buttons.findIndex((button) => button === event.target);
    const to = at + (STEPS[event.key] ?? 0);
    if (at < 0 || to === at || to < 0 || to >= cards.length) return;
    event.preventDefault();
    stop(to);
    buttons[to].focus();
  }

  function draw() {
    const letters = page.state?.pack?.letters;
    for (const [n, button] of buttons.entries()) {
      // Not `disabled`, so that the focus stays on a card that has just been taken.
      setText(find(button, "b"), printed(cards[n][0], letters));
      button.setAttribute("aria-disabled", String(taken(cards[n])));
      toggle(button, "data-half", (rank || suit) && (!rank || rank === cards[n][0]) && (!suit || suit === cards[n][1]));
    }
  }

  return {
    node,
    /** Clears a partially typed card and updates the taken cards. */
    clear() {
      [rank, suit] = ["", ""];
      draw();
    },
    /**
     * Handles a key press of the dialog.
     *
     * @param {KeyboardEvent} event
     */
    key(event) {
      const key = meaning(event.key);
      if (key === null || event.ctrlKey || event.altKey || event.metaKey) return;
      if (RANKS.includes(key)) rank = key;
      else suit = key;
      if (rank && suit && !taken(rank + suit)) choose(rank + suit);
      else draw();
    },
  };
}
