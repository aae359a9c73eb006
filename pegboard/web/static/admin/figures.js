// Figures of the camera check: each a row with a name, a bar of three zones, a sign and a word.

import { h, setText, toggle } from "../core/dom.js";
import { words } from "../core/words.js";

/** @import { CameraStep, Figure, Verdict } from "./camera_check.d.ts" */

const texts = words.camera;
/** @type {Verdict[]} */
const ORDER = ["bad", "weak", "not told", "good"];

/** Draws a figure as a row: name, bar with a mark, value, sign and word. */
function figureRow() {
  const name = h("b"), value = h("span"), limit = h("small"), sign = h("span", { class: "sign" });
  const mark = h("i", { class: "mark" });
  const node = h("li", { class: "figure" }, name, h("span", { class: "value" }, value, limit), sign, h("span", { class: "zones", "aria-hidden": "true" }, mark));
  return {
    node,
    /** @param {Figure} figure */
    show(figure) {
      node.dataset.verdict = figure.verdict;
      node.dataset.figure = figure.key;
      setText(name, figure.name);
      setText(value, figure.shown);
      setText(limit, ` – ${texts.should(figure.limit)}`);
      setText(sign, `${texts.signs[figure.verdict]} ${texts.verdicts[figure.verdict]}`);
      mark.style.insetInlineStart = `${Math.round(figure.level * 100)}%`;
      toggle(mark, "hidden", figure.value === null);
    },
  };
}

/**
 * Shows figures in a list; reuses existing rows.
 *
 * @param {HTMLElement} list
 * @returns {(figures: Figure[]) => void}
 */
export function rows(list) {
  /** @type {ReturnType<typeof figureRow>[]} */
  let shownRows = [];
  return (figures) => {
    while (shownRows.length < figures.length) shownRows.push(figureRow());
    shownRows = shownRows.slice(0, figures.length);
    figures.forEach((figure, n) => shownRows[n].show(figure));
    if (list.children.length !== shownRows.length) list.replaceChildren(...shownRows.map(({ node }) => node));
  };
}

/**
 * Returns the figures that are not good, worst first; all of them if all are good.
 *
 * @param {Pick<CameraStep, "figures">[]} steps
 */
export function wanting(steps) {
  const all = steps.flatMap((step) => step.figures);
  const poor = all.filter(({ verdict }) => verdict === "bad" || verdict === "weak");
  return (poor.length ? poor : all).sort((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict));
}
