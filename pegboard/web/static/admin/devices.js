// Paired devices: which may act, and decisions about them.

import { ask } from "../core/http.js";
import { words } from "../core/words.js";

/** @import { Decision, Devices, Invitation } from "./devices_api.d.ts" */

/**
 * Sends a decision about the devices; resolves to their new state, or the invitation.
 *
 * @param {Decision} what
 * @returns {Promise<{ ok: boolean, error: string } & Partial<Devices & Invitation>>}
 */
export async function decide(what) {
  try {
    /** @type {{ ok: boolean, answer: Partial<Devices & Invitation> & { error?: string } }} */
    const { ok, answer } = await ask("/api/devices", what);
    return { error: "", ...answer, ok };
  } catch {
    return { ok: false, error: words.offline };
  }
}

/** Loads the devices; null if unavailable. */
export async function devices() {
  try {
    /** @type {{ ok: boolean, answer: Devices }} */
    const { ok, answer } = await ask("/api/devices");
    return ok ? answer : null;
  } catch {
    return null;
  }
}
