// Display of the guided first deal: the race so far, the table, the counted hand.

import { h, s } from "../core/dom.js";
import { cardName, cardView } from "../core/cards.js";
import { badge, shape } from "../core/shapes.js";
import { words } from "../core/words.js";

/** @import { Card } from "../core/protocol.d.ts" */
/** @import { CountedHand, Judged, Lesson } from "./lesson.d.ts" */
/** Callbacks of touches. @typedef {{ tap: (card: Card) => unknown, light: (step: number) => unknown }} Touched */

const COLORS = ["#56b4e9", "#e69f00"];
const HOLES = 40;
/** @type {Record<Judged["kind"], string>} */
const MARKS = { well: "✓ ", better: "… ", hint: "→ ", not: "↺ " };

/**
 * The race so far: a row of holes with two pegs for each player.
 *
 * @param {[number, number][]} pegs
 */
export function race(pegs) {
  /** @param {[number, number]} pegs @param {number} seat */
  const row = ([front, rear], seat) => Array.from({ length: HOLES + 1 }, (_, hole) => {
    const here = hole === front ? "front" : hole === rear ? "rear" : "";
    return s("circle", { cx: 2 + 4 * hole, cy: 3 + 6 * seat, r: here ? 1.9 : 1.1, class: here, fill: here ? COLORS[seat] : "#120b07" });
  });
  return s("svg", { viewBox: `-4 0 ${4 * HOLES + 8} 12`, class: "race", "aria-hidden": "true" },
    ...pegs.flatMap((each, seat) => [shape(seat, COLORS[seat], -2, 3 + 6 * seat, 1.4), ...row(each, seat)]));
}

/**
 * Feedback on the last choice.
 *
 * @param {Judged | null} said
 */
export function judged(said) {
  if (!said?.text) return null;
  return h("p", { class: `judged ${said.kind}` }, h("span", { "aria-hidden": "true", text: MARKS[said.kind] }), said.text);
}

/**
 * A card of the hand: discarding takes two taps, playing one.
 *
 * @param {Lesson} now
 * @param {Card} card
 * @param {Touched["tap"]} tap
 */
function handCard(now, card, tap) {
  const meant = now.judged !== null && now.judged.kind !== "well" && now.judged.cards.includes(card);
  return h("button", {
    type: "button", class: "in-hand", "data-card": card, "data-hint": meant,
    "aria-pressed": now.wants === "lay" ? "false" : undefined, onclick: () => tap(card),
  }, cardView(card));
}

/**
 * A counted hand, its starter last.
 *
 * @param {CountedHand} shown
 * @param {Card | null} starter
 */
function counted({ cards }, starter) {
  const all = [...cards, ...(starter ? [starter] : [])];
  return h("div", { class: "counted-hand", role: "group", "aria-label": all.map(cardName).join(", ") },
    ...all.map((card, n) => h("span", { class: n === cards.length ? "with starter" : "with", "data-card": card }, cardView(card))));
}

/** @param {Lesson} now */
function middle({ page, count, pile, starter }) {
  return h("div", { class: "middle" },
    page === "play" ? h("div", { class: "count" }, h("span", { class: "number", text: count }), h("small", { text: words.count })) : null,
    h("div", { class: "pile", role: "group", "aria-label": words.pile }, ...pile.map((card) => cardView(card))),
    starter ? h("figure", {}, cardView(starter), h("figcaption", { text: words.starter })) : null);
}

/** @param {Lesson} now */
function theirs({ others }) {
  return h("div", { class: "theirs", role: "img", "aria-label": `${words.learn.other}: ${words.hidden(others)}` },
    badge(1, COLORS[1]), ...Array.from({ length: others }, () => cardView(null)));
}

/**
 * The table: cards on it, counts, events, and the learner's own cards.
 *
 * @param {Lesson} now
 * @param {Touched} touched
 */
export function table(now, { tap, light }) {
  const { shown, starter, happened, scores, hand } = now;
  if (now.page === "end") {
    return h("div", { class: "felt end" }, ...scores.map((score, seat) => h("div", {}, badge(seat, COLORS[seat]), h("b", { text: score }))));
  }
  return h("div", { class: "felt" },
    shown ? counted(shown, starter) : h("div", { class: "two" }, theirs(now), middle(now)),
    shown?.steps.length ? h("ol", { class: "steps" }, ...shown.steps.map((step, n) => h("li", {},
      h("button", { type: "button", onclick: () => light(n) }, h("span", { text: step.said }), h("b", { "aria-hidden": "true", text: `+${step.points}` }))))) : null,
    happened.length && !shown ? h("ul", { class: "happened" }, ...happened.map((text) => h("li", { text }))) : null,
    hand.length ? h("div", { class: "own", role: "group", "aria-label": words.yourHand }, badge(0, COLORS[0]), ...hand.map((card) => handCard(now, card, tap))) : null);
}
