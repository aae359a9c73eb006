// Parts shared by several pages of the history.

import { cardText, cardName, isRed, suitOf } from "../core/cards.js";
import { h } from "../core/dom.js";
import { badge } from "../core/shapes.js";
import { COLORS } from "./charts.js";
import { called, placeOf, words } from "./words.js";

/** @import { GameRow, Somebody } from "./messages.d.ts" */
/** @typedef {Pick<GameRow, "seats" | "scores" | "winner">} Result */

/**
 * Cards as small faces.
 *
 * @param {string | null} text
 */
export function faces(text) {
  const cards = text?.match(/../g) ?? [];
  return h("span", { class: "faces", role: "img", "aria-label": cards.map(cardName).join(", ") },
    ...cards.map((card) => h("span", { class: isRed(suitOf(card)) ? "face red" : "face", "aria-hidden": "true", text: cardText(card) })));
}

/**
 * A player's name, with a link to their page if there is one.
 *
 * @param {Somebody} who
 */
export function person(who) {
  const place = placeOf(who);
  return place ? h("a", { href: place, text: called(who) }) : h("span", { text: called(who) });
}

/**
 * The names of each side of a game.
 *
 * @param {Pick<Result, "seats" | "scores">} game
 */
export const sideNames = ({ seats, scores }) =>
  scores.map((_, side) => seats.filter((seat) => seat.side === side).map(called).join(words.and));

/**
 * The sides of a game with shape and score; the winner is highlighted.
 *
 * @param {Result} game
 */
export function sides(game, linked = true) {
  return h("ul", { class: "sides" }, ...game.scores.map((score, side) => {
    const seats = game.seats.filter((seat) => seat.side === side);
    const names = seats.flatMap((seat, n) => [n ? words.and : "", linked ? person(seat) : called(seat)]);
    return h("li", { "data-won": game.winner === side }, badge(side, COLORS[side]),
      h("span", { class: "names" }, ...names), h("b", { class: "score", text: score }));
  }));
}

/**
 * The result of a game in a few words.
 *
 * @param {Pick<GameRow, "winner" | "skunk" | "known"> & { fault?: string }} game
 */
export function outcome(game) {
  if (game.fault) return words.damaged;
  if (game.winner === null) return words.unfinished;
  return [words.skunks[game.skunk], words.known[game.known]].filter(Boolean).join(", ");
}

/**
 * Links to choose from, one of them selected.
 *
 * @param {string} label
 * @param {{ text: string, href: string, chosen: boolean }[]} options
 */
export function choices(label, options) {
  return h("nav", { class: "choices", "aria-label": label }, h("ul", {}, ...options.map(({ text, href, chosen }) =>
    h("li", {}, h("a", { href, "aria-current": chosen ? "true" : false, text })))));
}

/** @param {string} fault */
export const problem = (fault) => [h("h1", { text: words.fault }), h("p", { text: fault })];
