// Counting by hand: claims the value of one's own hand, and calls points others missed.

import { claim as claimed, muggins } from "../core/actions.js";
import { h, onChange, setText, toggle } from "../core/dom.js";
import { cardView, inOrder } from "../core/cards.js";
import { counts } from "../core/counts.js";
import { dialogue, done, frame, open } from "../core/dialog.js";
import { words } from "../core/words.js";

/** @import { Answer, Page, View } from "../core/page.d.ts" */
/** @import { CalledHand, ClaimedHand, Seat, SeatInfo } from "../core/protocol.d.ts" */
/**
 * @typedef {{ claim: ClaimedHand | null, call: CalledHand | null, callers: Seat[], seats: Pick<SeatInfo, "name">[],
 *   waits: boolean, totals: number[] }} Question
 */

/** @param {ClaimedHand} hand */
const cardsOf = ({ cards, starter }) => h("div", { class: "counted-cards" },
  ...inOrder(cards).map((card) => h("span", { class: "counted" }, cardView(card))),
  starter ? h("span", { class: "counted starter" }, cardView(starter), h("small", { text: `★ ${words.starter}` })) : null);

/** @param {ClaimedHand} hand @param {Pick<SeatInfo, "name">[]} seats */
const ownerOf = ({ seat, crib }, seats) => (crib ? words.theCrib : words.theHand)(seats[seat].name);

/**
 * The dialog; it opens automatically when there is something to count, and again by `open()`.
 *
 * @param {Page} page
 * @returns {View}
 */
export function view({ dispatch }) {
  const dialog = dialogue("claim");
  const problem = h("p", { class: "problem", role: "alert" });
  /** @type {Question | null} */
  let latest = null;

  /** @param {() => Promise<Answer>} what */
  async function send(what) {
    const question = JSON.stringify(latest);
    const answer = await what();
    if (!answer.ok) setText(problem, answer.text);
    // The next question may arrive before this answer: the same seat counts its hand and its crib.
    else if (JSON.stringify(latest) === question) done(dialog);
  }
  /** @param {string} action */
  const act = (action) => send(() => dispatch({ action }, { quiet: true, once: true }));

  /** Sends OK. Right after an automatic step of the show the board ignores OK: only its next state closes this. */
  async function pass() {
    const answer = await dispatch({ press: "ok" }, { quiet: true });
    if (!answer.ok) setText(problem, answer.text);
  }

  /** @param {CalledHand} call @param {Question} question */
  const calling = (call, { claim, callers, seats, totals }) => h("section", { class: "call" },
    h("p", { class: "said" }, words.scoring.said(ownerOf(call, seats), words.pegs(call.points))), cardsOf(call),
    ...callers.map((seat) => h("details", { open: !claim },
      h("summary", { text: words.scoring.missed(callers.length > 1 ? seats[seat].name : null) }),
      counts(1, totals, (n) => act(muggins(seat, n))))));

  /** @param {ClaimedHand} claim @param {number[]} totals */
  const claiming = (claim, totals) => h("section", { class: "own" }, cardsOf(claim), h("p", { class: "how", text: words.scoring.claimHow }),
    counts(0, totals, (n) => act(claimed(claim.seat, n))));

  /** @param {Question} question */
  function draw(question, forced = false) {
    const { claim, call, seats, waits, totals } = question;
    setText(problem, "");
    // An optional claim may be made as well, but is not asked for.
    if (!claim && !(call && (waits || forced))) return done(dialog);
    const title = claim ? words.scoring.claimTitle(ownerOf(claim, seats)) : call ? words.scoring.callTitle(ownerOf(call, seats)) : "";
    const fine = h("button", {
      type: "button", class: "primary fine", text: words.scoring.fine, onclick: pass,
    });
    const heading = frame(dialog, title,
      [call && calling(call, question), claim && claiming(claim, totals), problem], claim || !waits ? [] : [fine]);
    toggle(dialog, "data-both", claim && call);
    open(dialog);
    heading.tabIndex = -1;
    heading.focus();
  }

  const update = onChange(draw);
  return {
    open() {
      if (latest) draw(latest, true);
    },
    show(state) {
      const { claim, call, seats, kind, you, awaiting_ack: waits, hand_totals: totals } = state;
      // If each player has a page, it asks only for their own hand.
      /** @param {Seat} seat */
      const mine = (seat) => kind.has_dealt_hands && (you.seat === null || you.seat === seat);
      const callers = state.callers.filter(mine);
      latest = {
        claim: claim && mine(claim.seat) ? claim : null, call: call && callers.length ? call : null, callers,
        seats: seats.map(({ name }) => ({ name })), waits, totals,
      };
      update(latest);
    },
  };
}
