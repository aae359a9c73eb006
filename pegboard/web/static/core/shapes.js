// One shape for each seat, so that colours are never the only distinction.

import { s } from "./dom.js";

const OUTLINES = [
  "M0-1A1 1 0 1 1 0 1A1 1 0 1 1 0-1Z",
  "M0-1.25L1.25 0L0 1.25L-1.25 0Z",
  "M0-1.2L1.2 0.95L-1.2 0.95Z",
  "M-0.95-0.95H0.95V0.95H-0.95Z",
];

/**
 * Outline of a seat's shape around the origin, with radius 1.
 *
 * @param {number} seat
 */
export const outlineOf = (seat) => /** @type {string} */ (OUTLINES[seat % OUTLINES.length]);

/**
 * The seat's shape as an SVG path around (x, y) with radius `size`.
 *
 * @param {number} seat
 * @param {string} color
 */
export function shape(seat, color, x = 0, y = 0, size = 1) {
  return s("path", {
    d: outlineOf(seat), fill: color, class: "shape", transform: `translate(${x} ${y}) scale(${size})`,
  });
}

/**
 * The shape as a small picture.
 *
 * @param {number} seat
 * @param {string} color
 */
export function badge(seat, color) {
  return s("svg", { viewBox: "-1.5 -1.5 3 3", class: "shape", "aria-hidden": "true" }, shape(seat, color));
}

/** Two overlapping cards: the dealer's mark. */
export function dealerMark() {
  return s("svg", { viewBox: "0 0 22 20", class: "dealer-mark", "aria-hidden": "true" },
    s("rect", { x: "1", y: "2", width: "11", height: "15", rx: "2", transform: "rotate(-8 6 10)" }),
    s("rect", { x: "8", y: "3", width: "11", height: "15", rx: "2", transform: "rotate(10 14 10)" }));
}
