// Keyboard focus survives redraws: the replacement of a focused element gets it.

import { byId, findAll } from "./dom.js";

const MARKS = ["card", "press", "seat", "slot", "choice"];

/**
 * Identifies the focused element so that it can be found again: its id or mark, and its container.
 *
 * @param {HTMLElement} node
 */
function place(node) {
  const mark = MARKS.find((name) => name in node.dataset);
  return {
    same: node.id ? `#${node.id}` : mark ? `[data-${mark}="${node.dataset[mark]}"]` : null,
    part: node.closest("dialog, section, article"),
  };
}

/** @param {HTMLElement | null} node */
const takes = (node) => node !== null && !(/** @type {HTMLButtonElement} */ (node).disabled) && node.checkVisibility();

/**
 * Draws, and restores the focus if its element was replaced.
 *
 * @param {() => void} draw
 */
export function keepFocus(draw) {
  const node = /** @type {HTMLElement | null} */ (document.activeElement);
  const before = node && node !== document.body ? place(node) : null;
  draw();
  if (!node || !before || (node.isConnected && node.checkVisibility())) return;
  const now = document.activeElement;
  if (now && now !== node && now !== document.body) return; // the drawing has moved it itself
  const inside = before.part?.isConnected ? before.part : document;
  /** @type {HTMLElement | null} */
  const same = before.same ? inside.querySelector(before.same) : null;
  const first = inside === document ? null : [...findAll(inside, "button, input")].find(takes);
  const next = same !== null && takes(same) ? same : first ?? byId("next");
  next.focus({ preventScroll: true });
}
