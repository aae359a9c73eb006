// <playing-card card="5H">: a card drawn with four strokes; without the attribute, its back.
// <playing-card card="JH" letter="V">: the same, with the letter of a French pack.

import { h, s } from "./dom.js";
import { words } from "./words.js";

/** @import { Card } from "./protocol.d.ts" */
/** @import { Properties } from "./dom.js" */

export const RANKS = "A23456789TJQK";
export const SUITS = "SHDC";

/** @type {Record<string, string>} */
const SHAPES = {
  H: "M12 21.5C5 15.5 2 12 2 8.2A5.2 5.2 0 0 1 12 6a5.2 5.2 0 0 1 10 2.2c0 3.8-3 7.3-10 13.3z",
  D: "M12 1.5L20.5 12L12 22.5L3.5 12z",
  S: "M12 1.8c3 5 9 8 9 12.6a4.6 4.6 0 0 1-8 3c.2 2.6 1.1 4 3.2 4.8H7.8c2.1-.8 3-2.2 3.2-4.8a4.6 4.6 0 0 1-8-3c0-4.6 6-7.6 9-12.6z",
  C: "M12 1.8a4.7 4.7 0 0 1 4 7.2a4.8 4.8 0 1 1-3 8c.2 2.7 1 4.1 3.1 5.2H7.9c2.1-1.1 2.9-2.5 3.1-5.2a4.8 4.8 0 1 1-3-8a4.7 4.7 0 0 1 4-7.2z",
};

/** @type {Record<string, string>} */
const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };

/** @param {Card} card */
const rankOf = (card) => card.charAt(0);

/** @param {Card} card */
export const suitOf = (card) => card.charAt(1);

/**
 * "five of hearts" for "5H".
 *
 * @param {Card} card
 */
export const cardName = (card) => words.card(words.ranks[rankOf(card)] ?? "", words.suits[suitOf(card)] ?? "");

const WRITTEN = /(10|[A2-9JQK])([♣♦♥♠])/g;

/**
 * Replaces the cards in a line of text by their spoken names.
 *
 * @param {string} text
 */
export const spoken = (text) => text.replace(WRITTEN, (_, rank, sign) => {
  const [suit] = Object.entries(SIGNS).find(([, each]) => each === sign) ?? [""];
  return cardName((rank === "10" ? "T" : rank) + suit);
});

/**
 * "5♥" for a line of text.
 *
 * @param {Card} card
 */
export const cardText = (card) => rankText(rankOf(card)) + (SIGNS[suitOf(card)] ?? "");

/** @param {string} rank */
export const rankText = (rank) => (rank === "T" ? "10" : rank);

/** @param {string} suit */
export const isRed = (suit) => suit === "H" || suit === "D";

/**
 * A suit symbol as a small picture.
 *
 * @param {string} suit
 * @param {Properties} properties
 */
export function suitShape(suit, properties = {}) {
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", ...properties },
    s("path", { d: SHAPES[suit] }));
}

/** @param {Card | null} card */
const place = (card) => (card === null ? 0 : 4 * RANKS.indexOf(rankOf(card)) + SUITS.indexOf(suitOf(card)));

/**
 * Sorts cards as players hold them: by rank, then by suit.
 *
 * @template {Card | null} Held
 * @param {Held[]} cards
 */
export const inOrder = (cards) => cards.toSorted((a, b) => place(a) - place(b));

/**
 * The letter printed for a rank in the players' pack, if it has a different one.
 *
 * @param {string} rank
 * @param {Record<string, string> | undefined} letters of that pack, by rank
 */
export const printed = (rank, letters) => letters?.[rank] ?? rankText(rank);

/** @param {Card} card @param {string | null} letter */
function face(card, letter) {
  const [rank, suit] = [rankOf(card), suitOf(card)];
  const text = letter || rankText(rank);
  const ten = text.length > 1;
  return [
    s("rect", { class: "paper", x: "0.5", y: "0.5", width: "49", height: "69", rx: "5" }),
    s("text", { x: ten ? "15" : "12", y: "23", class: ten ? "rank ten" : "rank", text }),
    s("path", { d: SHAPES[suit], transform: "translate(5 27) scale(0.58)" }),
    s("path", { d: SHAPES[suit], transform: "translate(19.5 36) scale(1.150)" }),
  ];
}

function back() {
  return [
    s("rect", { class: "paper", x: "0.5", y: "0.5", width: "49", height: "69", rx: "5" }),
    s("rect", { class: "cloth", x: "4", y: "4", width: "42", height: "62", rx: "3" }),
    s("path", { class: "weave", d: "M4 20L25 4L46 20M4 36L25 20L46 36M4 52L25 36L46 52M4 66L25 52L46 66" }),
  ];
}

class PlayingCard extends HTMLElement {
  static observedAttributes = ["card", "letter"];

  attributeChangedCallback() {
    this.#draw();
  }

  connectedCallback() {
    this.#draw();
  }

  #draw() {
    const card = this.getAttribute("card");
    this.classList.toggle("red", card !== null && isRed(suitOf(card)));
    const parts = card ? face(card, this.getAttribute("letter")) : back();
    this.replaceChildren(s("svg", {
      viewBox: "0 0 50 70", role: "img", "aria-label": card ? cardName(card) : words.hidden(1),
    }, ...parts));
  }
}

customElements.define("playing-card", PlayingCard);

/**
 * A card, face up; without a card, its back.
 *
 * @param {Card | null} card
 * @param {Properties} properties
 */
export const cardView = (card, properties = {}) => h("playing-card", { card, ...properties });

/**
 * A row of cards that overlap if space is short.
 *
 * @param {(Card | null)[]} cards
 * @param {Properties} properties
 */
export function cardRow(cards, properties = {}) {
  return h("div", { ...properties, class: `cards ${properties.class ?? ""}` }, ...cards.map((card) => cardView(card)));
}
