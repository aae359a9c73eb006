// The round timer by the hall's clock, because a phone's may be wrong.

import { setText } from "../core/dom.js";
import { words } from "./words.js";

/** How far the hall's clock is ahead, in milliseconds. @type {Promise<number> | null} */
let ahead = null;

async function ask() {
  const date = (await fetch("/healthz", { cache: "no-store" })).headers.get("date");
  return date ? Date.parse(date) + 500 - Date.now() : 0;
}

/** The time by the hall's clock. */
export async function hallTime() {
  ahead ??= ask().catch(() => 0);
  return new Date(Date.now() + await ahead);
}

/** "12:05". @param {number} seconds */
const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
/** @param {number} seconds */
const timeText = (seconds) => (seconds > 0 ? words.timeLeft(minutes(seconds)) : words.timeUp);

/**
 * Shows the time left in the round, every second.
 *
 * @param {HTMLElement} node
 * @param {() => unknown} [up] called once when the time is up
 * @returns {(timer: { until: number | null, left: number | null }) => void} Sets the end, in seconds
 * since 1970, or the remaining seconds of a paused timer; neither for no timer.
 */
export function countdown(node, up = () => {}) {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let ticking;
  let lastTimer = "";
  return async ({ until, left }) => {
    const now = JSON.stringify([until, left]);
    if (now === lastTimer) return;
    lastTimer = now;
    clearInterval(ticking);
    node.hidden = until === null && left === null;
    if (left !== null) setText(node, words.pauses(minutes(Math.ceil(left))));
    if (until === null) return;
    ahead ??= ask().catch(() => 0);
    const offset = await ahead;
    if (now !== lastTimer) return;
    let before = Infinity;
    const tick = () => {
      const rest = Math.max(0, Math.ceil((until * 1000 - Date.now() - offset) / 1000));
      setText(node, timeText(rest));
      if (!rest && before > 0 && before !== Infinity) up();
      if (!rest) clearInterval(ticking);
      before = rest;
    };
    ticking = setInterval(tick, 1000);
    tick();
  };
}
