// A table with the value of every discard from a hand; the chosen one is highlighted.

import { cardName, cardText, isRed, suitOf } from "../core/cards.js";
import { dialogue, frame, open } from "../core/dialog.js";
import { h, style } from "../core/dom.js";
import { tenth, words } from "./words.js";

/** @import { Card } from "../core/protocol.d.ts" */
/** @import { DiscardRow } from "../core/reviews.d.ts" */
/** @import { View } from "../core/page.d.ts" */

await style("study/study.css");

/**
 * Formats cards for a line of text.
 *
 * @param {Card[]} cards
 */
export const printed = (cards) => h("span", { class: "printed", role: "img", "aria-label": cards.map(cardName).join(", ") },
  ...cards.map((card) => h("span", { class: isRed(suitOf(card)) ? "red" : "", "aria-hidden": "true", text: cardText(card) })));

/** @param {Card[]} one @param {Card[]} other */
export const same = (one, other) => one.length === other.length && one.every((card) => other.includes(card));

/** @param {DiscardRow} row */
const within = (row) => row.within ? h("span", { class: "doubt", text: ` ±${tenth(row.within)}` }) : "";

/**
 * The table, the best discard first.
 *
 * @param {DiscardRow[]} rows
 * @param {Card[]} chosen
 */
export function discardTable(rows, chosen = []) {
  const { columns } = words;
  /** @param {string} text */
  const head = (text) => h("th", { scope: "col", text });
  return h("div", { class: "study discard-table", tabindex: "0", role: "region", "aria-label": words.discards }, h("table", {},
    h("thead", {}, h("tr", {}, head(columns.cards), head(columns.hand), head(columns.crib), head(columns.play), head(columns.total), head(columns.behind))),
    h("tbody", {}, ...rows.map((row) => h("tr", { "data-chosen": same(row.cards, chosen) },
      h("th", { scope: "row" }, printed(row.cards)),
      ...[row.hand, row.crib, row.play, row.total].map((n) => h("td", { text: tenth(n) })),
      h("td", { class: "behind" }, row.behind ? `−${tenth(Math.abs(row.behind))}` : "✓", within(row)))))));
}

/** The dialog of a hint: `open(rows)`. @returns {View} */
export function view() {
  const dialog = dialogue("discards");
  return {
    open(rows) {
      frame(dialog, words.discards, [discardTable(/** @type {DiscardRow[]} */ (rows))]);
      open(dialog);
    },
  };
}
