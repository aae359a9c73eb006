// Describes a line of the game record in plain words, for UNDO.

import { cardText } from "../core/cards.js";
import { words } from "../core/words.js";

/** @import { Action, SeatInfo } from "../core/protocol.d.ts" */

/**
 * "play 1 4D" as "Ben’s 4♦"; an unknown action stays as its line.
 *
 * @param {Action} action
 * @param {Pick<SeatInfo, "name">[]} seats
 */
export function inWords({ action, verb, seat, cards, points }, seats) {
  const say = words.undoes;
  const shown = cards.map(cardText).join(" ");
  if (verb === "deal") return say.deal();
  if (verb === "cut" || verb === "crib") return say[verb](shown);
  const name = seat === null ? undefined : seats[seat]?.name;
  if (name === undefined) return action;
  switch (verb) {
    case "go": case "discard": return say[verb](name);
    case "play": case "hand": return say[verb](name, shown);
    case "peg": case "correct": case "penalty": case "claim": case "muggins": return say[verb](name, points ?? 0);
    default: return action;
  }
}
