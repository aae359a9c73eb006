// Lists: games with filters and pages, players, matches.

import { h } from "../core/dom.js";
import { table } from "./charts.js";
import { goOn } from "./continue.js";
import { choices, outcome, person, problem, sideNames, sides } from "./parts.js";
import { board, date, dateTime, integer, percent, tenth, words } from "./words.js";

/** @import { GameRow, GamesPage, GoingOn, Looked, MatchesPage, MatchRow, PlayerRow, PlayersPage, Role, What } from "./messages.d.ts" */

/**
 * Address of a list of games with some filters changed.
 *
 * @param {URLSearchParams} query
 * @param {Record<string, string>} changes
 */
export function listed(query, changes) {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return `#games${next.size ? `?${next}` : ""}`;
}

function nothingYet() {
  const { empty } = words;
  return [h("div", { class: "empty" }, h("h1", { text: empty.title }), h("p", { text: empty.text }),
    h("p", {}, h("a", { class: "button", href: "/", text: empty.play })))];
}

/** @param {GameRow} game @param {GoingOn} now */
function gameRow(game, now) {
  return h("li", { class: "game" },
    h("a", { class: "open", href: `#game/${encodeURIComponent(game.id)}` },
      h("span", { class: "when", text: dateTime(game.started) }),
      h("span", { class: "how", text: [game.mode === "score" ? "" : board.modes[game.mode].played, outcome(game)].filter(Boolean).join(" · ") })),
    game.fault ? null : sides(game), goOn(game, now));
}

/**
 * All games, the newest first.
 *
 * @param {Looked} page
 */
export async function games(page) {
  const asked = new URLSearchParams();
  for (const name of ["player", "level", "mode", "page"]) {
    const value = page.query.get(name);
    if (value) asked.set(name, value);
  }
  /** @type {import("./messages.d.ts").Found<GamesPage>} */
  const answer = await page.ask(`games?${asked}`);
  if (!answer) return null;
  if ("fault" in answer) return problem(answer.fault);
  const found = answer.page;
  const { query } = page;
  const filtered = asked.has("player") || asked.has("level") || asked.has("mode");
  if (!found.total && !filtered && !found.modes.length) return nothingYet();
  const modes = ["", ...found.modes].map((mode) => ({
    text: mode ? board.modes[mode].played : words.allModes, chosen: (query.get("mode") ?? "") === mode, href: listed(query, { mode, page: "" }),
  }));
  const who = h("select", {
    "aria-label": words.filterPlayer,
    /** @param {{ currentTarget: HTMLSelectElement }} event */
    onchange: ({ currentTarget }) => { location.hash = listed(query, { player: currentTarget.value, level: "", page: "" }); },
  }, h("option", { value: "", text: words.everybody }), ...found.players.filter(({ key }) => key).map(({ name, key }) =>
    h("option", { value: key, selected: query.get("player") === key, text: name })));
  const last = Math.max(1, Math.ceil(found.total / found.size));
  const at = found.page + 1;
  const pager = last < 2 ? null : h("nav", { class: "pager", "aria-label": words.pages },
    at > 1 ? h("a", { class: "button", href: listed(query, { page: at > 2 ? String(at - 2) : "" }), text: words.newer }) : null,
    h("span", { text: words.pageOf(at, last) }),
    at < last ? h("a", { class: "button", href: listed(query, { page: String(at) }), text: words.older }) : null);
  return [
    h("h1", { text: words.rooms.games }),
    h("div", { class: "filters" }, choices(words.filterMode, modes), found.players.length ? who : null),
    h("p", { class: "hint", text: words.gamesFound(found.total) }),
    found.total ? h("ol", { class: "games" }, ...found.games.map((each) => gameRow(each, found)))
      : h("p", {}, words.nothingLikeThis, " ", h("a", { href: "#games", text: words.showAll })),
    pager,
  ].filter(Boolean);
}

/**
 * All players, people first.
 *
 * @param {Looked} page
 */
export async function players(page) {
  /** @type {import("./messages.d.ts").Found<PlayersPage>} */
  const answer = await page.ask("players");
  if (!answer) return null;
  if ("fault" in answer) return problem(answer.fault);
  const found = answer.page;
  const text = words.players;
  const everybody = found.players;
  if (!everybody.length) return nothingYet();
  /** @param {number | undefined} value */
  const shown = (value) => (value === undefined ? "–" : tenth(value));
  /** @param {Role} role @param {What} what */
  const figure = (role, what = "total") => shown(found.published.per_deal.find((each) => each.role === role && each.what === what)?.value);
  /** @param {PlayerRow} row @param {Role} role */
  const average = (row, role) => shown(row.averages[role]?.total);
  /** @param {PlayerRow[]} some */
  const rows = (some) => some.map((row) => [
    person(row), integer(row.games), row.games ? `${row.wins} (${percent(row.wins, row.games)})` : "–",
    integer(row.skunks[1] + row.skunks[2]), average(row, "dealer"), average(row, "pone"), date(row.last_at),
  ]);
  const heads = [text.name, text.games, text.won, text.skunks, text.dealer, text.pone, text.last];
  const people = everybody.filter(({ level }) => !level);
  const computers = everybody.filter(({ level }) => level);
  const good = [text.published, "", "", "", figure("dealer"), figure("pone"), ""];
  return [
    h("h1", { text: text.title }),
    h("p", { class: "hint", text: text.hint }),
    people.length ? table(heads, [...rows(people), good], { class: "players", label: text.title }) : null,
    computers.length ? h("section", {}, h("h2", { text: text.computers }), table(heads, rows(computers), { class: "players", label: text.computers })) : null,
    h("p", { class: "hint", text: `${text.dealer}, ${text.pone}: ${text.perDeal}.` }),
  ].filter(Boolean);
}

/** @param {MatchRow} match */
function matchRow(match) {
  const text = words.matches;
  const names = sideNames(match.games[0]);
  const leading = match.winners.map((side) => names[side]);
  let how = leading.length > 1 ? text.level : (match.over ? text.wonBy : text.ahead)(leading[0]);
  if (match.agreed) how += ` · ${match.first_to ? text.firstTo(match.first_to) : text.length(match.length)}`;
  return h("li", { class: "game match" },
    h("p", { class: "open" }, h("span", { class: "when", text: date(match.started) }), h("span", { class: "how", text: how })),
    sides({ ...match.games[0], scores: match.won, winner: match.winners.length === 1 ? match.winners[0] : null }),
    h("ol", { class: "legs" }, ...match.games.map((game) => h("li", {},
      h("a", { href: `#game/${encodeURIComponent(game.id)}`, text: game.scores.join(" : ") }), " ", outcome(game)))));
}

/**
 * All matches, the newest first.
 *
 * @param {Looked} page
 */
export async function matches(page) {
  /** @type {import("./messages.d.ts").Found<MatchesPage>} */
  const answer = await page.ask("matches");
  if (!answer) return null;
  if ("fault" in answer) return problem(answer.fault);
  const found = answer.page;
  const text = words.matches;
  return [
    h("h1", { text: text.title }),
    h("p", { class: "hint", text: text.hint }),
    found.matches.length ? h("ol", { class: "games" }, ...found.matches.map(matchRow)) : h("p", { text: text.none }),
  ];
}
