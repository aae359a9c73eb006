// A card by two touches: thirteen ranks and four suits to tap, in either order, or to type.

import { h, toggle } from "../core/dom.js";
import { RANKS, SUITS, isRed, rankText, suitShape } from "../core/cards.js";
import { words } from "../core/words.js";

/** @import { Card } from "../core/protocol.d.ts" */

/**
 * The rank or suit that a key means: `5`, `H`, `0` or `1` for ten; null for any other key.
 *
 * @param {string} key
 */
export function meaning(key) {
  const one = key === "1" || key === "0" ? "T" : key.toUpperCase();
  return one.length === 1 && (RANKS + SUITS).includes(one) ? one : null;
}

/**
 * `chosen(card)` is called with each card; one for which `taken(card)` holds cannot be chosen.
 *
 * @param {{ chosen: (card: Card) => void, taken: (card: Card) => boolean }} asked
 */
export function cardGrids({ chosen, taken }) {
  let [rank, suit] = ["", ""];
  const rankNodes = [...RANKS].map((each) => h("button", {
    type: "button", "data-rank": each, onclick: () => choose(each, suit),
  }, rankText(each)));
  const suitNodes = [...SUITS].map((each) => h("button", {
    type: "button", "data-suit": each, class: isRed(each) ? "red" : "black", "aria-label": words.suits[each],
    onclick: () => choose(rank, each),
  }, suitShape(each)));

  /** @param {string} newRank @param {string} newSuit */
  function choose(newRank, newSuit) {
    [rank, suit] = [newRank, newSuit];
    const card = rank && suit && !taken(rank + suit) ? rank + suit : null;
    if (card) [rank, suit] = ["", ""];
    draw();
    if (card) chosen(card);
  }

  function draw() {
    for (const node of rankNodes) {
      node.setAttribute("aria-pressed", String(node.dataset.rank === rank));
      toggle(node, "disabled", suit ? taken(node.dataset.rank + suit) : false);
    }
    for (const node of suitNodes) {
      node.setAttribute("aria-pressed", String(node.dataset.suit === suit));
      toggle(node, "disabled", rank ? taken(rank + node.dataset.suit) : false);
    }
  }

  return {
    nodes: [
      h("div", { class: "grid ranks", role: "group", "aria-label": words.rank }, ...rankNodes),
      h("div", { class: "grid suits", role: "group", "aria-label": words.suit }, ...suitNodes),
    ],
    /** Forgets half a card, and looks again at what is taken. */
    clear() {
      [rank, suit] = ["", ""];
      draw();
    },
    /**
     * A key that was pressed in the dialogue.
     *
     * @param {KeyboardEvent} event
     */
    key(event) {
      const key = meaning(event.key);
      if (key === null || event.ctrlKey || event.altKey || event.metaKey) return;
      if (RANKS.includes(key)) choose(key, suit);
      else choose(rank, key);
    },
  };
}
