// Director's view of the boards: the join code, and the state of each board.

import { h } from "../core/dom.js";
import { button } from "./buttons.js";
import { words } from "./words.js";

/** @import { BoardRow } from "./messages.d.ts" */
/** @import { Room } from "./director.js" */

const { desk: say } = words;

/** The codes so far: the picture of each has an address of its own. @type {string[]} */
const codes = [];

/** @param {string} code */
const numberOf = (code) => (codes.includes(code) ? codes.indexOf(code) : codes.push(code) - 1);

/** @param {Room} room */
function codePart({ boards: { code, address }, act }) {
  const make = button("code", say.newCode, () => act("code"), !code);
  if (!code) return [h("p", { text: say.noCode }), h("p", {}, make)];
  return [
    h("p", { text: say.codeHint }),
    h("p", { class: "code", text: code.code }),
    h("figure", {}, h("img", { class: "qr", src: `/api/director/code.svg?n=${numberOf(code.code)}`, alt: "", width: 160, height: 160 }), h("figcaption", {}, say.scanCode)),
    h("p", { class: "hint", text: `${say.joinLine} ${address} ${code.code} · ${say.minutes(Math.max(1, Math.round(code.seconds / 60)))}` }),
    h("p", {}, make, " ", button("end code", say.endCode, () => act("end-code"))),
  ];
}

/** @param {BoardRow} board */
function stateOf({ connected, states }) {
  const named = Object.entries(states).map(([state, n]) => say.states[state]?.(state === "clock" ? Math.round(n / 60) : n) ?? state);
  return [connected ? say.connected : words.away, ...named].join(" · ");
}

/** @param {Room} room */
export function boardsPart(room) {
  const { boards: { boards, address, reachable }, act } = room;
  /** @param {string} way @param {string} text @param {string} path */
  const code = (way, text, path) => h("figure", {}, h("img", { class: "qr", src: `/api/qr/${way}.svg`, alt: "", width: 160, height: 160 }), h("figcaption", {}, text, h("small", { text: `${address}${path}` })));
  const lookOn = reachable ? [h("h3", { text: say.lookOn }), h("div", { class: "codes" }, code("tables", words.tables, ""), code("player", words.player, "/player"))] : [h("p", { class: "trouble", text: say.onlyHere })];
  lookOn.push(h("p", {}, h("a", { class: "button", href: "/signs", text: words.signs.title })));
  const rows = boards.map((board) => h("li", {},
    h("span", {}, h("b", { text: board.name || board.id.slice(0, 6) }), ` ${stateOf(board)}`),
    board.states.revoked ? null : button(`revoke ${board.id}`, say.revoke, () => { if (confirm(`${board.name}: ${say.sureRevoke}`)) act("revoke", { board: board.id }); })));
  return [h("h2", { text: say.boards }), ...codePart(room), boards.length ? h("ul", { class: "rows" }, ...rows) : h("p", { class: "hint", text: say.noBoards }), ...lookOn];
}
