// Parts of an offered hand: its cards, its owner, and the question about a doubtful card.

import { h } from "../core/dom.js";
import { cardName, cardView, inOrder } from "../core/cards.js";
import { words } from "../core/words.js";
import { closeUp } from "./picture.js";

/** @import { Answer } from "../core/page.d.ts" */
/** @import { Card, Offer, Correction, Seat, SeatInfo } from "../core/protocol.d.ts" */
/** @import { StillOffer } from "./still.d.ts" */
/** Result of a touch: a correction, or a card to inspect. */
/** @typedef {{ put: (what: Correction) => Promise<Answer>, open: (card: Card | null) => void }} Asked */

const CHOICES = 2; // number of alternative cards offered at once

/**
 * The cards of an offer, its starter last.
 *
 * @param {Pick<Offer, "cards" | "starter">} offer
 */
export const allCards = ({ cards, starter }) => [...inOrder(cards), ...(starter && !cards.includes(starter) ? [starter] : [])];

/**
 * A card that can be tapped for correction.
 *
 * @param {Pick<Offer, "doubtful" | "starter">} offer
 * @param {Card} card
 * @param {(card: Card) => unknown} tap
 */
export function cardButton({ doubtful, starter }, card, tap) {
  const doubt = doubtful.includes(card);
  const turned = card === starter;
  return h("button", {
    type: "button", class: turned ? "counted starter" : "counted", "data-card": card, "data-doubt": doubt, onclick: () => tap(card),
  }, cardView(card),
  doubt ? h("b", { class: "unseen", text: words.notSure }) : null,
  turned ? h("small", { text: `★ ${words.starter}` }) : null);
}

/** @param {() => void} add */
export const addButton = (add) => h("button", { type: "button", class: "counted add", "aria-label": words.addTitle, onclick: add },
  h("span", { class: "empty", text: "+" }));

/**
 * Radio buttons for the seats and the crib.
 *
 * @param {Pick<Offer, "seat" | "crib">} offer
 * @param {Pick<SeatInfo, "name">[]} seats
 * @param {Seat} dealer
 * @param {Asked["put"]} put
 */
export function whose(offer, seats, dealer, put) {
  const hands = seats.map((seat, number) => ({ seat: number, crib: false, text: words.theHand(seat.name) }));
  const crib = { seat: dealer, crib: true, text: words.theCrib(seats[dealer].name) };
  return h("fieldset", { class: "whose" }, h("legend", { text: words.offerWhose }),
    ...[...hands, crib].map((each) => {
      const mine = each.crib === offer.crib && (each.crib || each.seat === offer.seat);
      const input = h("input", { type: "radio", name: "whose", checked: mine, onchange: () => put({ seat: each.seat, crib: each.crib }) });
      return h("label", {}, input, h("span", { text: each.text }));
    }));
}

/**
 * The two possible starters: the deal's, and the recognised one.
 *
 * @param {StillOffer} offer
 * @param {Asked} asked
 */
export function whichStarter({ known_starter: known, starter }, { put }) {
  const choices = [known, starter].filter((card) => card !== null);
  return h("div", { class: "asked which" }, ...choices.map((card) => h("button", {
    type: "button", class: card === known ? "primary option" : "option", "data-card": card, onclick: () => put({ starter: card }),
  }, cardView(card), h("span", { text: cardName(card) }))));
}

/**
 * "Is this the five of hearts?", with the card enlarged and its alternatives.
 *
 * @param {StillOffer} offer
 * @param {Asked} asked
 */
export function question(offer, { put, open }) {
  const [card] = offer.doubtful;
  /** @param {string} name @param {string} text @param {() => unknown} what */
  const answer = (name, text, what) => h("button", { type: "button", class: name, onclick: what }, text);
  const free = (offer.others[card] ?? []).filter((each) => !allCards(offer).includes(each));
  return h("div", { class: "asked question" }, closeUp(offer, card) ?? cardView(card, { class: "close-up" }), h("div", { class: "options" },
    answer("primary yes", words.yes, () => put({ card, to: card })),
    ...free.slice(0, CHOICES).map((each) => h("button", { type: "button", class: "option", "data-card": each, onclick: () => put({ card, to: each }) },
      cardView(each), h("span", { text: words.noItIs(cardName(each)) }))),
    answer("other", words.otherCard, () => open(card))));
}
