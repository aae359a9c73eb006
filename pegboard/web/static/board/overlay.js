// The board in a dialog on a phone, where the cards leave no room for it.

import { byId, find } from "../core/dom.js";
import { dialogue, frame, open } from "../core/dialog.js";
import { words } from "../core/words.js";

/** @import { View } from "../core/page.d.ts" */

const WIDE = matchMedia("(min-width: 700px)");

/**
 * The dialog; the page's one board moves into it while it is open, with pegs and lights.
 *
 * @returns {View}
 */
export function view() {
  const dialog = dialogue("boardview");
  dialog.addEventListener("close", () => byId("place").append(find(document, "peg-board")));
  // A rotated phone has room for the board again.
  WIDE.addEventListener("change", () => dialog.close());
  return {
    open() {
      if (dialog.open) return;
      frame(dialog, words.scoring.boardTitle, [find(document, "peg-board")]);
      open(dialog);
    },
  };
}
