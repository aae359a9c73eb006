// The prompt: as large as it fits into its room in one line, smaller in two where it is long.

import { setText } from "../core/dom.js";

const SIZES_REM = [3.4, 2.9, 2.5, 2.25, 2, 1.75, 1.5, 1.3, 1.15, 1];

/**
 * Shows texts in a line, each as large as there is room for it.
 *
 * @param {HTMLElement} line
 * @returns {(text: string) => void}
 */
export function promptLine(line) {
  const room = /** @type {HTMLElement} */ (line.parentElement);
  let asked = false;
  const fit = () => {
    asked = false;
    for (const size of SIZES_REM) {
      line.style.fontSize = `${size}rem`;
      const { width, height } = line.getBoundingClientRect();
      if (height <= room.clientHeight && Math.max(width, line.scrollWidth) <= room.clientWidth) return;
    }
  };
  // With the next picture, and once for many changes: to measure lays the page out.
  const soon = () => {
    if (!asked) requestAnimationFrame(fit);
    asked = true;
  };
  new ResizeObserver(soon).observe(room);
  return (text) => {
    if (line.textContent === text) return;
    setText(line, text);
    soon();
  };
}
