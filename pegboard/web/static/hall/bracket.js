// The bracket: its rounds side by side, or stacked if space is short.

import { h } from "../core/dom.js";
import { roundName } from "./matches.js";
import { words } from "./words.js";

/** @import { ClubEvent, Match } from "./messages.d.ts" */

const { bracket: say } = words;

/** One player of a match; unknown while the previous match is being played. @param {ClubEvent} event @param {Match} match @param {0 | 1} side */
function player({ names, seeds }, { players, winner, games, bye, score: soFar, table }, side) {
  const id = players[side];
  const won = winner !== null && winner === id;
  const begun = table !== null || soFar[0] + soFar[1] > 0;
  const score = bye ? "" : winner === null ? begun ? String(soFar[side]) : "" : games[0] || games[1] ? String(won ? games[0] : games[1]) : won ? say.walkover : "";
  return h("li", { class: won ? "won" : "" },
    h("small", { text: id ? String(seeds.indexOf(id) + 1) : "" }),
    h("span", { text: id ? names[id] ?? id : bye ? say.bye : "…" }), h("b", { text: won ? `${score} ✓` : score }));
}

/** Link to the table at which a match is being played. @param {ClubEvent} event @param {Match} match @param {boolean} beside */
const where = ({ id }, { table, winner }, beside) => (table === null || winner !== null ? null : h("li", { class: "where" },
  h("a", { href: `/#table=${encodeURIComponent(beside ? `${id} table ${table}` : String(table))}`, text: words.own.live(words.table(table)) })));

/**
 * The whole bracket.
 *
 * @param {ClubEvent} event
 * @param {string} [called] name of an event besides the main one
 */
export function bracketView(event, called = say.title) {
  const beside = called !== say.title;
  const of = event.bracket.length;
  return [h("h2", { text: called }), h("p", { class: "hint", text: say.bestOf(event.best_of) }),
    h("div", { class: "bracket wide", role: "region", tabindex: "0", "aria-label": called }, ...event.bracket.map((matches, at) => h("section", {},
      h("h3", { text: roundName(at, of) }),
      ...matches.map((match) => h("ol", { class: "match" }, player(event, match, 0), player(event, match, 1), where(event, match, beside))))))];
}
