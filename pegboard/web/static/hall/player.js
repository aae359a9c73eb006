// A player's page: their next table and their own card. There are no accounts: the name is chosen once.

import { byId, h, onChange, setText } from "../core/dom.js";
import { countdown } from "./clock.js";
import { EXPERT } from "./duplicate.js";
import { follow } from "./live.js";
import { standingOf, tablesNow } from "./matches.js";
import { language, signed, words } from "./words.js";

/** @import { ClubEvent, PlayerCard } from "./messages.d.ts" */

const { own } = words;
const KEPT = "pegboard-player";

document.documentElement.lang = language;
setText(byId("skip"), own.skip);
setText(byId("tables"), words.allTables);

/** All running events. @type {ClubEvent[]} */
let events = [];
/** The table whose sign opened the page, if any. */
const atTable = Number(new URLSearchParams(location.hash.slice(1)).get("table") ?? 0);
let me = new URLSearchParams(location.hash.slice(1)).get("player") ?? localStorage.getItem(KEPT) ?? "";
let asked = 0;

/** @param {string} player */
function choose(player) {
  me = player;
  localStorage.setItem(KEPT, player);
  const where = { ...(player ? { player } : {}), ...(atTable ? { table: String(atTable) } : {}) };
  history.replaceState(null, "", `#${new URLSearchParams(where)}`);
  draw();
}

const drawWho = onChange((/** @type {{ names: Record<string, string>, chosen: string, seated: string[] }} */ { names, chosen, seated }) => {
  const collator = new Intl.Collator(language);
  const all = Object.entries(names).sort(([, one], [, other]) => collator.compare(one, other));
  byId("who").replaceChildren(h("label", {}, own.who, h("select", {
    id: "name-chosen", onchange: (/** @type {Event} */ { target }) => choose(/** @type {HTMLSelectElement} */ (target).value),
  }, h("option", { value: "", text: own.choose, selected: !chosen }),
  ...all.map(([id, name]) => h("option", { value: id, text: name, selected: id === chosen })))),
  atTable ? h("p", { class: "doors" }, ...(chosen ? [] : seated.flatMap((id) => [h("button", { type: "button", class: "strong", text: names[id], onclick: () => choose(id) }), " "])),
    h("a", { class: "button", href: `/#table=${atTable}`, text: own.live(words.table(atTable)) })) : "");
});

/** The next match of this player without a table; empty without one. @param {ClubEvent} event */
function matchOf({ bracket, names }) {
  const match = bracket.flat().find(({ players, winner }) => winner === null && players.includes(me));
  if (!match) return "";
  const foe = match.players.find((player) => player !== null && player !== me);
  return foe ? own.against(names[foe]) : own.foeUnknown;
}

/** The player's current table, in one large line; unfinished games first. @param {ClubEvent[]} all */
function placeOf(all) {
  const drawn = all.filter(({ round }) => round);
  const tables = drawn.flatMap((event) => tablesNow(event).filter(({ players }) => players.includes(me)).map((table) => ({ event, table })));
  const found = tables.find(({ table }) => table.points.includes(null)) ?? tables[tables.length - 1];
  const next = found?.table.points.includes(null) ? "" : drawn.map(matchOf).find(Boolean);
  if (next) return [own.wait, next];
  if (!found) {
    if (drawn.some(({ bye }) => bye === me)) return [own.bye, ""];
    const late = drawn.find(({ present, round, games, seeds }) => present.includes(me) && round < games && !seeds.length);
    return [late ? own.fromRound(late.round + 1) : drawn.length ? own.notPlaying : words.soon, ""];
  }
  const { event, table } = found;
  const { match } = table;
  const seat = table.players.indexOf(me);
  const points = table.points[seat];
  const against = [own.against(event.names[table.players[1 - seat]]), points === null ? "" : own.scored(points), match ? standingOf(event, match, seat) : "", all.length > 1 ? event.name : ""];
  return [words.table(table.table), against.filter(Boolean).join(" · ")];
}

const drawMine = onChange((/** @type {string[] | null} */ lines) => {
  const [first, second] = lines ?? ["", ""];
  byId("mine").replaceChildren(...(first ? [h("p", { class: "place", text: first }), second ? h("p", { class: "against", text: second }) : null] : []).filter((node) => node !== null));
});

/** One card; nothing before its first game. @param {PlayerCard} card @param {string} title */
function cardView(card, title) {
  const { columns } = words;
  /** @param {"points" | "plus" | "minus"} key */
  const sum = (key) => card.lines.reduce((n, line) => n + (line[key] ?? 0), 0);
  const net = sum("plus") - sum("minus");
  return [
    h("h2", { text: title }),
    card.place === null ? null : h("p", { text: own.place(card.place, card.of) }),
    h("div", { class: "wide", role: "region", tabindex: "0", "aria-label": title }, h("table", { class: "own" },
      h("thead", {}, h("tr", {}, ...[own.game, own.opponent, columns.points, columns.plus, columns.minus].map((text) => h("th", { scope: "col", text })))),
      h("tbody", {}, ...card.lines.map(({ game, opponent, points, plus, minus, signed: both }) => h("tr", {},
        h("td", { text: String(game) }), h("th", { scope: "row", text: `${opponent === EXPERT ? words.duplicate.expert : opponent}${both ? " ✓" : ""}` }),
        ...[points, plus, minus].map((n) => h("td", { text: n === null ? "" : String(n) }))))),
      h("tfoot", {}, h("tr", {}, h("td"), h("th", { scope: "row", text: own.total(signed(net)) }),
        ...[sum("points"), sum("plus"), sum("minus")].map((n) => h("td", { text: String(n) })))))),
    card.lines.some((line) => line.signed) ? h("p", { class: "hint", text: own.signed }) : null,
  ].filter((node) => node !== null);
}

/** @param {PlayerCard[]} cards */
function drawCards(cards) {
  const played = cards.filter(({ lines }) => lines.length);
  byId("card").hidden = !played.length;
  byId("card").replaceChildren(...played.flatMap((card) => cardView(card, played.length > 1 ? `${own.card}, ${card.event}` : own.card)));
}

async function draw() {
  const names = Object.assign({}, ...events.map((event) => event.names));
  if (!events.length) return;
  if (!(me in names)) me = "";
  drawWho({ names, chosen: me, seated: events.flatMap(tablesNow).find(({ table }) => table === atTable)?.players ?? [] });
  drawMine(me ? placeOf(events) : null);
  asked += 1;
  const mine = asked;
  if (!me) {
    drawCards([]);
    return;
  }
  try {
    const answers = await Promise.all(events.filter((event) => me in event.names).map(async ({ id }) => (await fetch(`/api/card?player=${encodeURIComponent(me)}&event=${encodeURIComponent(id)}`)).json()));
    if (mine === asked) drawCards(answers.filter(({ ok }) => ok));
  } catch {
    setText(byId("says"), words.offline);
  }
}

const changed = onChange((/** @type {ClubEvent[]} */ now) => {
  events = now;
  draw();
});
const timer = countdown(byId("timer"));
follow((hall) => {
  timer([hall, ...hall.beside].map((each) => each.timer).find(({ until, left }) => (until ?? left) !== null) ?? hall.timer);
  setText(byId("name"), hall.event?.name || hall.name);
  document.title = `${hall.event?.name || hall.name} – pegboard`;
  setText(byId("round"), hall.event ? (hall.event.round ? words.roundOf(hall.event.round, hall.event.games) : words.soon) : own.noEvent);
  changed([...(hall.event ? [hall.event] : []), ...hall.beside.map(({ event }) => event)]);
}, (there) => setText(byId("says"), there ? "" : words.offline));
