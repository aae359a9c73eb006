// A hand entered by touch: a rank and a suit are a card, in either order; 52 cards, two touches.

import { h, byId, setText, toggle } from "./dom.js";
import { RANKS, SUITS, cardName, cardView, isRed, rankText, suitShape } from "./cards.js";
import { done as finished, frame, open } from "./dialog.js";
import { words } from "./words.js";

const HAND = 4;
const STARTER = 4;

/** `send(cards, starter)` is called with a whole hand; the promise says whether it was taken. */
export function picker(send) {
  const dialog = byId("picker");
  let slots = Array(HAND + 1).fill(null);
  let doubtful = [];
  let active = 0;
  let only = false;
  let [rank, suit] = [null, null];

  const slotNodes = slots.map((_, n) => h("button", {
    type: "button", class: n === STARTER ? "slot starter" : "slot", "data-slot": n, onclick: () => activate(n),
  }));
  const rankNodes = [...RANKS].map((each) => h("button", {
    type: "button", "data-rank": each, autofocus: each === "A", onclick: () => choose(each, suit),
  }, rankText(each)));
  const suitNodes = [...SUITS].map((each) => h("button", {
    type: "button", "data-suit": each, class: isRed(each) ? "red" : "black", "aria-label": words.suits[each],
    onclick: () => choose(rank, each),
  }, suitShape(each)));
  const how = h("p", { class: "how" });
  const problem = h("p", { class: "problem", role: "alert" });
  const done = h("button", { type: "button", class: "primary", text: words.countThem, onclick: () => finish() });
  const clear = h("button", { type: "button", text: words.clear, onclick: () => begin([], null, []) });
  const swap = h("button", { type: "button", text: words.swapStarter, onclick: () => makeStarter() });

  frame(dialog, words.pickerTitle, [
    h("div", { class: "slots" }, ...slotNodes), how,
    h("div", { class: "grid ranks", role: "group", "aria-label": words.rank }, ...rankNodes),
    h("div", { class: "grid suits", role: "group", "aria-label": words.suit }, ...suitNodes),
    problem,
  ], [clear, swap, done]);

  function begin(cards, starter, doubts, at = null) {
    slots = Array.from({ length: HAND }, (_, n) => cards[n] ?? null).concat([starter]);
    // Five cards and none known as starter: the fifth takes the place until somebody says better.
    if (starter === null && cards.length > HAND) slots[STARTER] = cards[HAND];
    doubtful = doubts.filter((card) => slots.includes(card));
    only = at !== null;
    [rank, suit] = [null, null];
    active = at ?? nextEmpty();
    setText(problem, "");
    draw();
  }

  const nextEmpty = () => {
    const empty = slots.indexOf(null);
    const doubt = slots.findIndex((card) => doubtful.includes(card));
    return empty >= 0 ? empty : doubt >= 0 ? doubt : 0;
  };

  function activate(n) {
    active = n;
    [rank, suit] = [null, null];
    draw();
  }

  function choose(newRank, newSuit) {
    [rank, suit] = [newRank, newSuit];
    setText(problem, "");
    if (rank && suit) {
      const card = rank + suit;
      if (taken(card)) return draw();
      doubtful = doubtful.filter((each) => each !== card && each !== slots[active]);
      slots[active] = card;
      [rank, suit] = [null, null];
      if (only && slots.every(Boolean)) return finish();
      active = nextEmpty();
    }
    draw();
  }

  const taken = (card) => slots.includes(card) && slots[active] !== card;

  function makeStarter() {
    [slots[active], slots[STARTER]] = [slots[STARTER], slots[active]];
    active = STARTER;
    draw();
  }

  async function finish() {
    draw();
    const answer = await send(slots.slice(0, HAND), slots[STARTER]);
    if (answer.ok) finished(dialog);
    else setText(problem, answer.text);
  }

  function draw() {
    slotNodes.forEach((node, n) => {
      const label = n === STARTER ? words.starter : words.slot(n + 1);
      const card = slots[n];
      node.replaceChildren(card ? cardView(card) : h("span", { class: "empty" }), h("small", { text: label }),
        ...(card ? [] : [h("b", { class: "unseen", text: words.slotEmpty })]));
      node.setAttribute("aria-pressed", String(n === active));
      toggle(node, "data-doubt", card && doubtful.includes(card));
    });
    for (const node of rankNodes) {
      node.setAttribute("aria-pressed", String(node.dataset.rank === rank));
      toggle(node, "disabled", suit ? taken(node.dataset.rank + suit) : false);
    }
    for (const node of suitNodes) {
      node.setAttribute("aria-pressed", String(node.dataset.suit === suit));
      toggle(node, "disabled", rank ? taken(rank + node.dataset.suit) : false);
    }
    setText(how, only && slots[active] ? words.pickerChange(cardName(slots[active])) : words.pickerHow);
    toggle(done, "disabled", !slots.every(Boolean));
    toggle(swap, "disabled", active === STARTER || !slots[active]);
  }

  dialog.addEventListener("keydown", (event) => {
    const key = event.key === "1" || event.key === "0" ? "T" : event.key.toUpperCase();
    if (event.ctrlKey || event.altKey || event.metaKey || key.length !== 1) return;
    if (RANKS.includes(key)) choose(key, suit);
    else if (SUITS.includes(key)) choose(rank, key);
  });

  return {
    /** Opens the picker with what is known; `at` is the one card to change, `why` says what is amiss. */
    open(cards = [], starter = null, doubts = [], at = null, why = null) {
      begin(cards, starter, doubts, at);
      setText(problem, why ?? "");
      open(dialog);
    },
  };
}
