// Buttons for every total of a hand.

import { h, toggle } from "./dom.js";

/**
 * A button for every number from `least` to the highest of `totals`; from zero on only the totals are
 * enabled.
 *
 * @param {number} least
 * @param {number[]} totals
 * @param {(points: number) => unknown} chosen
 */
export function counts(least, totals, chosen) {
  const numbers = Array.from({ length: Math.max(...totals) + 1 - least }, (_, n) => n + least);
  const buttons = numbers.map((n) => h("button", { type: "button", "data-count": n, onclick: () => chosen(n) }, String(n)));
  if (least === 0) buttons.forEach((button, n) => toggle(button, "disabled", !totals.includes(n)));
  return h("div", { class: "grid counts", role: "group" }, ...buttons);
}
