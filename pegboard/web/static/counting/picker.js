// Enters a hand by touch: all 52 cards, one touch each.

import { h, dialogById, setText, toggle } from "../core/dom.js";
import { cardView } from "../core/cards.js";
import { done as finished, frame, open } from "../core/dialog.js";
import { words } from "../core/words.js";
import { deck } from "./deck.js";

/** @import { KnownHand, Page, View } from "../core/page.d.ts" */
/** @import { Card } from "../core/protocol.d.ts" */

/**
 * The places of a hand, the starter's last. If there are more cards than in a hand and no known
 * starter, the next card takes its place until corrected.
 *
 * @param {Card[]} cards
 * @param {Card | null} starter
 * @param {number} size number of cards in a hand
 * @returns {(Card | null)[]}
 */
export const slotsOf = (cards, starter, size) =>
  [...Array.from({ length: size }, (_, n) => cards[n] ?? null), starter ?? cards[size] ?? null];

/**
 * The place to fill next: the first empty one, else the first doubtful one, else the first.
 *
 * @param {(Card | null)[]} slots
 * @param {Card[]} doubtful
 */
export function nextSlot(slots, doubtful) {
  const empty = slots.indexOf(null);
  const doubt = slots.findIndex((card) => card !== null && doubtful.includes(card));
  return empty >= 0 ? empty : Math.max(0, doubt);
}

/**
 * The dialog.
 *
 * @param {Page} page
 * @returns {View}
 */
export function view(page) {
  const dialog = dialogById("picker");
  let hand = 0;
  /** @type {(Card | null)[]} */
  let slots = [];
  /** @type {Card[]} */
  let doubtful = [];
  let active = 0;
  /** @type {number | undefined} */
  let seat;

  /** @type {HTMLButtonElement[]} */
  let slotNodes = [];
  const places = h("div", { class: "slots" });
  /** @param {Card} card */
  const isTaken = (card) => slots.includes(card) && slots[active] !== card;
  const all = deck({ taken: isTaken, chosen: place, page });
  const problem = h("p", { class: "problem", role: "alert" });
  const done = h("button", { type: "button", class: "primary", text: words.countThem, onclick: () => finish() });
  const clear = h("button", { type: "button", text: words.clear, onclick: () => start([], null, []) });
  const swap = h("button", { type: "button", text: words.swapStarter, onclick: () => makeStarter() });

  frame(dialog, words.pickerTitle, [
    places, h("p", { class: "how", text: words.pickerHow }), all.node, problem,
  ], [clear, swap, done]);

  /** @param {number} size */
  function lay(size) {
    hand = size;
    slotNodes = slotsOf([], null, hand).map((_, n) => h("button", {
      type: "button", class: n === hand ? "slot starter" : "slot", "data-slot": n, onclick: () => activate(n),
    }));
    places.replaceChildren(...slotNodes);
  }

  /** @param {Card[]} cards @param {Card | null} starter @param {Card[]} doubts */
  function start(cards, starter, doubts) {
    slots = slotsOf(cards, starter, hand);
    doubtful = doubts.filter((card) => slots.includes(card));
    setText(problem, "");
    activate(nextSlot(slots, doubtful));
  }

  /** @param {number} n */
  function activate(n) {
    active = n;
    all.clear();
    draw();
  }

  /** @param {Card} card */
  function place(card) {
    setText(problem, "");
    doubtful = doubtful.filter((each) => each !== card && each !== slots[active]);
    slots[active] = card;
    activate(nextSlot(slots, doubtful));
  }

  function makeStarter() {
    [slots[active], slots[hand]] = [slots[hand], slots[active]];
    activate(hand);
  }

  async function finish() {
    const answer = await page.dispatch({ cards: slots.slice(0, hand).filter((card) => card !== null), starter: slots[hand], ...(seat === undefined ? {} : { seat }) }, { quiet: true });
    if (answer.ok) finished(dialog);
    else setText(problem, answer.text);
  }

  function draw() {
    slotNodes.forEach((node, n) => {
      const label = n === hand ? words.starter : words.slot(n + 1);
      const card = slots[n];
      node.replaceChildren(card ? cardView(card, { letter: page.state?.pack?.letters[card.charAt(0)] ?? null }) : h("span", { class: "empty" }), h("small", { text: label }),
        ...(card ? [] : [h("b", { class: "unseen", text: words.slotEmpty })]));
      node.setAttribute("aria-pressed", String(n === active));
      toggle(node, "data-doubt", card && doubtful.includes(card));
    });
    toggle(done, "disabled", !slots.every(Boolean));
    toggle(swap, "disabled", active === hand || !slots[active]);
  }

  dialog.addEventListener("keydown", (event) => all.key(event));

  return {
    /**
     * Opens the picker with a partially known hand.
     *
     * @param {KnownHand} known
     */
    open({ cards, starter, doubtful: doubts = [], problem: why = null, seat: whose }) {
      seat = whose;
      if (page.state && page.state.hand_size !== hand) lay(page.state.hand_size);
      start(cards, starter, doubts);
      setText(problem, why ?? "");
      open(dialog, ".deck [tabindex='0']");
    },
  };
}
