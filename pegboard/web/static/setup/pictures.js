// Small pictures beside the large choices, drawn in lines.

import { s } from "../core/dom.js";

/** @param {...SVGElement} parts */
const draw = (...parts) => s("svg", { viewBox: "0 0 64 48", class: "picture", "aria-hidden": "true" }, ...parts);
/** @param {number} x @param {number} y @param {number} turn */
const card = (x, y, turn) => s("rect", { x: x - 9, y: y - 13, width: 18, height: 26, rx: 3, transform: `rotate(${turn} ${x} ${y + 13})`, class: "paper" });
/** @param {number} x @param {number} y */
const hole = (x, y, kind = "") => s("circle", { cx: x, cy: y, r: 3.4, class: `hole ${kind}` });
/** @param {number} y @param {number[]} lit @param {string} kind */
const row = (y, lit, kind) => Array.from({ length: 6 }, (_, n) => hole(7 + 10 * n, y, lit.includes(n) ? kind : ""));

export const pictures = {
  score: () => draw(...row(16, [1, 4], "one"), ...row(32, [0, 3], "two")),
  count: () => draw(card(22, 24, -14), card(30, 23, -4), card(38, 23, 6), s("circle", { cx: 50, cy: 34, r: 10, class: "lens" }),
    s("path", { d: "M45 34h10M50 29v10", class: "line" })),
  computer: () => draw(card(16, 26, -10), card(24, 25, 2), s("rect", { x: 37, y: 10, width: 22, height: 18, rx: 3, class: "screen" }),
    s("path", { d: "M44 17v3M52 17v3M44 24q4 3 8 0M48 28v6M40 36h16", class: "line" })),
  camera: () => draw(s("rect", { x: 10, y: 14, width: 44, height: 26, rx: 5, class: "screen" }), s("circle", { cx: 32, cy: 27, r: 9, class: "lens" }),
    s("path", { d: "M22 14l4-6h12l4 6", class: "line" })),
  cards: () => draw(card(16, 25, -12), card(26, 24, -4), card(36, 24, 4), card(46, 25, 12)),
};
