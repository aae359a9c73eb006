// Line drawings beside the large choices.

import { s } from "../core/dom.js";

/** @param {...SVGElement} parts */
const draw = (...parts) => s("svg", { viewBox: "0 0 64 48", class: "picture", "aria-hidden": "true" }, ...parts);
/** @type {Record<string, string>} */
const PIPS = {
  H: "M0 4C-5 0-4-4-1.6-4Q0-4 0-2Q0-4 1.6-4C4-4 5 0 0 4Z",
  S: "M0-4.4C5-.6 4 3 1.6 3Q.6 3 .3 2L1.2 4.4H-1.2L-.3 2Q-.6 3-1.6 3C-4 3-5-.6 0-4.4Z",
  D: "M0-4.6 3.2 0 0 4.6-3.2 0Z",
};
/** @param {number} x @param {number} y @param {number} turn @param {string} rank @param {"H" | "S" | "D"} suit */
const card = (x, y, turn, rank, suit) => s("g", { transform: `rotate(${turn} ${x} ${y + 13})`, class: suit === "S" ? "black" : "red" },
  s("rect", { x: x - 9, y: y - 13, width: 18, height: 26, rx: 3, class: "paper" }),
  s("text", { x: x - 4.6, y: y - 4, class: "rank", text: rank }),
  s("path", { d: PIPS[suit], transform: `translate(${x + 1} ${y + 4}) scale(1.25)`, class: "pip" }));
/** @param {number} x @param {number} y */
const hole = (x, y, kind = "") => s("circle", { cx: x, cy: y, r: 3.4, class: `hole ${kind}` });
/** @param {number} y @param {number[]} lit @param {string} kind */
const row = (y, lit, kind) => Array.from({ length: 6 }, (_, n) => hole(9.5 + 9 * n, y, lit.includes(n) ? kind : ""));
/** @param {number} x @param {number} y @param {string} text */
const points = (x, y, text) => [s("circle", { cx: x, cy: y, r: 9.5, class: "lens" }), s("text", { x, y: y + 3.8, class: "points", text })];

export const pictures = {
  score: () => draw(s("rect", { x: 1, y: 6, width: 62, height: 36, rx: 6, class: "wood" }), ...row(16.5, [1, 4], "one"), ...row(31.5, [0, 3], "two")),
  count: () => draw(card(16, 24, -14, "5", "H"), card(27, 23, -3, "5", "S"), card(38, 23, 8, "J", "D"), ...points(52, 35, "6")),
  computer: () => draw(card(13, 26, -10, "A", "S"), card(23, 25, 3, "K", "H"), s("rect", { x: 37, y: 10, width: 22, height: 18, rx: 3, class: "screen" }),
    s("path", { d: "M44 17v3M52 17v3M44 24q4 3 8 0", class: "line face" }), s("path", { d: "M48 28v6M40 36h16", class: "line" })),
  camera: () => draw(s("rect", { x: 10, y: 14, width: 44, height: 26, rx: 5, class: "screen" }), s("circle", { cx: 32, cy: 27, r: 9, class: "lens" }),
    s("path", { d: "M22 14l4-6h12l4 6", class: "line" })),
  cards: () => draw(card(13, 25, -12, "4", "H"), card(25, 24, -4, "5", "S"), card(37, 24, 4, "6", "D"), card(49, 25, 12, "6", "S")),
};
