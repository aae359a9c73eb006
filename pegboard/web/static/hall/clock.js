// The timer of the round, by the hall's own clock: a phone's may be wrong.

import { setText } from "../core/dom.js";
import { words } from "./words.js";

/** @type {Promise<number> | null} How far the hall's clock is ahead, in milliseconds. */
let ahead = null;

async function ask() {
  const said = (await fetch("/healthz", { cache: "no-store" })).headers.get("date");
  return said ? Date.parse(said) + 500 - Date.now() : 0;
}

/** "12:05". @param {number} seconds */
const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
/** @param {number} seconds */
const told = (seconds) => (seconds > 0 ? words.timeLeft(minutes(seconds)) : words.timeUp);

/**
 * Shows how long the round goes on, each second.
 *
 * @param {HTMLElement} node
 * @param {() => unknown} [up] called once when the time is up
 * @returns {(timer: { until: number | null, left: number | null }) => void} Takes the end, in seconds
 *   since 1970, or what is left in a pause; neither for no timer.
 */
export function countdown(node, up = () => {}) {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let ticking;
  let known = "";
  return async ({ until, left }) => {
    const now = JSON.stringify([until, left]);
    if (now === known) return;
    known = now;
    clearInterval(ticking);
    node.hidden = until === null && left === null;
    if (left !== null) setText(node, words.pauses(minutes(Math.ceil(left))));
    if (until === null) return;
    ahead ??= ask().catch(() => 0);
    const offset = await ahead;
    if (now !== known) return;
    let before = Infinity;
    const tick = () => {
      const rest = Math.max(0, Math.ceil((until * 1000 - Date.now() - offset) / 1000));
      setText(node, told(rest));
      if (!rest && before > 0 && before !== Infinity) up();
      if (!rest) clearInterval(ticking);
      before = rest;
    };
    ticking = setInterval(tick, 1000);
    tick();
  };
}
