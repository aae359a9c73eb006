// What the board says for whoever is to choose a game: what it has, its options, the last setups.

import { ask } from "../core/http.js";

/** @import { Welcome } from "./choices.d.ts" */

/** The level that is taken where nobody has chosen one. */
export const USUAL_LEVEL = "club";

/** The answer of /api/welcome; fails where the board does not answer. */
export async function welcome() {
  /** @type {{ ok: boolean, status: number, answer: Welcome }} */
  const { ok, status, answer } = await ask("/api/welcome");
  if (!ok) throw new Error(String(status));
  return answer;
}
