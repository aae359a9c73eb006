// The board's own settings: asked for, looked at before they are kept, changed.

import { ask } from "../core/http.js";
import { words } from "../core/words.js";

/** @typedef {number | string | boolean | string[] | Record<string, number>} Setting */
/** @typedef {{ address: string, name: string }} Device */
/** @typedef {{ values: Record<string, any>, fixed: string[], file: string, cameras: Device[], sounds: Device[], phones: Door, dials: Record<string, number>, restarting: boolean }} Settings */
/** Whether phones reach the page, where, and why not. @typedef {{ on: boolean, address: string, svg: string, problem: string }} Door */

const ADDRESS = "/api/settings";
const FEWEST = 2;
const LOOK_MS = 250;
const RESTART_MS = 40_000;

/** How they are; null where this page may not know, or the board is out of reach. */
export async function settings() {
  try {
    const { ok, answer } = /** @type {{ ok: boolean, answer: Settings }} */ (await ask(ADDRESS));
    return ok ? answer : null;
  } catch {
    return null;
  }
}

/** How many sides the board has tracks for. */
export async function tracks() {
  try {
    const { answer } = /** @type {{ answer: { board: { tracks: number } } }} */ (await ask("/api/welcome"));
    return answer.board.tracks;
  } catch {
    return FEWEST;
  }
}

/**
 * Changes settings by their keys; the answer says why not, and is empty where it is done.
 *
 * @param {Record<string, Setting>} set
 */
export async function change(set, keep = true) {
  try {
    const { ok, answer } = /** @type {{ ok: boolean, answer: { fault?: string } }} */ (await ask(ADDRESS, { set, keep }));
    return ok ? "" : answer.fault ?? words.offline;
  } catch {
    return words.offline;
  }
}

/**
 * Lets phones on the network open the page, or keeps them out, once somebody at the board has said
 * yes; the answer says why not, and is empty where it is done. With `asked` this page has asked.
 *
 * @param {boolean} on
 */
export async function allowPhones(on, asked = false) {
  try {
    const { ok, answer } = /** @type {{ ok: boolean, answer: { fault?: string } }} */ (await ask(ADDRESS, { set: { "web.phones": on }, yes: asked }));
    return ok ? "" : answer.fault ?? words.offline;
  } catch {
    return on ? words.offline : ""; // it was this page that was kept out
  }
}

/**
 * Changes settings, and waits until they hold: some do once the board has started again.
 *
 * @param {Record<string, Setting>} set
 */
export async function settled(set) {
  if (!Object.keys(set).length) return "";
  const fault = await change(set);
  const until = performance.now() + RESTART_MS;
  while (!fault && performance.now() < until) {
    // oxlint-disable-next-line no-await-in-loop
    const now = await settings();
    if (now && !now.restarting) return "";
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((after) => { setTimeout(after, LOOK_MS); });
  }
  return fault || words.offline;
}

/** Has the board say a sentence through its sound device; the answer says why not, and is empty where it was said. */
export async function trySound() {
  try {
    const { ok, answer } = /** @type {{ ok: boolean, answer: { fault?: string } }} */ (await ask(`${ADDRESS}/sound`, {}));
    return ok ? "" : answer.fault ?? words.offline;
  } catch {
    return words.offline;
  }
}

/** Shows a brightness while somebody moves a slider: one at a time, and the latest last. */
export function previewing() {
  /** @type {Record<string, Setting> | null} */
  let next = null;
  let busy = false;
  return async (/** @type {Record<string, Setting>} */ set) => {
    next = set;
    if (busy) return;
    busy = true;
    while (next) {
      const now = next;
      next = null;
      // oxlint-disable-next-line no-await-in-loop
      await change(now, false);
    }
    busy = false;
  };
}
