// The connection of a hall page: parts of the hall as they change, from the last cursor on.

import { renew } from "../core/http.js";
import { liveSocket } from "../core/live_socket.js";
import { nameExpert } from "./duplicate.js";

/** @import { Board, ClubEvent, Hall, Timer } from "./messages.d.ts" */

const NO_TIMER = { until: null, left: null };
const PING = JSON.stringify({ ping: true });

/** Whether the page's address also works for other devices. */
export const isReached = () => !/^(localhost|127\..*|\[::1\])$/.test(location.hostname);

/**
 * Follows the hall for as long as the page is open.
 *
 * @param {(hall: Hall) => void} show called with each change
 * @param {(there: boolean) => void} reached called with true when the page is current, false when it may be stale
 */
export function follow(show, reached) {
  /** @type {Hall} */
  const hall = { name: "", address: "", reachable: false, boards: new Map(), event: null, timer: NO_TIMER, beside: [] };
  /** @type {Map<string, ClubEvent>} */
  const events = new Map();
  /** @type {Map<string, Timer>} */
  const timers = new Map();
  /** @type {string[]} */
  let running = [];
  let cursor = "", wasLost = false;

  /** @param {{ cursor: string, all: boolean, parts: Record<string, unknown> }} message */
  function apply(message) {
    if (message.all) {
      Object.assign(hall, { boards: new Map(), event: null, timer: NO_TIMER });
      events.clear();
      timers.clear();
      running = [];
    }
    for (const [key, part] of Object.entries(message.parts)) {
      if (key === "hall") Object.assign(hall, part);
      else if (key === "event") nameExpert(hall.event = /** @type {ClubEvent | null} */ (part));
      else if (key === "running") running = /** @type {string[]} */ (part);
      else if (key.startsWith("event ")) events.set(key.slice(6), /** @type {ClubEvent} */ (part));
      else if (key.startsWith("timer ")) timers.set(key.slice(6), /** @type {Timer} */ (part));
      else if (key === "timer") hall.timer = /** @type {Timer} */ (part);
      else if (key.startsWith("board ")) hall.boards.set(key.slice(6), /** @type {Board} */ (part));
    }
    hall.beside = running.slice(1).flatMap((id) => {
      const event = events.get(id);
      return event ? [{ event, timer: timers.get(id) ?? NO_TIMER }] : [];
    });
    for (const event of events.values()) nameExpert(event);
    ({ cursor } = message);
    show(hall);
  }

  const scheme = location.protocol === "https:" ? "wss" : "ws";
  liveSocket(() => `${scheme}://${location.host}/api/live?after=${cursor}`, {
    ping: PING,
    received: (data) => {
      const message = JSON.parse(/** @type {string} */ (data));
      if (!message.pong) apply(message);
    },
    current: () => {
      reached(true);
      if (wasLost) renew();
      wasLost = false;
    },
    doubted: () => reached(false),
    lost: () => {
      reached(false);
      wasLost = true;
    },
  });
}
