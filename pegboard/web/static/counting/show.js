// The show against the computer, narrated hand by hand in the words of COUNT: large cards, each
// combination highlighted when the board reaches it. OK continues with the next hand.

import { byId, h, onChange, setText, style, toggle } from "../core/dom.js";
import { cardView, inOrder } from "../core/cards.js";
import { badge } from "../core/shapes.js";
import { words } from "../core/words.js";
import { phrase } from "./offer.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { SeatInfo, NarratedHand } from "../core/protocol.d.ts" */
/** @typedef {Omit<NarratedHand, "step" | "narrated">} StillHand */
/** @typedef {{ hand: StillHand | null, seats: Pick<SeatInfo, "name" | "color">[] }} Facts */

/**
 * The large line: empty before the first word, then the current combination.
 *
 * @param {NarratedHand} hand
 */
export function saying(hand) {
  if (hand.step === null && !hand.narrated) return { said: "", total: 0 };
  return phrase(hand, hand.step);
}

/**
 * The narration, in the place of the table cards.
 *
 * @param {Page} page
 * @returns {Promise<View>}
 */
export async function view({ voice }) {
  await style("counting/show.css");
  const title = h("h2", { id: "show-title" });
  const cards = h("div", { class: "counted-cards" });
  const telling = h("p", { class: "telling", "aria-hidden": "true" });
  const items = h("ol", { class: "items", tabindex: 0, "aria-labelledby": "show-title" });
  const status = h("p", { class: "unseen", role: "status" });
  const root = h("section", { id: "show", "aria-labelledby": "show-title", hidden: true }, title, cards, telling, items, status);
  byId("middle").append(root);

  /** @param {Facts} facts */
  function draw({ hand, seats }) {
    toggle(root, "hidden", hand === null);
    toggle(document.body, "data-show", hand !== null);
    if (hand === null) return;
    const { name, color } = seats[hand.seat];
    const owner = hand.crib ? words.theCrib(name) : words.theHand(name);
    title.replaceChildren(badge(hand.seat, color), h("span", { text: owner }));
    cards.replaceChildren(
      ...inOrder(hand.cards).map((card) => h("span", { class: "counted", "data-card": card }, cardView(card))),
      ...(hand.starter ? [h("span", { class: "counted starter", "data-card": hand.starter }, cardView(hand.starter), h("small", { text: `★ ${words.starter}` }))] : []));
    items.replaceChildren(...hand.steps.map(({ said, points }) => h("li", { class: "item" },
      h("span", { text: said }), h("b", { "aria-hidden": "true", text: `+${points}` }))));
    setText(status, `${(hand.crib ? words.forCrib : words.forHand)(words.pegs(hand.points), name)}: ${hand.spoken}`);
    voice.say(hand.steps.length ? owner : `${owner}: ${hand.spoken}`);
  }

  /** @param {NarratedHand | null} hand */
  function advance(hand) {
    if (hand === null) return;
    const { steps, step, narrated } = hand;
    const lit = step === null ? [] : steps[step].cards;
    for (const node of cards.children) toggle(node, "data-lit", lit.includes(/** @type {HTMLElement} */ (node).dataset.card ?? ""));
    [...items.children].forEach((node, n) => {
      toggle(node, "data-lit", n === step);
      toggle(node, "data-told", narrated || (step !== null && n < step));
    });
    const { said, total } = saying(hand);
    telling.replaceChildren(h("span", { class: "spoken", text: said }), h("b", { text: total }));
    if (step === null) return;
    items.children[step].scrollIntoView({ block: "nearest", inline: "nearest" });
    voice.say(steps[step].said);
  }

  const update = onChange(draw);
  const step = onChange(advance);
  return {
    show({ show, seats }) {
      update({ hand: show && still(show), seats: seats.map(({ name, color }) => ({ name, color })) });
      step(show);
    },
  };
}

/** @param {NarratedHand} hand @returns {StillHand} */
function still({ step: _step, narrated: _narrated, ...rest }) {
  return rest;
}
