// Printed pages of an event: `/print/pairings`, `cards`, `standings` and `report`.
//
// `?event=` selects an event by id. A director's browser also prints archived events, hidden standings
// and the report; other browsers print the public parts. The browser's print dialog opens by itself.

import { byId, h } from "../core/dom.js";
import { factsOf } from "./cards.js";
import { EXPERT, nameExpert } from "./duplicate.js";
import { roundName } from "./matches.js";
import { standingsTable } from "./standings.js";
import { language, words } from "./words.js";

/** @import { ClubEvent, Desk, EventTable, Report } from "./messages.d.ts" */

const { print: say } = words;
const FOUR_A_PAGE = 24;
const LARGE_TABLES = 14;
/** Decisions whose effect is in other parts of the report, unless they give a reason. */
const ROUTINE = ["open", "enter", "place", "draw", "sign", "result", "call", "game", "match", "seed", "consolation", "reveal"];

const sheet = location.pathname.split("/").pop() ?? "";
const wanted = new URLSearchParams(location.search).get("event") ?? "";
const query = wanted ? `?event=${encodeURIComponent(wanted)}` : "";
document.documentElement.lang = language;

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "long" });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** @param {ClubEvent} event @param {string} id */
const nameOf = ({ names }, id) => names[id] ?? id;

/** "121–107"; game points if the cards have no spread; empty before the result. @param {EventTable} table */
function resultOf({ points, scores }) {
  if (scores) return scores.join("\u2060–\u2060");
  return points.includes(null) ? "" : points.join("\u2060–\u2060");
}

/** @param {string} title @param {string[]} about */
const heading = (title, ...about) => [h("h1", { text: title }), h("p", { class: "about", text: about.filter(Boolean).join(" · ") })];

/** @param {ClubEvent} event */
function pairings(event) {
  const { round, games, tables, bye } = event;
  if (!round) return [...heading(event.name), h("p", { text: words.soon })];
  return [
    ...heading(words.roundOf(round, games), event.name, day.format(new Date())),
    h("table", { class: tables.length > LARGE_TABLES ? "pairings many" : "pairings" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col", text: words.signs.table }), h("th", { scope: "colgroup", colspan: 2, text: words.desk.players }), h("th", { scope: "col", class: "result", text: say.result }))),
      h("tbody", {}, ...tables.map((table) => h("tr", {}, h("td", { text: String(table.table) }),
        ...table.players.map((player) => h("td", { text: nameOf(event, player) })), h("td", { text: resultOf(table) || "____ – ____" }))))),
    bye ? h("p", { class: "bye", text: words.bye(nameOf(event, bye)) }) : null,
  ];
}

/** An empty score card for each player. @param {ClubEvent} event */
function cards(event) {
  const { present, games } = event;
  const collator = new Intl.Collator(language);
  const names = present.map((player) => nameOf(event, player)).sort(collator.compare);
  const heads = [words.own.game, words.own.opponent, words.columns.points, words.columns.plus, words.columns.minus, say.initials];
  return [h("h1", { class: "unprinted", text: say.cards }), h("div", { class: games > FOUR_A_PAGE ? "four long" : "four" }, ...names.map((name) => h("section", { class: "score-card" },
    h("h2", { text: name }), h("p", { text: `${event.name} · ${day.format(new Date())}` }),
    h("table", {}, h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col", text })))),
      h("tbody", {}, ...Array.from({ length: games }, (_, at) => h("tr", {}, h("th", { scope: "row", text: String(at + 1) }), ...heads.slice(1).map(() => h("td"))))),
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row", colspan: 2, text: say.total }), ...heads.slice(2).map(() => h("td"))))))))];
}

/** @param {ClubEvent} event */
function standings(event) {
  return [...heading(`${words.standings} · ${event.name}`, event.round ? words.roundOf(event.round, event.games) : words.soon, day.format(new Date())),
    event.hidden ? h("p", { text: words.hidden }) : standingsTable(event)];
}

/** @param {Report} all */
function report({ event, began, players, rounds, decisions }) {
  const ids = Object.keys(players);
  const about = ids.flatMap((id) => {
    const { name, number, club } = players[id];
    const more = [number, club, event.present.includes(id) ? "" : words.desk.away].filter(Boolean).join(", ");
    return more ? [`${name} (${more})`] : [];
  });
  const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
  const own = decisions.filter(({ decision }) => decision.reason || !ROUTINE.includes(decision.do));
  return [
    ...heading(event.name, day.format(new Date(began * 1000)), words.desk.kinds[event.kind], words.roundOf(event.round, event.games), say.players(ids.length)),
    h("h2", { text: words.standings }), standingsTable(event),
    rounds.length ? h("h2", { text: words.files.tables.rounds }) : null,
    h("div", { class: "rounds" }, ...rounds.map(({ round, tables, bye }) => h("section", {}, h("h3", { text: say.round(round) }),
      h("ol", {}, ...tables.map((table) => h("li", {}, h("span", { text: String(table.table) }),
        h("span", { text: table.players.map((player) => (player === EXPERT ? words.duplicate.expert : nameOf(event, player))).join(" – ") }), h("b", { text: resultOf(table) })))),
      bye ? h("p", { class: "hint", text: words.bye(nameOf(event, bye)) }) : null))),
    ...bracketPart(event),
    about.length ? h("h2", { text: words.desk.players }) : null, about.length ? h("p", { text: about.join("; ") }) : null,
    h("h2", { text: words.desk.log }),
    own.length ? h("ol", { class: "decisions" }, ...own.map(({ seq, decision }) => h("li", {
      text: `${clock.format(new Date(decision.at * 1000))} ${words.desk.did[decision.do]?.(factsOf(decision, (id) => nameOf(event, id))) ?? decision.do}`, "data-seq": seq,
    }))) : h("p", { text: say.noDecisions }),
    h("p", { class: "printed", text: say.printed(moment.format(new Date())) }),
  ];
}

/** @param {ClubEvent} event */
function bracketPart(event) {
  const { bracket } = event;
  if (!bracket.length) return [];
  return [h("h2", { text: words.bracket.title }), h("div", { class: "rounds" }, ...bracket.map((matches, at) => h("section", {}, h("h3", { text: roundName(at, bracket.length) }),
    h("ol", {}, ...matches.map(({ number, players, winner, games, bye }) => h("li", {}, h("span", { text: String(number) }),
      h("span", { text: players.map((player) => (player ? nameOf(event, player) : bye ? words.bracket.bye : "…")).join(" – ") }),
      h("b", { text: bye || winner === null ? "" : games[0] || games[1] ? `${nameOf(event, winner)} ${games.join("\u2060–\u2060")}` : `${nameOf(event, winner)} ${words.bracket.walkover}` })))))))];
}

/** The event as the director sees it, or as everybody does; null without one. @param {boolean} isDirector @returns {Promise<ClubEvent | null>} */
async function eventShown(isDirector) {
  if (isDirector) {
    /** @type {Desk & { ok: boolean }} */
    const desk = await (await fetch(`/api/director/desk${query}`)).json();
    return desk.event ?? null;
  }
  const { parts } = await (await fetch("/api/tables")).json();
  const main = parts.event;
  return wanted && main?.id !== wanted ? parts[`event ${wanted}`] ?? null : main ?? null;
}

/** @param {boolean} isDirector @returns {Promise<[title: string, parts: (Node | null)[]]>} */
async function content(isDirector) {
  if (sheet === "report") {
    if (!isDirector) return [say.report, [h("h1", { text: say.report }), h("p", { text: say.signIn })]];
    /** @type {Report} */
    const all = await (await fetch(`/api/director/report.json${query}`)).json();
    if (!all.ok) return [say.report, [h("p", { text: words.own.noEvent })]];
    nameExpert(all.event);
    return [`${all.event.name} – ${say.report}`, report(all)];
  }
  const event = await eventShown(isDirector);
  if (!event) return [say.title, [h("p", { text: words.own.noEvent })]];
  nameExpert(event);
  if (sheet === "cards") return [`${event.name} – ${say.cards}`, cards(event)];
  if (sheet === "standings") return [`${event.name} – ${words.standings}`, standings(event)];
  return [`${event.name} – ${say.pairings}`, pairings(event)];
}

async function start() {
  const { director: isDirector } = await (await fetch("/api/director/enter")).json();
  byId("bar").append(
    h("a", { href: isDirector ? "/director" : "/", text: `← ${isDirector ? words.director : words.allTables}` }),
    h("button", { type: "button", text: words.signs.print, onclick: () => print() }));
  const [title, parts] = await content(isDirector);
  document.title = title;
  byId("sheet").dataset.sheet = sheet;
  byId("sheet").replaceChildren(...parts.filter((part) => part !== null));
  await document.fonts.ready;
  print();
}
await start();
