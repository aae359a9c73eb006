// A hand entered by touch: a rank and a suit are a card, in either order; 52 cards, two touches.

import { h, byId, setText, toggle } from "../core/dom.js";
import { cardView } from "../core/cards.js";
import { done as finished, frame, open } from "../core/dialog.js";
import { cardGrids } from "./grids.js";
import { words } from "../core/words.js";

const HAND = 4;
const STARTER = 4;

/** `send(cards, starter)` is called with a whole hand; the promise says whether it was taken. */
export function picker(send) {
  const dialog = byId("picker");
  let slots = Array(HAND + 1).fill(null);
  let doubtful = [];
  let active = 0;

  const slotNodes = slots.map((_, n) => h("button", {
    type: "button", class: n === STARTER ? "slot starter" : "slot", "data-slot": n, onclick: () => activate(n),
  }));
  const taken = (card) => slots.includes(card) && slots[active] !== card;
  const grids = cardGrids({ taken, chosen: put });
  const problem = h("p", { class: "problem", role: "alert" });
  const done = h("button", { type: "button", class: "primary", text: words.countThem, onclick: () => finish() });
  const clear = h("button", { type: "button", text: words.clear, onclick: () => begin([], null, []) });
  const swap = h("button", { type: "button", text: words.swapStarter, onclick: () => makeStarter() });

  frame(dialog, words.pickerTitle, [
    h("div", { class: "slots" }, ...slotNodes), h("p", { class: "how", text: words.pickerHow }), ...grids.nodes, problem,
  ], [clear, swap, done]);

  function begin(cards, starter, doubts) {
    slots = Array.from({ length: HAND }, (_, n) => cards[n] ?? null).concat([starter]);
    // Five cards and none known as starter: the fifth takes the place until somebody says better.
    if (starter === null && cards.length > HAND) slots[STARTER] = cards[HAND];
    doubtful = doubts.filter((card) => slots.includes(card));
    setText(problem, "");
    activate(nextEmpty());
  }

  const nextEmpty = () => {
    const empty = slots.indexOf(null);
    const doubt = slots.findIndex((card) => doubtful.includes(card));
    return empty >= 0 ? empty : doubt >= 0 ? doubt : 0;
  };

  function activate(n) {
    active = n;
    grids.clear();
    draw();
  }

  function put(card) {
    setText(problem, "");
    doubtful = doubtful.filter((each) => each !== card && each !== slots[active]);
    slots[active] = card;
    activate(nextEmpty());
  }

  function makeStarter() {
    [slots[active], slots[STARTER]] = [slots[STARTER], slots[active]];
    activate(STARTER);
  }

  async function finish() {
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
    toggle(done, "disabled", !slots.every(Boolean));
    toggle(swap, "disabled", active === STARTER || !slots[active]);
  }

  dialog.addEventListener("keydown", (event) => grids.key(event));

  return {
    /** Opens the picker with what is known; `why` says what is amiss. */
    open(cards = [], starter = null, doubts = [], why = null) {
      begin(cards, starter, doubts);
      setText(problem, why ?? "");
      open(dialog, "[data-rank]");
    },
  };
}
