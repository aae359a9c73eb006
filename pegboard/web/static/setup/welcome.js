// Data for choosing a game: hardware, options, last setups.

import { ask } from "../core/http.js";

/** @import { Welcome } from "./choices.d.ts" */

/** The default level. */
export const USUAL_LEVEL = "club";

/** The level after the guided deal. */
const FIRST_LEVEL = "novice";

let newcomer = false;

/**
 * Remembers whether the person at this page is a beginner.
 *
 * @param {boolean} is true when the guided deal opens; false once a game has begun, or nobody is there
 */
export const learning = (is) => { newcomer = is; };

/** The initially selected level; `last` is the last one played. @param {string} last */
export const firstLevel = (last) => (newcomer ? FIRST_LEVEL : last);

/** Requests /api/welcome; rejects if the board does not answer. */
export async function welcome() {
  /** @type {{ ok: boolean, status: number, answer: Welcome }} */
  const { ok, status, answer } = await ask("/api/welcome");
  if (!ok) throw new Error(String(status));
  return answer;
}
