// The board over the page of a phone: while cards are played there is no room for it beside them.

import { byId, find } from "../core/dom.js";
import { dialogue, frame, open } from "../core/dialog.js";
import { words } from "../core/words.js";

/** @import { View } from "../core/page.d.ts" */

const WIDE = matchMedia("(min-width: 700px)");

/**
 * The dialogue; the one board there is is in it while it is open, pegs, lights and all.
 *
 * @returns {View}
 */
export function view() {
  const dialog = dialogue("boardview");
  dialog.addEventListener("close", () => byId("place").append(find(document, "peg-board")));
  // A phone that is turned has room for it again.
  WIDE.addEventListener("change", () => dialog.close());
  return {
    open() {
      if (dialog.open) return;
      frame(dialog, words.scoring.boardTitle, [find(document, "peg-board")]);
      open(dialog);
    },
  };
}
