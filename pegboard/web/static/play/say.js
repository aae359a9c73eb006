// What is heard: the polite region for screen readers always, the browser's voice if it is on.

import { byId, setText } from "../core/dom.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { State } from "../core/protocol.d.ts" */
/** @typedef {Pick<State, "announcements" | "seats" | "scores" | "last" | "next">} Heard */

const REST_MS = 500;

/**
 * The news of a state: `aloud` for the voice, `live` for screen readers, empty where there is none.
 *
 * @param {Heard} state
 * @param {number} heard the `id` of the announcement that was read last
 */
export function news({ announcements, seats, scores, last, next }, heard) {
  const fresh = announcements.filter(({ id }) => id > heard);
  const points = seats.map(({ name }, n) => `${name} ${scores[n]}`).join(", ");
  const live = fresh.some(({ scored }) => scored) ? [last?.text, points, next] : fresh.length ? [next] : [];
  return { aloud: fresh.map(({ aloud }) => aloud.join(". ")), live: live.filter(Boolean).join(". ") };
}

/**
 * Tells of scores and turns.
 *
 * @param {Page} page
 * @returns {View}
 */
export function view({ voice }) {
  let heard = Infinity; // a page that comes later says nothing of what was before
  let text = "";
  let timer = 0;
  return {
    show(state) {
      const { aloud, live } = news(state, heard);
      heard = state.announcements.at(-1)?.id ?? 0;
      aloud.forEach((said) => voice.say(said));
      if (text.endsWith(live)) return;
      text = live;
      clearTimeout(timer);
      // A burst of changes (a demo at speed) is read once, as it stands at the end.
      timer = setTimeout(() => setText(byId("live"), text), REST_MS);
    },
  };
}
