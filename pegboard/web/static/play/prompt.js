// The prompt: as large as fits in one line, or smaller in two if it is long.

import { setText } from "../core/dom.js";

const SIZES_REM = [3.4, 2.9, 2.5, 2.25, 2, 1.75, 1.5, 1.3, 1.15, 1];

/**
 * Shows texts in a line, each as large as fits.
 *
 * @param {HTMLElement} line
 * @returns {(text: string) => void}
 */
export function promptLine(line) {
  const room = /** @type {HTMLElement} */ (line.parentElement);
  let isScheduled = false;
  const fit = () => {
    isScheduled = false;
    for (const size of SIZES_REM) {
      line.style.fontSize = `${size}rem`;
      const { width, height } = line.getBoundingClientRect();
      if (height <= room.clientHeight && Math.max(width, line.scrollWidth) <= room.clientWidth) return;
    }
  };
  // In the next animation frame, once for many changes: measuring forces a layout.
  const soon = () => {
    if (!isScheduled) requestAnimationFrame(fit);
    isScheduled = true;
  };
  new ResizeObserver(soon).observe(room);
  return (text) => {
    if (line.textContent === text) return;
    setText(line, text);
    soon();
  };
}
