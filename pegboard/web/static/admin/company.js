// Role of this page (the board's own, a player's phone, a watcher), covered hands, and pairing
// requests. Loaded when there is more than one viewer.

import { find, h, onChange, style, toggle } from "../core/dom.js";
import { words } from "../core/words.js";
import { decide } from "./devices.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { Asking, Role, Seat } from "../core/protocol.d.ts" */
/** @import { Decision } from "./devices_api.d.ts" */
/**
 * @typedef {{ role: Role, seat: Seat | null, turn: Seat | null, plays: boolean, holds: boolean, covered: Seat[],
 *   free: Seat[], names: string[] }} Place
 */

const texts = words.company;

/** @param {string} text @param {() => unknown} onclick */
const button = (text, onclick, kind = "") => h("button", { type: "button", class: kind, onclick }, text);

/**
 * The line above the hand, and the list of devices waiting to be paired.
 *
 * @param {Page} page
 * @returns {View}
 */
export function view({ dispatch, open, notice }) {
  style("admin/company.css");
  const root = h("section", { id: "company", "aria-label": texts.label, hidden: true });
  const doorbell = h("section", { id: "doorbell", role: "alert", hidden: true });
  find(document, "main").before(doorbell, root);

  /** @param {Decision} what */
  const answer = async (what) => {
    const { ok, error } = await decide(what);
    if (!ok) notice(error);
  };

  const drawAsking = onChange((/** @type {Asking[]} */ asking) => {
    doorbell.replaceChildren(...asking.map(({ id, name }) => h("p", {},
      h("span", { text: texts.asks(name) }),
      button(texts.letIn, () => answer({ accept: id }), "primary"),
      button(texts.sendAway, () => answer({ refuse: id })))));
    toggle(doorbell, "hidden", asking.length === 0);
  });

  const drawPlace = onChange((/** @type {Place} */ { role, seat, turn, plays, holds, covered, free, names }) => {
    const parts = [];
    if (role === "watcher") {
      parts.push(h("span", { text: texts.watching }), button(texts.playHere, () => open("pair"), "confirm"));
    } else if (plays && role === "player" && seat === null) {
      parts.push(h("span", { text: free.length ? texts.takeSeat : texts.noSeat }));
      parts.push(...free.map((n) => button(names[n], () => dispatch({ sit: n }), "confirm")));
    } else if (role === "player" && seat !== null) {
      parts.push(h("span", { text: texts.youPlay(names[seat]) }), button(texts.standUp, () => dispatch({ stand: true }), "plain"));
    } else if (holds && covered.length) {
      if (seat !== null) parts.push(h("span", { text: texts.handOf(names[seat]) }), button(texts.cover, () => dispatch({ show: null })));
      else parts.push(h("span", { text: texts.covered }));
      // The seat whose turn it is comes first; if several may act, as in discarding, each of them does.
      /** @param {Seat} n */
      const next = (n) => seat === null && (turn === n || turn === null || !covered.includes(turn));
      parts.push(...covered.map((n) => button(texts.show(names[n]), () => dispatch({ show: n }), next(n) ? "confirm" : "")));
    }
    root.replaceChildren(...parts);
    toggle(root, "hidden", parts.length === 0);
  });

  return {
    show(state) {
      const { role, seat, covered } = state.you;
      document.body.dataset.role = role;
      toggle(document.body, "data-own-seat", role === "player" && seat !== null);
      const names = state.seats.map(({ name }) => name);
      const free = state.seats.flatMap(({ at }, n) => (at === "board" ? [n] : []));
      const plays = state.kind.has_dealt_hands && state.winner === null;
      const holds = plays && state.hand_sizes.some((size) => size > 0);
      drawPlace({ role, seat, turn: state.turn, plays, holds, covered, free, names });
      drawAsking(state.asking);
    },
  };
}
