// Whether the board belongs to a hall, so that there are other boards to play with.

/** @import { State } from "./protocol.d.ts" */

/** @param {State | null} state */
export const joined = (state) => state?.you.role === "board" && state.devices.some(({ name }) => name === "hall");
