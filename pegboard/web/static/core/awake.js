// Keeps the screen on during a game, if the browser can: over HTTPS, or on the board's own machine,
// whose screen has its own timeout.

import { isKiosk } from "./kiosk.js";

/** @import { View } from "./page.d.ts" */
/** @import { State } from "./protocol.d.ts" */

const LEFT_MS = 600000; // after this time without an event a game counts as abandoned

/**
 * Whether somebody is playing.
 *
 * @param {Pick<State, "kind" | "inviting" | "sample" | "winner">} state
 */
export const isPlayed = ({ kind, inviting, sample, winner }) => kind.has_people && !inviting && !sample && winner === null;

/**
 * Follows the game; the home screen ends it for this page.
 *
 * @returns {View}
 */
export function view() {
  if (!navigator.wakeLock || isKiosk()) return {};
  let played = false;
  let at = "";
  let left = 0;
  /** @type {WakeLockSentinel | null} */
  let lock = null;
  let asking = false;

  const isWanted = () => played && !document.hidden && document.querySelector("#home[open]") === null;

  async function follow() {
    if (asking) return; // one request at a time; it checks again when done
    if (!isWanted()) {
      lock?.release();
      lock = null;
    } else if (lock === null || lock.released) {
      asking = true;
      lock = await navigator.wakeLock.request("screen").catch(() => null); // refused on low battery
      asking = false;
      if (lock !== null && !isWanted()) follow();
    }
  }

  document.addEventListener("visibilitychange", follow); // a hidden page has lost its lock
  new MutationObserver(follow).observe(document.body, { subtree: true, attributeFilter: ["open"] });
  return {
    show(state) {
      const now = isPlayed(state) ? `${state.game} ${state.seq}` : "";
      if (now === at) return;
      at = now;
      played = now !== "";
      clearTimeout(left);
      if (played) left = setTimeout(() => { played = false; follow(); }, LEFT_MS);
      follow();
    },
  };
}
