// A hand whose owner counts it: the points claimed, and those of the others that were missed.

import { counts } from "../core/counts.js";
import { h } from "../core/dom.js";
import { words } from "../core/words.js";

/** @import { Offer, Seat, SeatInfo } from "../core/protocol.d.ts" */

/**
 * Every total that a hand can have, one touch each.
 *
 * @param {Pick<Offer, "seat">} offer
 * @param {number[]} totals
 * @param {(what: { claim: number }) => unknown} send
 */
export const claimPad = (offer, totals, send) => h("section", { class: "claims" },
  h("p", { class: "how", text: words.claimHow }), counts(0, totals, (claim) => send({ claim })));

/**
 * A button for each seat that may call what was missed.
 *
 * @param {Pick<Offer, "callers" | "missed">} offer
 * @param {Pick<SeatInfo, "name">[]} seats
 * @param {(what: { muggins: Seat }) => unknown} send
 */
export const calls = ({ callers, missed }, seats, send) => callers.map((seat) => h("button", {
  type: "button", class: "primary", "data-call": seat, text: words.callMissed(missed, seats[seat].name), onclick: () => send({ muggins: seat }),
}));
