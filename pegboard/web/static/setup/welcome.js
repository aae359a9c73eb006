// What the board says for whoever is to choose a game: what it has, its options, the last setups.

import { ask } from "../core/http.js";

/** @import { Welcome } from "./choices.d.ts" */

/** The level that is taken where nobody has chosen one. */
export const USUAL_LEVEL = "club";

/** The level after the guided deal. */
const FIRST_LEVEL = "novice";

let newcomer = false;

/**
 * Remembers whether the person at this page is new to the game.
 *
 * @param {boolean} is true as the guided deal opens; false once a game has begun, or nobody is there
 */
export const learning = (is) => { newcomer = is; };

/** The level that stands for the computer before anybody chooses; `last` is the one played last. @param {string} last */
export const firstLevel = (last) => (newcomer ? FIRST_LEVEL : last);

/** The answer of /api/welcome; fails where the board does not answer. */
export async function welcome() {
  /** @type {{ ok: boolean, status: number, answer: Welcome }} */
  const { ok, status, answer } = await ask("/api/welcome");
  if (!ok) throw new Error(String(status));
  return answer;
}
