// Tables as shown: those of the event first, then other boards in use.

import { h } from "../core/dom.js";
import { badge } from "../core/shapes.js";
import { standingOf, tablesNow } from "./matches.js";
import { words } from "./words.js";

/** @import { Board, Hall, Table } from "./messages.d.ts" */

export const COLORS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7"];
const SUITS = /** @type {Record<string, string>} */ ({ S: "♠", H: "♥", D: "♦", C: "♣" });

/** An open card. @param {string} card */
export const face = (card) => h("span", { class: `face${"HD".includes(card[1]) ? " red" : ""}`, text: `${card[0] === "T" ? "10" : card[0]}${SUITS[card[1]] ?? ""}` });

/** The board without a game of the round before. @param {Board | null} board @param {string | undefined} previous */
const withoutGame = (board, previous) => (previous && board?.game?.game === previous ? { ...board, game: null } : board);

/**
 * All tables in order.
 *
 * @param {Hall} hall
 * @returns {Table[]}
 */
export function tablesOf({ boards, event, beside }) {
  const events = [...(event ? [event] : []), ...beside.map((each) => each.event)];
  const found = events.flatMap((each, at) => tablesNow(each).map(({ table, board, players, match, scores, previous }) => ({
    // A board that plays in two events is in the list twice.
    key: at || !board ? `${at ? `${each.id} ` : ""}table ${table}` : board,
    number: table,
    event: at ? each.id : "",
    title: [words.table(table), at || beside.length ? each.name : "", match ? standingOf(each, match) : ""].filter(Boolean).join(" · "),
    names: players.map((player) => each.names[player] ?? player),
    board: withoutGame(boards.get(board ?? "") ?? null, previous),
    taken: board,
    scores: scores ?? null,
  })));
  const taken = new Set(found.map((table) => table.taken));
  const others = [...boards].filter(([id, board]) => !taken.has(id) && !board.revoked);
  return [...found, ...others.map(([key, board]) => ({ key, number: null, event: "", title: board.name || key.slice(0, 6), names: [], board, scores: null }))];
}

/**
 * The name of a side: its players, or its colour.
 *
 * @param {Table} table
 * @param {number} side
 */
export function sideName({ names, board }, side) {
  const sides = board?.game?.sides.length ?? 2;
  const seated = names.filter((_, seat) => seat % sides === side);
  return seated.length ? seated.join(" & ") : words.seats[side];
}

const SKUNK_MARGINS = [31, 61];

/** 0 for a plain win, 1 for a skunk, 2 for a double skunk. @param {[number, number]} scores */
const skunksOf = (scores) => SKUNK_MARGINS.filter((margin) => Math.abs(scores[0] - scores[1]) >= margin).length;

/**
 * The state of a table, in one line.
 *
 * @param {Table} table
 */
export function stateOf(table) {
  const { board, scores } = table;
  if (!board) return scores ? words.wins(sideName(table, scores[0] > scores[1] ? 0 : 1), words.skunks[skunksOf(scores)]) : words.noBoard;
  const { game } = board;
  if (!game) return words.noGame;
  return game.winner === null ? words.stages[game.stage] : words.wins(sideName(table, game.winner % game.sides.length), words.skunks[game.skunk]);
}

/**
 * A side's winning chance in percent; empty if unknown, and once the game is over.
 *
 * @param {Table} table
 * @param {number} side
 */
export function chanceOf({ board }, side) {
  const game = board?.game;
  const chance = game && game.winner === null ? game.chances[side] : undefined;
  return chance === undefined ? "" : `${chance} %`;
}

/**
 * The problem at a table; empty for none.
 *
 * @param {Board | null} board
 */
export function troubleOf(board) {
  if (!board) return "";
  if (!board.connected) return words.away;
  return board.behind > 20 ? words.behind(board.behind) : "";
}

/**
 * One side: its shape, name, score and progress.
 *
 * @param {Table} table
 * @param {number} side
 */
export function sideRow(table, side) {
  const game = table.board?.game ?? null;
  const typed = table.board ? null : table.scores;
  const score = typed?.[side] ?? game?.sides[side]?.front ?? 0;
  const won = typed ? typed[side] > typed[1 - side] : game?.winner !== null && game?.winner === side;
  return h("li", { "data-won": won },
    badge(side, COLORS[side]),
    h("span", { class: "names", text: sideName(table, side) }),
    table.board ? h("progress", { max: game?.target ?? 121, value: score, "aria-hidden": "true" }) : h("span"),
    h("b", { class: "score", text: table.board || typed ? String(score) : "" }));
}

/**
 * A table of the list; selecting it enlarges it.
 *
 * @param {Table} table
 */
export function tableCard(table) {
  const sides = table.board?.game?.sides.length ?? 2;
  const trouble = troubleOf(table.board);
  return h("li", { class: "card", "data-key": table.key },
    h("a", { class: "open", href: `#table=${encodeURIComponent(table.key)}` }, h("h3", { text: table.title })),
    h("ol", { class: "sides" }, ...Array.from({ length: sides }, (_, side) => sideRow(table, side))),
    h("p", { class: "how", text: stateOf(table) }),
    trouble ? h("p", { class: "trouble", text: trouble }) : null);
}
