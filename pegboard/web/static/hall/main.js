// The public page of a hall: all tables live, one of them enlarged, the standings.

import { byId, find, h, onChange, setText } from "../core/dom.js";
import { countdown } from "./clock.js";
import { follow, isReached } from "./live.js";
import { publicLinks } from "./printing.js";
import { standingsTable } from "./standings.js";
import { stateOf, tableCard, tablesOf } from "./tables.js";
import { LANGUAGES, language, words } from "./words.js";

/** @import { Hall, Table } from "./messages.d.ts" */

document.documentElement.lang = language;
setText(byId("skip"), words.skip);
setText(byId("director"), words.director);
setText(byId("player"), words.player);
setText(byId("room"), words.room.show);
setText(find(byId("tables"), "h2"), words.tables);

/** @type {Hall | null} */
let hall = null;
/** @type {ReturnType<typeof import("./large.js").largeTable> | null} */
let large = null;
/** Games already won when last drawn, by table. @type {Map<string, string>} */
const won = new Map();
/** @type {Map<string, { said: string, card: HTMLElement }>} */
const cards = new Map();

const timer = countdown(byId("timer"));
const chosen = () => new URLSearchParams(location.hash.slice(1)).get("table");

/** Redraws only changed tables, so that the focus stays. @param {Table[]} tables */
function drawTables(tables) {
  const list = find(byId("tables"), "ul");
  const wanted = tables.map((table) => {
    const said = JSON.stringify(table);
    const known = cards.get(table.key);
    if (known?.said === said) return known.card;
    const card = tableCard(table);
    if (known) {
      const focused = known.card.contains(document.activeElement);
      known.card.replaceWith(card);
      if (focused) find(card, "a").focus();
    }
    cards.set(table.key, { said, card });
    return card;
  });
  wanted.forEach((card, at) => {
    if (list.children[at] !== card) list.insertBefore(card, list.children[at] ?? null);
  });
  while (list.children.length > wanted.length) list.lastElementChild?.remove();
  if (!wanted.length) list.replaceChildren(h("li", { class: "none", text: words.nobody }));
}

/** Announces new winners to screen readers. @param {Table[]} tables */
function announce(tables) {
  for (const table of tables) {
    const game = table.board?.game;
    const over = game && game.winner !== null ? game.game : "";
    const known = won.get(table.key);
    if (over && known !== undefined && known !== over) setText(byId("says"), `${table.title}: ${stateOf(table)}`);
    won.set(table.key, over);
  }
}

const drawPrints = onChange((/** @type {[id: string, round: number, hidden: boolean] | null} */ event) => {
  const links = event ? publicLinks({ id: event[0], round: event[1], hidden: event[2] }) : [];
  byId("prints").replaceChildren(...links.flatMap((link) => [" · ", link]));
});

const drawStandings = onChange((/** @type {Hall["event"]} */ event) => {
  byId("standings").hidden = !event?.standings.length && !event?.hidden;
  if (event) byId("standings").replaceChildren(h("h2", { text: words.standings }), event.hidden ? h("p", { class: "none", text: words.hidden }) : standingsTable(event));
});

/** Other running events: round, standings and bracket of each. */
const drawBeside = onChange(async (/** @type {Hall["beside"]} */ beside) => {
  const views = await Promise.all(beside.map(async ({ event }) => h("section", { "aria-label": event.name },
    h("h2", { text: event.name }),
    h("p", { text: event.round ? words.roundOf(event.round, event.games) : words.soon }),
    event.hidden ? h("p", { class: "none", text: words.hidden }) : standingsTable(event, `${words.standings}, ${event.name}`),
    event.bracket.length ? (await import("./bracket.js")).bracketView(event, `${words.bracket.title}, ${event.name}`) : null)));
  byId("beside").replaceChildren(...views);
});

/** QR code of the page for phones, on screens large enough for a room. */
const drawCode = onChange((/** @type {boolean} */ reachable) => {
  byId("code").hidden = !reachable;
  if (reachable) byId("code").replaceChildren(h("img", { class: "qr", src: "/api/qr/player.svg", alt: "", width: 160, height: 160 }), h("p", { text: words.scan }));
});

const drawBracket = onChange(async (/** @type {Hall["event"]} */ event) => {
  byId("bracket").hidden = !event?.bracket.length;
  if (!event?.bracket.length) return;
  const { bracketView } = await import("./bracket.js");
  const latest = hall?.event;
  if (latest?.bracket.length) byId("bracket").replaceChildren(...bracketView(latest));
});

function chosenTable() {
  const key = chosen();
  return hall && key ? tablesOf(hall).find((each) => each.key === key || (!each.event && each.number !== null && String(each.number) === key)) : undefined;
}

async function drawLarge() {
  const there = Boolean(chosenTable());
  byId("large").hidden = !there;
  byId("tables").hidden = there;
  if (!there) return;
  const { largeTable } = await import("./large.js");
  // Several changes may wait for the module at once: only the latest is drawn.
  const table = chosenTable();
  if (!table) return;
  if (large === null) {
    large = largeTable(byId("large"));
    large.focus();
  }
  large.show(table);
}

/** @param {Hall} now */
function show(now) {
  hall = now;
  const tables = tablesOf(now);
  const { event } = now;
  setText(byId("name"), event?.name || now.name);
  document.title = `${event?.name || now.name} – pegboard`;
  setText(byId("round"), event ? [event.round ? words.roundOf(event.round, event.games) : words.soon, event.bye ? words.bye(event.names[event.bye] ?? event.bye) : ""].filter(Boolean).join(" · ") : "");
  timer(now.timer);
  drawCode(now.reachable || isReached());
  drawTables(tables);
  drawBracket(event);
  drawStandings(event);
  drawBeside(now.beside);
  drawPrints(event && [event.id, event.round, event.hidden]);
  announce(tables);
  drawLarge();
}

addEventListener("hashchange", async () => {
  const before = large;
  await drawLarge();
  if (chosen()) (before ?? large)?.focus();
  else byId("tables").focus();
});
follow(show, (there) => setText(byId("says"), there ? "" : words.offline));

byId("prints").after(" · ", ...Object.entries(LANGUAGES).flatMap(([code, name]) => [h("button", {
  type: "button", class: "language", lang: code, "aria-pressed": String(code === language), text: name,
  onclick: async () => (await import("../core/words.js")).chooseLanguage(code),
})]));
