// The board's settings: loaded, previewed and changed.

import { ask } from "../core/http.js";
import { words } from "../core/words.js";

/** @typedef {number | string | boolean | string[] | Record<string, number>} Setting */
/** @typedef {{ address: string, name: string }} Device */
/** @typedef {{ values: Record<string, any>, fixed: string[], file: string, cameras: Device[], sounds: Device[], phones: Door, dials: Record<string, number>, restarting: boolean }} Settings */
/** Network access of phones: whether it is on, at which address, and the problem if any. @typedef {{ on: boolean, address: string, svg: string, problem: string }} Door */

const ADDRESS = "/api/settings";
const FEWEST = 2;
const LOOK_MS = 250;
const RESTART_MS = 40_000;

/** Loads the settings; null if this page may not see them, or the board is out of reach. */
export async function settings() {
  try {
    const { ok, answer } = /** @type {{ ok: boolean, answer: Settings }} */ (await ask(ADDRESS));
    return ok ? answer : null;
  } catch {
    return null;
  }
}

/** Number of sides that have a track on the board. */
export async function tracks() {
  try {
    const { answer } = /** @type {{ answer: { board: { tracks: number } } }} */ (await ask("/api/welcome"));
    return answer.board.tracks;
  } catch {
    return FEWEST;
  }
}

/**
 * Changes settings by key; resolves to the error, empty on success.
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
 * Allows or blocks phones on the network, after confirmation at the board; resolves to the error,
 * empty on success. With `asked` this page has confirmed already.
 *
 * @param {boolean} on
 */
export async function allowPhones(on, asked = false) {
  try {
    const { ok, answer } = /** @type {{ ok: boolean, answer: { fault?: string } }} */ (await ask(ADDRESS, { set: { "web.phones": on }, yes: asked }));
    return ok ? "" : answer.fault ?? words.offline;
  } catch {
    return on ? words.offline : ""; // the page that was locked out is this one
  }
}

/**
 * Changes settings and waits until they apply: some need a restart of the board.
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

/** Plays a test sentence through the sound device; resolves to the error, empty on success. */
export async function trySound() {
  try {
    const { ok, answer } = /** @type {{ ok: boolean, answer: { fault?: string } }} */ (await ask(`${ADDRESS}/sound`, {}));
    return ok ? "" : answer.fault ?? words.offline;
  } catch {
    return words.offline;
  }
}

/** Previews a brightness while a slider moves: one request at a time, ending with the latest value. */
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
