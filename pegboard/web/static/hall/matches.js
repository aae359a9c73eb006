// Tables in play: those of the round, of play-offs and of bracket matches.

import { words } from "./words.js";

/** @import { ClubEvent, MatchTable } from "./messages.d.ts" */

const { bracket: say } = words;

/** The name of a bracket round, the final last. @param {number} at @param {number} of */
export const roundName = (at, of) => say.rounds[of - 1 - at] ?? say.round(at + 1);

/** The tables of an event that are in play; those of the last round are dropped once the bracket is seeded. @param {ClubEvent} event */
export function tablesNow({ tables, matches, seeds }) {
  const taken = new Set(matches.map(({ table }) => table));
  const round = seeds.length ? [] : tables.filter(({ table }) => !taken.has(table));
  return [...round.map((each) => ({ ...each, match: null })), ...matches.map((match) => ({ ...match, points: /** @type {[null, null]} */ ([null, null]), scores: null, previous: "", match }))];
}

/** Name and state of a match, from the view of a seat. @param {ClubEvent} event @param {MatchTable} match @param {number} [seat] that is named first */
export function standingOf({ bracket }, { match: [round], score }, seat = 0) {
  const stands = `${score[seat]}\u2060–\u2060${score[1 - seat]}`; // never split across lines
  return round ? `${roundName(round - 1, bracket.length)} ${stands}` : say.playOff;
}
