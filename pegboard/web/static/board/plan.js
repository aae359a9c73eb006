// The board on the page: its layout is asked for until it is known, and again when another board is
// played on.

import "./board.js";
import { find } from "../core/dom.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { PegBoard } from "./board.js" */

const AGAIN_MS = 1000;

/**
 * The board; `light(frame)` shows a frame on it.
 *
 * @param {Page} page
 * @returns {View & { light: PegBoard["light"] }}
 */
export function view(page) {
  /** @type {PegBoard} */
  const board = find(document, "peg-board");
  /** @type {string | null} */
  let layout = null;

  async function plan() {
    try {
      const answer = await fetch("/api/layout");
      if (!answer.ok) throw new Error(answer.statusText);
      board.build(await answer.json());
      if (page.state) board.show(page.state);
    } catch {
      setTimeout(plan, AGAIN_MS);
    }
  }
  plan();

  return {
    light: (frame) => board.light(frame),
    show(state) {
      if (layout !== null && layout !== state.layout) plan();
      ({ layout } = state);
      board.show(state);
    },
  };
}
