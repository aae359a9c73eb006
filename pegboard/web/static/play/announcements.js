// Announcements: the polite live region for screen readers, and the browser's voice if it is on.

import { byId, setText } from "../core/dom.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { State } from "../core/protocol.d.ts" */
/** @typedef {Pick<State, "announcements" | "seats" | "scores" | "last" | "next">} Heard */

const REST_MS = 500;

/**
 * The new texts of a state: `aloud` for the voice, `live` for screen readers; empty for none.
 *
 * @param {Heard} state
 * @param {number} heard the `id` of the last announcement read
 */
export function newTexts({ announcements, seats, scores, last, next }, heard) {
  const fresh = announcements.filter(({ id }) => id > heard);
  const points = seats.map(({ name }, n) => `${name} ${scores[n]}`).join(", ");
  const live = fresh.some(({ scored }) => scored) ? [last?.text, points, next] : fresh.length ? [next] : [];
  return { aloud: fresh.map(({ aloud }) => aloud.join(". ")), live: live.filter(Boolean).join(". ") };
}

/**
 * Announces scores and turns.
 *
 * @param {Page} page
 * @returns {View}
 */
export function view({ voice }) {
  let lastId = Infinity; // a new page does not announce the past
  let text = "";
  let timer = 0;
  return {
    show(state) {
      const { aloud, live } = newTexts(state, lastId);
      lastId = state.announcements.at(-1)?.id ?? 0;
      aloud.forEach((said) => voice.say(said));
      if (text.endsWith(live)) return;
      text = live;
      clearTimeout(timer);
      // A burst of changes (a fast demo) is announced once, in its final state.
      timer = setTimeout(() => setText(byId("live"), text), REST_MS);
    },
  };
}
