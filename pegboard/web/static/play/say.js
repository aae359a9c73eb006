// What is heard: the polite region for screen readers always, the browser's voice if it is on.

import { byId, setText } from "../core/dom.js";
import { words } from "../core/words.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { Offer, State } from "../core/protocol.d.ts" */
/** @typedef {Pick<State, "game" | "seats" | "scores" | "last" | "next" | "prompt_hand">} Heard */
/** @typedef {{ game: string, last: string, scores: string, next: string, prompt: string | null }} Told */

const REST_MS = 500;

/** What a hand has pegged. @param {number} points @param {string} name */
const peggedText = (points, name) => (points ? words.pegged(points, name) : words.peggedNone(name));

/**
 * What of a state is told.
 *
 * @param {Heard} state
 * @returns {Told}
 */
export const told = (state) => ({
  game: state.game, last: state.last?.text ?? "", next: state.next, prompt: state.prompt_hand,
  scores: state.seats.map((seat, n) => `${seat.name} ${state.scores[n]}`).join(", "),
});

/**
 * What to tell of a state after another one: `live` for screen readers, `aloud` for the voice, both
 * empty where there is nothing. A hand that was on offer before is told by what became of it.
 *
 * @param {Told | null} before
 * @param {Heard} state
 * @param {Pick<Offer, "points" | "seat"> | null} offer
 */
export function news(before, state, offer) {
  const now = told(state);
  if (before === null || before.game !== now.game) return { live: "", aloud: "" };
  const scored = now.scores !== before.scores;
  const onward = now.prompt !== before.prompt;
  const live = scored || now.last !== before.last ? [now.last, now.scores, now.next].filter(Boolean).join(". ")
    : now.next !== before.next ? now.next : "";
  const heard = offer && (scored || onward) ? peggedText(offer.points, state.seats[offer.seat].name)
    : scored ? state.last?.spoken || now.last : "";
  return { live, aloud: [heard, onward && now.prompt].filter(Boolean).join(". ") };
}

/**
 * Tells of scores and turns.
 *
 * @param {Page} page
 * @returns {View}
 */
export function view({ voice }) {
  /** @type {Told | null} */
  let before = null;
  /** @type {Offer | null} */
  let offer = null;
  let timer = 0;
  let shown = false;
  return {
    show(state) {
      // A show is told by itself, and is over when the game goes on.
      if (state.show && before?.game === state.game) {
        shown = true;
        return;
      }
      // A counted hand is told where it is offered; what became of it is told when it is gone.
      if (state.offer && before?.game === state.game) {
        ({ offer } = state);
        return;
      }
      const { live, aloud } = news(before, state, offer);
      if (live) {
        clearTimeout(timer);
        // A burst of changes (a demo at speed) is told once, as it stands at the end.
        timer = setTimeout(() => setText(byId("live"), live), REST_MS);
      }
      if (!shown) voice.say(aloud);
      shown = false;
      [before, offer] = [told(state), null];
    },
  };
}
