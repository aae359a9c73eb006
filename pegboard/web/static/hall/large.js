// An enlarged table: the board as on its own page, with the pegs in place.

import "../board/board.js";
import { h, setText } from "../core/dom.js";
import { COLORS, chanceOf, face, sideName, sideRow, stateOf, troubleOf } from "./tables.js";
import { words } from "./words.js";

/** @import { PegBoard } from "../board/board.js" */
/** @import { Layout } from "../board/layout.d.ts" */
/** @import { Table } from "./messages.d.ts" */

/** A screen colour as LED values: in linear light. @param {string} color */
const rgb = (color) => [1, 3, 5].map((at) => Math.round(255 * (Number.parseInt(color.slice(at, at + 2), 16) / 255) ** 2.2));

/**
 * The pixels of the pegs: three bytes each.
 *
 * @param {Layout} layout
 * @param {{ front: number, rear: number }[]} sides
 */
export function frameOf(layout, sides) {
  const frame = new Uint8Array(3 * layout.length);
  sides.forEach(({ front, rear }, side) => {
    for (const hole of [rear, front]) {
      const lamp = hole ? layout.tracks[side]?.[hole - 1] : layout.starts?.[side];
      if (lamp) frame.set(rgb(COLORS[side]), 3 * lamp[0]);
    }
  });
  return frame;
}

/**
 * A view of one table; `show` redraws it.
 *
 * @param {HTMLElement} place
 */
export function largeTable(place) {
  const board = /** @type {PegBoard} */ (document.createElement("peg-board"));
  const [title, state, trouble] = [h("h2", { tabindex: "-1" }), h("p", { class: "how" }), h("p", { class: "trouble" })];
  const [sides, cards, chance] = [h("ol", { class: "sides" }), h("p", { class: "faces" }), h("p", { class: "chance" })];
  place.replaceChildren(h("p", {}, h("a", { class: "button", href: "#", text: `← ${words.allTables}` })), title, board, sides, chance, cards, state, trouble);
  /** @type {Layout | null} */
  let layout = null;
  let drawnFor = 0;
  /** @type {Table | null} */
  let latest = null;

  /** @param {number} tracks */
  async function plan(tracks) {
    drawnFor = tracks;
    const answer = await fetch(`/api/layout?tracks=${tracks}`);
    if (!answer.ok || drawnFor !== tracks) return;
    layout = await answer.json();
    if (layout) board.build(layout);
  }

  /** Draws the pegs once the plan is known. */
  function drawPegs() {
    const table = latest;
    const game = table?.board?.game;
    if (!layout || !table || !game) return;
    board.show(/** @type {any} */ ({
      target: game.target,
      skunks: [],
      seats: game.sides.map((_, side) => ({ name: sideName(table, side), color: COLORS[side], side })),
      pegs: game.sides.map(({ front, rear }) => [front, rear]),
    }));
    board.light(frameOf(layout, game.sides));
  }

  return {
    focus: () => title.focus(),
    /** @param {Table} table */
    async show(table) {
      latest = table;
      const game = table.board?.game ?? null;
      const count = game?.sides.length ?? 2;
      setText(title, table.title);
      setText(state, stateOf(table));
      setText(trouble, troubleOf(table.board));
      sides.replaceChildren(...Array.from({ length: count }, (_, side) => sideRow(table, side)));
      const chances = Array.from({ length: count }, (_, side) => chanceOf(table, side));
      setText(chance, chances[0] ? words.chances(chances.map((percent, side) => `${sideName(table, side)} ${percent}`).join(" · ")) : "");
      const open = game ? [...(game.starter ? [game.starter] : []), ...game.pile] : [];
      cards.replaceChildren(...open.map(face));
      if (drawnFor !== count) await plan(count);
      drawPegs();
    },
  };
}
