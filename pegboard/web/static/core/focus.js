// The focus of the keyboard is never lost: where what had it is drawn anew, its successor gets it.

import { byId } from "./dom.js";

const MARKS = ["card", "press", "seat", "slot", "choice"];

/** What had the focus, as it can be found again: its id or mark, and the part of the page it is in. */
function place(node) {
  const mark = MARKS.find((name) => name in node.dataset);
  return {
    same: node.id ? `#${node.id}` : mark ? `[data-${mark}="${node.dataset[mark]}"]` : null,
    part: node.closest("dialog, section, article"),
  };
}

const takes = (node) => node && !node.disabled && node.checkVisibility();

/** Draws, and puts the focus back where it belongs if its node is gone. */
export function keepFocus(draw) {
  const node = document.activeElement;
  const before = node && node !== document.body ? place(node) : null;
  draw();
  if (!before || (node.isConnected && node.checkVisibility())) return;
  const now = document.activeElement;
  if (now && now !== node && now !== document.body) return; // what was drawn has put it somewhere
  const inside = before.part?.isConnected ? before.part : document;
  const same = before.same ? inside.querySelector(before.same) : null;
  const first = inside === document ? null : [...inside.querySelectorAll("button, input")].find(takes);
  (takes(same) ? same : first ?? byId("next")).focus({ preventScroll: true });
}
