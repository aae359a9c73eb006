// A screen for the room: tables, seating and standings, in turn.
//
// Each stays for 12 seconds; `/tv?seconds=20` sets another time. A lost connection is reported, and
// the last content stays.

import { byId, h, setText } from "../core/dom.js";
import { badge } from "../core/shapes.js";
import { countdown, hallTime } from "./clock.js";
import { EXPERT } from "./duplicate.js";
import { follow, isReached } from "./live.js";
import { tablesNow } from "./matches.js";
import { COLORS, sideName, stateOf, tablesOf, troubleOf } from "./tables.js";
import { language, signed, words } from "./words.js";

/** @import { ClubEvent, Hall, Table } from "./messages.d.ts" */
/**
 * What fills the screen for some seconds: it is redrawn only when its facts change.
 *
 * @typedef {{ facts: unknown, made: () => Node }} Screen
 */

const { room: say } = words;
const TABLES_MOST = 12;
const ROWS = 12;
const SECONDS = 12;
const [LEAST, MOST] = [2, 600];
const COLUMNS_MOST = 3;

document.documentElement.lang = language;
const wanted = Number(new URLSearchParams(location.search).get("seconds"));
const seconds = wanted ? Math.min(MOST, Math.max(LEAST, wanted)) : SECONDS;

/** @type {Hall | null} */
let hall = null;
let turn = 0;
let drawn = "";
/** When the connection was lost, by the hall's clock; null while connected. @type {Date | null} */
let lostAt = null;
const timer = countdown(byId("timer"));

/** @param {Date} at */
const clockTime = (at) => at.toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });

/**
 * Equal parts of a list, each small enough for a screen.
 *
 * @template Item
 * @param {Item[]} items
 * @param {number} most
 */
export function screenfuls(items, most) {
  const screens = Math.ceil(items.length / most);
  const size = Math.ceil(items.length / Math.max(1, screens));
  return Array.from({ length: screens }, (_, at) => items.slice(at * size, (at + 1) * size));
}

/** The score of a side: the result on the cards, else that of the board; empty without either. @param {Table} table @param {number} side */
function scoreOf({ board, scores }, side) {
  if (scores) return String(scores[side]);
  return board?.game ? String(board.game.sides[side]?.front ?? 0) : "";
}

/** @param {Table} table @param {number} side */
function hasWon({ board, scores }, side) {
  if (scores) return scores[side] > scores[1 - side];
  return board?.game ? board.game.winner !== null && board.game.winner % board.game.sides.length === side : false;
}

/** @param {Table} table */
function tableView(table) {
  const sides = table.scores ? 2 : table.board?.game?.sides.length ?? 2;
  const trouble = table.scores ? "" : troubleOf(table.board);
  const how = table.board && !table.scores ? `${table.title} · ${trouble || stateOf(table)}` : table.title;
  return h("li", { class: "table" },
    h("h2", { "aria-label": table.title, text: table.number === null ? "·" : String(table.number) }),
    h("ol", { class: "sides" }, ...Array.from({ length: sides }, (_, side) => h("li", { "data-won": hasWon(table, side) },
      badge(side, COLORS[side]), h("span", { class: "names", text: sideName(table, side) }), h("b", { class: "score", text: scoreOf(table, side) })))),
    h("p", { class: trouble ? "how trouble" : "how", text: how }));
}

/** @param {Table[]} tables @returns {Screen} */
function tablesScreen(tables) {
  const columns = tables.length < 2 ? 1 : tables.length <= 6 ? 2 : COLUMNS_MOST;
  const rows = Math.ceil(tables.length / columns);
  return { facts: tables, made: () => h("ol", { class: "tables", "aria-label": words.tables, "data-columns": columns, "data-rows": rows }, ...tables.map(tableView)) };
}

/** All tables of an event, and boards besides on which somebody plays. @param {Table} table */
const isShown = ({ number, board }) => number !== null || (board?.connected && board.game?.winner === null);

/** @param {string} title @param {HTMLElement[]} rows */
const listView = (title, rows) => h("section", { class: "list" }, h("h2", { text: title }),
  h("ol", { class: "columns", "data-columns": Math.ceil(rows.length / ROWS) }, ...rows));

/** The table of each player in this round, by name. @param {ClubEvent} event @param {boolean} several @returns {Screen[]} */
function seatScreens(event, several) {
  const tables = tablesNow(event);
  if (!tables.some(({ points }) => points.includes(null))) return [];
  const collator = new Intl.Collator(language);
  const seats = tables.flatMap(({ table, players }) => players.filter((player) => player !== EXPERT).map((player) => ({ name: event.names[player] ?? player, table: String(table) })));
  if (event.bye && !event.seeds.length) seats.push({ name: event.names[event.bye] ?? event.bye, table: words.seating.bye });
  seats.sort((one, other) => collator.compare(one.name, other.name));
  const title = [several ? event.name : "", say.seats(event.round)].filter(Boolean).join(" · ");
  return screenfuls(seats, COLUMNS_MOST * ROWS).map((part) => ({ facts: [title, part], made: () => listView(title, part.map(({ name, table }) => h("li", {}, h("span", { class: "names", text: name }), h("b", { text: table })))) }));
}

/** @param {ClubEvent} event @param {boolean} several @returns {Screen[]} */
function standingsScreens(event, several) {
  const { standings, names, duplicate, hidden, round } = event;
  if (hidden || !round) return [];
  const columns = duplicate ? [words.duplicate.score] : [words.columns.points, words.columns.net];
  const title = [several ? event.name : "", words.standings, ...columns].filter(Boolean).join(" · ");
  const rows = standings.map(({ place, tied, player, points, plus, minus }) => ({
    place: `${tied ? "=" : ""}${place}`, name: names[player] ?? player,
    points: duplicate ? signed(Math.round(10 * (duplicate.scores[player] ?? 0)) / 10) : String(points), net: duplicate ? "" : signed(plus - minus),
  }));
  return screenfuls(rows, 2 * ROWS).map((part) => ({ facts: [title, part], made: () => listView(title, part.map(({ place, name, points, net }) => h("li", {},
    h("span", { class: "place", text: place }), h("span", { class: "names", text: name }), h("b", { class: "points", text: points }), h("span", { class: "net", text: net })))) }));
}

/** @param {Hall} now @returns {Screen[]} */
function screensOf(now) {
  const events = [...(now.event ? [now.event] : []), ...now.beside.map(({ event }) => event)];
  const several = events.length > 1;
  const screens = [
    ...screenfuls(tablesOf(now).filter(isShown), TABLES_MOST).map(tablesScreen),
    ...events.flatMap((event) => seatScreens(event, several)),
    ...events.flatMap((event) => standingsScreens(event, several)),
  ];
  if (screens.length) return screens;
  const reachable = now.reachable || isReached();
  return [{ facts: reachable, made: () => h("div", { class: "plain" }, h("p", { text: words.soon }),
    reachable ? h("img", { src: "/api/qr/player.svg", alt: "" }) : null, reachable ? h("p", { text: words.scan }) : null) }];
}

/** The current round, the next one, and the bye. @param {Hall} now */
function roundLine({ event }) {
  if (!event) return "";
  const { round, games, bye, names, tables, seeds } = event;
  const isOver = round > 0 && tables.every(({ points }) => !points.includes(null));
  return [round ? words.roundOf(round, games) : words.soon,
    isOver && round < games && !seeds.length ? say.next(round + 1) : "",
    bye && !isOver ? words.bye(names[bye] ?? bye) : ""].filter(Boolean).join(" · ");
}

function draw() {
  if (!hall) return;
  setText(byId("name"), hall.event?.name || hall.name);
  setText(byId("round"), roundLine(hall));
  document.title = `${hall.event?.name || hall.name} – pegboard`;
  const screens = screensOf(hall);
  const at = turn % screens.length;
  setText(byId("turns"), screens.length > 1 ? screens.map((_, each) => (each === at ? "●" : "○")).join("") : "");
  const now = JSON.stringify([at, screens[at].facts]);
  if (now === drawn) return;
  drawn = now;
  byId("screen").replaceChildren(screens[at].made());
}

async function tick() {
  setText(byId("time"), clockTime(await hallTime()));
}

/** @param {boolean} there */
async function reached(there) {
  if (there) lostAt = null;
  else lostAt ??= await hallTime();
  setText(byId("says"), lostAt ? say.stale(clockTime(lostAt)) : "");
}

/** Keeps the screen on, if the browser can; a hidden page loses the lock. */
async function stayAwake() {
  if (!document.hidden) await navigator.wakeLock?.request("screen").catch(() => null);
}

follow((now) => {
  hall = now;
  timer(now.timer);
  draw();
}, reached);
tick();
setInterval(tick, 1000);
setInterval(() => { turn += 1; draw(); }, seconds * 1000);
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
