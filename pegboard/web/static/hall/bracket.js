// The bracket: its rounds side by side, or below each other where there is no room.

import { h } from "../core/dom.js";
import { words } from "./words.js";

/** @import { ClubEvent, Match } from "./messages.d.ts" */

const { bracket: say } = words;

/** What a round is called, the final last. @param {number} at @param {number} of */
const roundName = (at, of) => say.rounds[of - 1 - at] ?? say.round(at + 1);

/** One player of a match; nobody is known yet where the match before goes on. @param {ClubEvent} event @param {Match} match @param {0 | 1} side */
function player({ names, seeds }, { players, winner, games, bye }, side) {
  const id = players[side];
  const won = winner !== null && winner === id;
  const score = winner === null || bye ? "" : games[0] || games[1] ? String(won ? games[0] : games[1]) : won ? say.walkover : "";
  return h("li", { class: won ? "won" : "" },
    h("small", { text: id ? String(seeds.indexOf(id) + 1) : "" }),
    h("span", { text: id ? names[id] ?? id : bye ? say.bye : "…" }), h("b", { text: won ? `${score} ✓` : score }));
}

/**
 * All of the bracket.
 *
 * @param {ClubEvent} event
 * @param {string} [called] where there is more than one on the page
 */
export function bracketView(event, called = say.title) {
  const of = event.bracket.length;
  return [h("h2", { text: called }), h("p", { class: "hint", text: say.bestOf(event.best_of) }),
    h("div", { class: "bracket wide", role: "region", tabindex: "0", "aria-label": called }, ...event.bracket.map((matches, at) => h("section", {},
      h("h3", { text: roundName(at, of) }),
      ...matches.map((match) => h("ol", { class: "match" }, player(event, match, 0), player(event, match, 1))))))];
}
