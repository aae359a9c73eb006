// Charts and tables: the board draws the charts, and each has its numbers in a table.

import { drawn, h } from "../core/dom.js";
import { words } from "./words.js";

/** @import { Attribute, Properties } from "../core/dom.js" */

/** The sides, as everywhere in the history. */
export const COLORS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7"];
const [NARROWEST, WIDEST, MARGIN] = [320, 640, 36];

/** The requested chart width: the available width, so that its text has the usual size. */
export const room = () => Math.max(NARROWEST, Math.min(WIDEST, innerWidth - MARGIN));

/**
 * A chart with its heading, and its numbers in a collapsible table.
 *
 * @param {string} title
 * @param {string} svg
 * @param {HTMLElement | null} numbers
 */
export function figure(title, svg, numbers, hint = "") {
  const chart = drawn(svg);
  chart.setAttribute("class", "chart");
  chart.setAttribute("role", "img");
  chart.setAttribute("aria-label", title);
  return h("figure", {},
    h("figcaption", {}, h("h2", { text: title }), hint ? h("p", { class: "hint", text: hint }) : null),
    chart, numbers ? h("details", {}, h("summary", { text: words.numbers }), numbers) : null);
}

/**
 * A table with column heads; the first cell of each row is a head, too.
 *
 * @param {string[]} heads
 * @param {(Node | Attribute)[][]} rows
 * @param {{ class?: string, label?: string }} properties
 */
export function table(heads, rows, properties = {}) {
  /** @param {Node | Attribute} value @param {"td" | "th"} tag @param {Properties} [more] */
  const cell = (value, tag, more) => (value instanceof Node ? h(tag, more, value) : h(tag, { ...more, text: value }));
  return h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": properties.label ?? heads[0] },
    h("table", { class: properties.class },
      h("thead", {}, h("tr", {}, ...heads.map((head) => (head ? h("th", { scope: "col", text: head }) : h("td"))))),
      h("tbody", {}, ...rows.map(([head, ...cells]) =>
        h("tr", {}, cell(head, "th", { scope: "row" }), ...cells.map((value) => cell(value, "td")))))));
}
