// Where people play now: the tables of the round, and those of play-offs and of the bracket's matches.

import { words } from "./words.js";

/** @import { ClubEvent, MatchTable } from "./messages.d.ts" */

const { bracket: say } = words;

/** What a round of the bracket is called, the final last. @param {number} at @param {number} of */
export const roundName = (at, of) => say.rounds[of - 1 - at] ?? say.round(at + 1);

/** The tables of an event at which somebody plays now; the last round has left them once the bracket is seeded. @param {ClubEvent} event */
export function tablesNow({ tables, matches, seeds }) {
  const taken = new Set(matches.map(({ table }) => table));
  const round = seeds.length ? [] : tables.filter(({ table }) => !taken.has(table));
  return [...round.map((each) => ({ ...each, match: null })), ...matches.map((match) => ({ ...match, points: /** @type {[null, null]} */ ([null, null]), match }))];
}

/** Which match it is, and how it stands for a seat. @param {ClubEvent} event @param {MatchTable} match @param {number} [seat] that is named first */
export function standingOf({ bracket }, { match: [round], score }, seat = 0) {
  const stands = `${score[seat]}\u2060–\u2060${score[1 - seat]}`; // never on two lines
  return round ? `${roundName(round - 1, bracket.length)} ${stands}` : say.playOff;
}
