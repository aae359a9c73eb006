// Every total of a hand, one touch each.

import { h, toggle } from "./dom.js";

/**
 * Every number from `least` to the highest of `totals`, one touch each; of those from nothing on only
 * the totals can be touched.
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
