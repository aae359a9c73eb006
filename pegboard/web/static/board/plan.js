// The board on the page: its layout is requested until it is known, and again when the board changes.
// A board of three or four tracks takes the shape of its room; a phone shows two of them, and all of
// them when touched.

import "./board.js";
import { byId, find, h, s, toggle } from "../core/dom.js";
import { words } from "../core/words.js";
import { nearestTracks } from "./lanes.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { PegBoard } from "./board.js" */

const AGAIN_MS = 1000;
const WIDE = matchMedia("(min-width: 700px)");
const HEAD_PX = 110; // space above and below the board in a dialog
const SHAPED = 3; // from this number of tracks on, rows may be moved closer together

/**
 * The board; `light(frame)` shows a frame.
 *
 * @param {Page} page
 * @returns {View & { light: PegBoard["light"] }}
 */
export function view(page) {
  /** @type {PegBoard} */
  const board = find(document, "peg-board");
  const place = byId("place");
  const whole = h("button", { type: "button", class: "plain whole-board", hidden: true, "aria-label": words.scoring.wholeBoard, onclick: () => page.open("board") },
    s("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, s("path", { d: "M2 7V2H7M13 2H18V7M18 13V18H13M7 18H2V13" })));
  board.append(whole);
  /** @type {string | null} */
  let layout = null;

  async function plan() {
    try {
      const answer = await fetch("/api/layout");
      if (!answer.ok) throw new Error(answer.statusText);
      board.build(await answer.json());
      show();
    } catch {
      setTimeout(plan, AGAIN_MS);
    }
  }
  plan();

  /** Draws the board in the shape that fits, and names its tracks. */
  function show() {
    const { state } = page;
    if (!state) return;
    const shaped = board.trackCount >= SHAPED;
    const room = board.parentElement ?? place;
    const lanes = shaped && !WIDE.matches && room === place;
    toggle(document.body, "data-lanes", lanes);
    whole.hidden = !lanes;
    const high = room === place ? place.clientHeight : innerHeight - HEAD_PX;
    // A hidden board keeps its shape.
    if (!shaped || high > 0) {
      const ratio = lanes ? Number(getComputedStyle(place).getPropertyValue("--lanes")) : shaped ? room.clientWidth / high : 0;
      board.arrange({ ratio: Math.round(100 * ratio) / 100, tracks: lanes ? nearestTracks(state) : null });
    }
    board.show(state);
  }
  // In the next animation frame, because another shape changes the size of its room.
  const resized = new ResizeObserver(() => requestAnimationFrame(show));
  resized.observe(place);
  resized.observe(board);

  return {
    light: (frame) => board.light(frame),
    show(state) {
      if (layout !== null && layout !== state.layout) plan();
      ({ layout } = state);
      show();
      requestAnimationFrame(show); // by then the other views have made room
    },
  };
}
