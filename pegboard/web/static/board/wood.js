// A walnut plank, drawn with a few strokes instead of an image.

import { s } from "../core/dom.js";

/** @typedef {[x: number, y: number, width: number, height: number]} View */

/**
 * Deterministic pseudo-random numbers.
 *
 * @param {number} seed
 */
function chance(seed) {
  let value = seed;
  return () => (value = (value * 16807) % 2147483647) / 2147483647;
}

/** @param {View} view */
function grain([x, y, width, height]) {
  const next = chance(121);
  const lines = Math.round(18 + height / 12);
  return Array.from({ length: lines }, (_, i) => {
    const top = y + ((i + next() * 0.8) * height) / lines;
    const sway = () => (top + (next() - 0.5) * height * 0.07).toFixed(1);
    /** @param {number} part */
    const at = (part) => (x + width * part).toFixed(1);
    return s("path", {
      d: `M${x} ${sway()}C${at(0.2)} ${sway()} ${at(0.35)} ${sway()} ${at(0.5)} ${sway()}S${at(0.8)} ${sway()} ${x + width} ${sway()}`,
      stroke: next() < 0.6 ? "#2b170a" : "#a8713f",
      "stroke-width": (0.2 + next() * 0.9).toFixed(2),
      "stroke-opacity": (0.1 + next() * 0.22).toFixed(2),
    });
  });
}

/**
 * The board's surface as a group of SVG elements.
 *
 * @param {View} view
 * @param {number} pitch
 */
export function drawWood(view, pitch) {
  const [x, y, width, height] = view;
  const inset = 0.12 * pitch;
  const box = { x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset, rx: 1.6 * pitch };
  const stops = [["0", "#8a5a33"], ["0.45", "#6f4526"], ["1", "#55331b"]];
  return s("g", { class: "wood" },
    s("defs", {},
      s("linearGradient", { id: "walnut", x1: "0", y1: "0", x2: "0.25", y2: "1" },
        ...stops.map(([offset, color]) => s("stop", { offset, "stop-color": color }))),
      s("clipPath", { id: "plank" }, s("rect", box))),
    s("rect", { ...box, fill: "url(#walnut)" }),
    s("g", { "clip-path": "url(#plank)", fill: "none" }, ...grain(view)),
    s("rect", { ...box, fill: "none", stroke: "#b98450", "stroke-opacity": "0.55", "stroke-width": 0.16 * pitch }));
}
