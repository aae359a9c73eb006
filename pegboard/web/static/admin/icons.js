// Line drawings for the tiles of the menu.

import { s } from "../core/dom.js";

/** @param {string[]} lines paths drawn as lines @param {string[]} marks paths that are filled */
const draw = (lines, marks = []) => () => s("svg", { viewBox: "0 0 48 48", class: "icon", "aria-hidden": "true" },
  ...lines.map((d) => s("path", { d, class: "line" })), ...marks.map((d) => s("path", { d, class: "mark" })));
/** The path of a dot. @param {number} x @param {number} y */
const dot = (x, y, r = 2.6) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

export const icons = {
  // Two players above the curve of their scores.
  history: draw(["M6 42V29M6 42h36M10 36l9-6 8 4 13-12", "M8 22c0-8 12-8 12 0", "M26 18c0-8 12-8 12 0"], [dot(14, 9, 4), dot(32, 6, 3.6), dot(40, 22)]),
  phones: draw(["M15 5h18a3 3 0 0 1 3 3v32a3 3 0 0 1-3 3H15a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3z", "M21 38h6"], [dot(19, 15), dot(24, 15), dot(29, 15), dot(19, 24), dot(24, 24)]),
  settings: draw(["M6 12h14M28 12h14M6 24h24M38 24h4M6 36h6M20 36h22"], [dot(24, 12, 4.4), dot(34, 24, 4.4), dot(16, 36, 4.4)]),
  camera: draw(["M9 14h6l3-5h12l3 5h6a3 3 0 0 1 3 3v20a3 3 0 0 1-3 3H9a3 3 0 0 1-3-3V17a3 3 0 0 1 3-3z", "M16 26a8 8 0 1 0 16 0a8 8 0 1 0-16 0"], [dot(24, 26, 3)]),
  // A board with a tick.
  check: draw(["M12 8h24a3 3 0 0 1 3 3v30a3 3 0 0 1-3 3H12a3 3 0 0 1-3-3V11a3 3 0 0 1 3-3z", "M16 28l6 6 11-13"], [dot(17, 14, 2), dot(24, 14, 2), dot(31, 14, 2)]),
  // An open book.
  help: draw(["M24 13c-5-4-11-5-18-5v29c7 0 13 1 18 5c5-4 11-5 18-5V8c-7 0-13 1-18 5zM24 13v29", "M11 17c3 0 5 1 8 2M11 24c3 0 5 1 8 2M29 19c3-1 5-2 8-2M29 26c3-1 5-2 8-2"]),
};
