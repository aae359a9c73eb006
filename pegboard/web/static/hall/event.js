// Director's view of an event: open tasks, players, boards at tables, the round.

import { h } from "../core/dom.js";
import { button, leaveForm, select } from "./buttons.js";
import { askName, entryForm, playsFrom, waiting } from "./entry.js";
import { filesPart } from "./files.js";
import { standingOf } from "./matches.js";
import { printPart } from "./printing.js";
import { resultButton } from "./results.js";
import { seatingPart } from "./seating.js";
import { stepOf } from "./start.js";
import { words } from "./words.js";

/** @import { BoardRow, ClubEvent } from "./messages.d.ts" */
/** @import { Room } from "./director.js" */

const { desk: say } = words;
const ROUND_MINUTES = 20;
/** Seconds after the draw in which nobody finishes a game. */
const QUICK_S = 120;
const CONSOLATION_GAMES = 9;

/** @param {BoardRow[]} boards @param {string} id */
const boardName = (boards, id) => boards.find((board) => board.id === id)?.name || id.slice(0, 6);

/** @param {number} at in seconds since 1970 */
const clockTime = (at) => new Date(at * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

/**
 * Tasks for the director first: results, doubts about boards, the next round.
 *
 * @param {Room} room
 */
export function todoPart({ desk, boards: { boards, wrong_pins: wrongPins, wrong_codes: wrongCodes }, act }) {
  const { event } = desk;
  const open = event?.tables.some(({ points }) => points.includes(null));
  /** @type {Node[]} */
  const found = [];
  if (wrongPins) found.push(h("li", {}, h("span", { text: say.wrongPins(wrongPins.n, clockTime(wrongPins.at)) })));
  if (wrongCodes) found.push(h("li", {}, h("span", { text: say.wrongCodes(wrongCodes.n, clockTime(wrongCodes.at)) })));
  for (const { table, board } of desk.early) found.push(h("li", {}, h("span", { text: say.early(table, boardName(boards, board)) })));
  for (const { table, round, match, after_s: after } of desk.timings) {
    if (after < QUICK_S && (match || round === event?.round)) found.push(h("li", {}, h("span", { text: say.quick(table, Math.round(after)) })));
  }
  for (const { table, scores, winner, game, match } of desk.pending) {
    const drawn = (match ? event?.matches : event?.tables)?.find((each) => each.table === table);
    if (!event || !drawn) continue;
    const [first, second] = [winner, 1 - winner].map((seat) => event.names[drawn.players[seat]]);
    found.push(h("li", {}, h("span", { text: say.over(table, first, second, `${scores[winner]}–${scores[1 - winner]}`) }),
      button(`accept ${game}`, say.accept, () => act("accept", { table, game }), true)));
  }
  for (const { board, table, gone, doubt } of desk.asked) {
    found.push(h("li", {}, h("span", { text: say.asks(boardName(boards, board), table, gone && boardName(boards, gone)) }), h("small", { text: say.doubts[doubt] }),
      button(`adopt ${board}`, say.letIt, () => act("adopt", { board, yes: true })), button(`refuse ${board}`, say.notIt, () => act("adopt", { board, yes: false }))));
  }
  for (const board of boards) {
    for (const { epoch, branches } of board.courses) {
      found.push(h("li", {}, h("span", { text: say.fork(board.name) }), ...branches.map(({ branch, shares, entries }) =>
        h("span", {}, say.course(entries, shares), " ", button(`choose ${board.id} ${branch}`, say.use, () => act("choose", { board: board.id, epoch, branch }))))));
    }
    const seated = event && Object.values(event.boards).includes(board.id);
    const playing = open || event?.matches.some((match) => match.board === board.id);
    if (seated && playing && !board.connected) found.push(h("li", {}, h("span", { text: say.lost(board.name) })));
    if (board.states.clock) found.push(h("li", {}, h("span", { text: say.clock(board.name) })));
  }
  if (event) found.push(...qualifyingPart(event, desk.qualifying, act), ...consolationPart(event, act), ...matchesPart(event, act, false));
  if (event?.duplicate && !event.duplicate.secret && event.round === event.games && !open) {
    found.push(h("li", {}, h("span", { text: words.duplicate.over }), button("reveal", words.duplicate.reveal, () => act("reveal"), true)));
  }
  if (event && event.round && !event.seeds.length && event.round < event.games && event.present.length > (event.duplicate ? 0 : 1) && !open && !event.duplicate?.secret) {
    const next = event.round + 1;
    found.push(h("li", {}, h("span", { text: say.draw(next) }), button("draw", say.drawIt(next), () => act("draw"), true)));
  }
  if (!found.length && stepOf(event) !== null) return [];
  return [h("h2", { text: say.needsYou }), found.length ? h("ul", { class: "todo" }, ...found) : h("p", { class: "hint", text: say.nothing })];
}

/** Qualified players, or the play-offs needed. @param {ClubEvent} event @param {Room["desk"]["qualifying"]} qualifying @param {Room["act"]} act */
function qualifyingPart(event, qualifying, act) {
  const { names, kind, matches } = event;
  if (!qualifying || kind === "club" || kind === "duplicate") return [];
  const { qualified, undecided, open } = qualifying;
  if (!open) {
    return qualified.length < 2 ? [] : [h("li", {}, h("span", { text: say.goOn(qualified.map((id) => names[id]).join(", ")) }), button("seed", say.seed, () => act("seed"), true))];
  }
  /** @param {string} one @param {string} other */
  const at = (one, other) => matches.find(({ players }) => players.includes(one) && players.includes(other));
  return undecided.flatMap((winner, first) => undecided.filter((loser) => loser !== winner).map((loser) => h("li", {},
    h("span", { text: say.playOff(names[winner], names[loser]) + (at(winner, loser) ? ` · ${words.table(at(winner, loser)?.table ?? 0)}` : "") }),
    at(winner, loser) || undecided.indexOf(loser) < first || !Object.keys(event.boards).length ? null : button(`play ${winner} ${loser}`, say.atTable, () => act("play-off", { one: winner, other: loser })),
    button(`play-off ${winner} ${loser}`, say.playedOff(names[winner]), () => act("decide", { decision: { do: "play-off", winner, loser } })))));
}

/** Starts a consolation for the players outside the bracket, if there is none. @param {ClubEvent} event @param {Room["act"]} act */
function consolationPart({ kind, seeds, present, consolation }, act) {
  const field = present.filter((id) => !seeds.includes(id)).length;
  if (kind !== "main" || !seeds.length || consolation || field < 2) return [];
  const games = h("input", { type: "number", "data-what": "consolation games", min: 1, max: 200, value: CONSOLATION_GAMES, required: true });
  return [h("li", {}, h("span", { text: say.consolation(field) }),
    h("label", { class: "small" }, say.rounds, games),
    button("consolation", say.beginConsolation, () => act("consolation", { name: say.kinds.consolation, games: Number(games.value) || CONSOLATION_GAMES }), true))];
}

/** Playable matches: those at a table, or those waiting for one. @param {ClubEvent} event @param {Room["act"]} act @param {boolean} atTables */
function matchesPart(event, act, atTables) {
  const { bracket, names, best_of: most, matches: playing, boards } = event;
  const needed = Math.ceil(most / 2);
  return bracket.flatMap((matches, at) => matches.filter(({ players, winner, table }) => winner === null && players[0] && players[1] && (table !== null) === atTables).map(({ number, players }) => {
    const [one, other] = /** @type {[string, string]} */ (players);
    const scores = [...Array(needed).keys()].map((lost) => [needed, lost]);
    const choices = Object.fromEntries([["", say.result], ...[[one, other], [other, one]].flatMap(([winner, loser]) => [...scores, [0, 0]].map((games) => [
      JSON.stringify({ do: "match", round: at + 1, number, winner, loser, games }),
      games[0] ? say.matchScore(names[winner], games[0], games[1]) : say.noShow(names[loser])]))]);
    const there = playing.find(({ match }) => match[0] === at + 1 && match[1] === number);
    const state = there ? `${words.table(there.table)} · ${standingOf(event, there, there.players.indexOf(one))}` : Object.keys(boards).length ? say.waits : "";
    return h("li", {}, h("span", { text: [say.match(names[one], names[other]), state].filter(Boolean).join(" · ") }),
      h("label", { class: "bare", "aria-label": say.match(names[one], names[other]) }, select(`match ${at + 1} ${number}`, choices, "", (decision) => { leaveForm(); if (decision) act("decide", { decision: JSON.parse(decision) }); })));
  }));
}

/**
 * The event itself.
 *
 * @param {Room} room
 */
export function eventPart(room) {
  const { event } = room.desk;
  if (!event) return [];
  return [
    stepOf(event) === null ? h("h2", { text: event.name }) : null,
    event.round ? h("p", { text: words.roundOf(event.round, event.games) }) : null,
    ...roundPart(room, event),
    ...playersPart(room, event),
    ...placesPart(room, event),
    h("p", { class: "doors" }, button("hide", room.desk.hidden ? say.showStandings : say.hideStandings, () => room.act("hide", { hidden: !room.desk.hidden }))),
    ...printPart(event),
    ...filesPart(event),
  ];
}

/** @param {Room} room @param {ClubEvent} event */
function roundPart(room, event) {
  if (!event.round) return [];
  const { act } = room;
  const matches = matchesPart(event, act, true);
  const rows = event.tables.map(({ table, board, players, points }) => h("li", {},
    h("span", { text: `${words.table(table)}: ${players.map((player, seat) => `${event.names[player]}${points[seat] === null ? "" : ` (${points[seat]})`}`).join(" – ")}` }),
    event.duplicate ? null : resultButton(room, event, { table, board, players, points })));
  return [h("h3", { text: say.results }), event.duplicate ? null : seatingPart(room, event),
    matches.length ? h("ul", { class: "rows" }, ...matches) : null, h("ul", { class: "rows" }, ...rows), event.bye ? h("p", { text: words.bye(event.names[event.bye]) }) : null,
    timerForm(room), event.duplicate ? null : button("check", say.check, () => act("check"))];
}

/** Controls of the round's timer. @param {Room} room */
const timerForm = ({ desk: { until, left }, act }) => h("form", { class: "form", onsubmit: async (/** @type {Event} */ sent) => {
  sent.preventDefault();
  const minutes = Number(new FormData(/** @type {HTMLFormElement} */ (sent.target)).get("minutes"));
  leaveForm();
  await act("timer", { minutes });
} }, h("label", { class: "small" }, say.timerMinutes, h("input", { name: "minutes", type: "number", min: 1, max: 600, value: ROUND_MINUTES, required: true })),
h("button", { text: say.startTimer }), until === null && left === null ? null : button("pause", left === null ? say.pause : say.goOnNow, () => act("pause", { on: left === null })),
  button("no timer", say.endTimer, () => act("timer", { minutes: 0 })));

/** @param {Room} room @param {ClubEvent} event */
function playersPart(room, event) {
  const { act } = room;
  /** @param {string} player @param {...Node} does */
  const row = (player, ...does) => h("li", {}, h("span", { text: [event.names[player], event.present.includes(player) && waiting(event, player) ? playsFrom(event) : ""].filter(Boolean).join(" · ") }),
    h("span", { class: "doors" }, ...does, button(`rename ${player}`, say.rename, () => askName(room, player, event.names[player]))));
  const rows = event.present.map((player) => row(player, button(`leaves ${player}`, say.leaves, () => act("decide", { decision: { do: "leave", player } }))));
  const away = Object.keys(event.names).filter((player) => !event.present.includes(player)).map((player) => row(player, button(`back ${player}`, say.comesBack, () => act("back", { player }))));
  const late = event.present.filter((player) => waiting(event, player)).map((player) => event.names[player]);
  const list = h("details", { open: event.present.length > 0 && event.round === 0 }, h("summary", { text: `${say.presentNow}: ${event.present.length}` }), h("ul", { class: "rows" }, ...rows));
  if (stepOf(event) === 1 && !rows.length && !away.length) return [];
  return [h("h3", { text: say.players }), late.length ? h("p", { class: "late", text: `${late.join(", ")}: ${playsFrom(event)}` }) : null, event.present.length ? list : null,
    away.length ? h("details", { open: true }, h("summary", { text: `${say.away}: ${away.length}` }), h("ul", { class: "rows" }, ...away)) : null,
    ...(stepOf(event) === 1 ? [] : entryForm(room, false))];
}

/** @param {Room} room @param {ClubEvent} event */
function placesPart({ boards: { boards }, act }, event) {
  const seats = event.duplicate ? Object.keys(event.names).length : Math.floor(event.present.length / 2);
  const tables = Math.max(seats, ...Object.keys(event.boards).map(Number), 0);
  if (!tables) return [];
  const choices = { "": say.noBoardThere, ...Object.fromEntries(boards.filter(({ states }) => !states.revoked).map(({ id }) => [id, boardName(boards, id)])) };
  const rows = Array.from({ length: tables }, (_, at) => at + 1).map((table) => h("label", {}, words.table(table),
    select(`place ${table}`, choices, event.boards[table] ?? "", (board) => { leaveForm(); if (board) act("decide", { decision: { do: "place", table, board } }); })));
  return [h("h3", { text: say.places }), h("div", { class: "form" }, ...rows)];
}
