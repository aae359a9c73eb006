// Steps through a reviewed game: the chart of winning chances, and each decision with its cards, the
// choice and the better one side by side.

import { cardView } from "../core/cards.js";
import { drawn, find, h, s, setText, style, toggle } from "../core/dom.js";
import { costly } from "../core/review.js";
import { tenth, words } from "./words.js";

/** @import { Card } from "../core/protocol.d.ts" */
/** @import { Decision, Review } from "../core/reviews.d.ts" */

await style("study/study.css");

/** A symbol for each verdict, as players of other games know them. */
export const SIGNS = { best: "✓", slip: "?!", mistake: "?", blunder: "??" };
const VERDICTS = /** @type {const} */ (["blunder", "mistake", "slip"]);

/**
 * "2 blunders, 1 mistake, 6 slips"; omits zeros.
 *
 * @param {Pick<Decision, "verdict">[]} decisions
 */
export function sum(decisions) {
  const said = VERDICTS.map((verdict) => ({ verdict, n: decisions.filter((each) => each.verdict === verdict).length }))
    .filter(({ n }) => n).map(({ verdict, n }) => words.sums[verdict](n));
  return said.join(", ") || words.flawless;
}

/**
 * The decision nearest to a step of the game.
 *
 * @param {Pick<Decision, "step">[]} decisions
 * @param {number} step
 */
export const nearest = (decisions, step) =>
  decisions.reduce((best, { step: at }, n) => (Math.abs(at - step) < Math.abs(decisions[best].step - step) ? n : best), 0);

/** @param {string} label @param {Card[]} cards @param {Set<Card>} [marked] */
const row = (label, cards, marked = new Set()) => h("div", { class: "lying" }, h("small", { text: label }),
  h("div", { class: "cards" }, ...cards.map((card) => h("span", { "data-marked": marked.has(card) }, cardView(card)))));

/** A crib of the other side counts as negative. @param {string} hand @param {string} crib */
const partsText = (hand, crib) => (crib.startsWith("−") ? words.partsLess(hand, crib.slice(1)) : words.parts(hand, crib));

/** @param {string} label @param {Card[]} cards @param {string} kind @param {{ hand: number, crib: number } | undefined} parts */
const choice = (label, cards, kind, parts) => h("div", { class: "choice", "data-kind": kind },
  h("small", { text: label }), h("div", { class: "cards" }, ...cards.map((card) => cardView(card))),
  parts ? h("p", { text: partsText(tenth(parts.hand), tenth(parts.crib)) }) : null);

/** @param {string} text */
const two = (text) => text.match(/../g) ?? [];

/**
 * One decision: the situation, the cards, the choice, the better one, and the reason.
 *
 * @param {Decision} each
 * @param {string[]} names
 */
export function position(each, names) {
  const { verdict, hand, pile, starter, chosen, better, parts, scores } = each;
  const facts = [names.map((name, n) => `${name} ${scores[n]}`).join(", "), pile ? words.count(each.count) : ""].filter(Boolean);
  const discard = chosen.length > 1 || !starter;
  return h("article", { class: "position", "data-verdict": verdict },
    h("h3", {}, h("span", { class: "sign", "aria-hidden": "true", text: SIGNS[verdict] }),
      `${words.where(each.deal, names[each.seat])} – ${words.verdicts[verdict]}`),
    h("p", { class: "facts", text: facts.join(" · ") }),
    h("div", { class: "lie" }, starter ? row(words.starter, [starter]) : null, pile ? row(words.pile, two(pile)) : null,
      row(words.hand, two(hand), new Set(chosen))),
    h("div", { class: "choices" }, choice(discard ? words.threw : words.played, chosen, "chosen", parts?.action),
      verdict === "best" ? null : choice(words.better, better, "better", parts?.best)),
    h("p", { class: "why" }, each.why || words.asGood, verdict === "best" ? "" : h("span", { class: "cost", text: ` (${each.cost})` })));
}

/**
 * The stepper of a review, for the decisions of one seat, or of all if negative.
 *
 * @param {Review} review
 */
export function stepper(review) {
  const says = h("p", { class: "sum", role: "status" });
  const graph = drawn(review.graph);
  const cursor = s("line", { class: "cursor", y1: "0", y2: "190", "pointer-events": "none" });
  const place = h("p", { class: "place", "aria-live": "polite" });
  const shown = h("div", { class: "shown" });
  /** @type {Decision[]} */
  let decisions = [];
  let at = 0;

  /** @param {number} n */
  const go = (n) => {
    if (!decisions.length) return;
    at = Math.max(0, Math.min(decisions.length - 1, n));
    const each = decisions[at];
    const bar = graph.querySelector(`[data-step="${each.step}"]`);
    const x = bar ? Number(bar.getAttribute("x")) + Number(bar.getAttribute("width")) / 2 : 0;
    for (const end of ["x1", "x2"]) cursor.setAttribute(end, String(x));
    setText(place, words.at(at + 1, decisions.length));
    shown.replaceChildren(position(each, review.names));
    toggle(previous, "disabled", at === 0);
    toggle(next, "disabled", at === decisions.length - 1);
    toggle(further, "disabled", !decisions.some((other, m) => m > at && other.verdict !== "best"));
  };
  /** @param {string} label @param {string} text @param {() => void} onclick */
  const button = (label, text, onclick) => h("button", { type: "button", "aria-label": label === text ? null : label, onclick }, text);
  const previous = button(words.previous, "‹", () => go(at - 1));
  const next = button(words.next, "›", () => go(at + 1));
  const further = button(words.nextCostly, words.nextCostly, () => go(decisions.findIndex((each, n) => n > at && each.verdict !== "best")));
  graph.append(cursor);
  graph.setAttribute("role", "img");
  graph.setAttribute("aria-label", words.graph);
  graph.setAttribute("class", "graph");
  graph.addEventListener("click", (event) => {
    const { step } = /** @type {SVGElement} */ (event.target).dataset;
    if (step && decisions.length) go(nearest(decisions, Number(step)));
  });
  const node = h("section", {
    class: "study stepper",
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "ArrowLeft") go(at - 1);
      else if (event.key === "ArrowRight") go(at + 1);
      else return;
      event.preventDefault();
    },
  }, says, graph, h("div", { class: "steps", role: "group" }, previous, place, next, further), shown);
  return {
    node,
    /** @param {number} seat */
    of(seat) {
      decisions = review.decisions.filter((each) => seat < 0 || each.seat === seat);
      setText(says, decisions.length ? sum(decisions) : "");
      toggle(node, "data-empty", !decisions.length);
      const [dearest] = costly(decisions);
      go(dearest ? decisions.indexOf(dearest) : 0);
    },
    /** @param {Decision} each */
    show(each) {
      go(Math.max(0, decisions.indexOf(each)));
      find(node, ".graph").scrollIntoView({ block: "nearest" });
    },
  };
}
