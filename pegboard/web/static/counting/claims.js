// Hands counted by their owners: points claimed, and missed points called by others.

import { counts } from "../core/counts.js";
import { h } from "../core/dom.js";
import { words } from "../core/words.js";

/** @import { Offer, Seat, SeatInfo } from "../core/protocol.d.ts" */

/**
 * A button for every possible total of a hand.
 *
 * @param {Pick<Offer, "seat">} offer
 * @param {number[]} totals
 * @param {(what: { claim: number }) => unknown} send
 */
export const claimPad = (offer, totals, send) => h("section", { class: "claims" },
  h("p", { class: "how", text: words.claimHow }), counts(0, totals, (claim) => send({ claim })));

/**
 * Buttons for the points each seat may call as missed; nothing reveals how many there are.
 *
 * @param {Pick<Offer, "callers">} offer
 * @param {Pick<SeatInfo, "name">[]} seats
 * @param {number[]} totals
 * @param {(what: { muggins: Seat, points: number }) => unknown} send
 */
export const calls = ({ callers }, seats, totals, send) => h("section", { class: "claims calls" }, ...callers.map((seat, n) => h("details", { open: n === 0, "data-call": seat },
  h("summary", { text: words.scoring.missed(seats[seat].name) }), counts(1, totals, (points) => send({ muggins: seat, points })))));
