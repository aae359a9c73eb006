// The timer of the round, by the hall's own clock: a phone's may be wrong.

import { setText } from "../core/dom.js";
import { words } from "./words.js";

/** @type {Promise<number> | null} How far the hall's clock is ahead, in milliseconds. */
let ahead = null;

async function ask() {
  const said = (await fetch("/healthz", { cache: "no-store" })).headers.get("date");
  return said ? Date.parse(said) + 500 - Date.now() : 0;
}

/** "12:05", or that the time is up. @param {number} seconds */
const told = (seconds) => (seconds > 0 ? words.timeLeft(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`) : words.timeUp);

/**
 * Shows how long the round goes on, each second.
 *
 * @param {HTMLElement} node
 * @param {() => unknown} [up] called once when the time is up
 * @returns {(until: number | null) => void} Takes the end, in seconds since 1970; null for no timer.
 */
export function countdown(node, up = () => {}) {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let ticking;
  /** @type {number | null} */
  let end = null;
  return async (until) => {
    if (until === end) return;
    end = until;
    clearInterval(ticking);
    node.hidden = until === null;
    if (until === null) return;
    ahead ??= ask().catch(() => 0);
    const offset = await ahead;
    if (until !== end) return;
    let before = Infinity;
    const tick = () => {
      const left = Math.max(0, Math.ceil((until * 1000 - Date.now() - offset) / 1000));
      setText(node, told(left));
      if (!left && before > 0 && before !== Infinity) up();
      if (!left) clearInterval(ticking);
      before = left;
    };
    ticking = setInterval(tick, 1000);
    tick();
  };
}
