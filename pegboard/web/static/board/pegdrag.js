// Dragging a peg on the drawn board: `correct` by touch.

import { correct } from "../core/actions.js";
import { find, h, s, setText } from "../core/dom.js";
import { words } from "../core/words.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { Seat, State } from "../core/protocol.d.ts" */
/** @import { PegBoard } from "./board.js" */
/** @import { Plan, Point } from "./layout.d.ts" */
/** @typedef {{ seat: Seat, front: number, track: number }} Peg */
/** @typedef {Peg & { from: Point, pointer: number, ring: SVGCircleElement | null, to: number }} HeldPeg */

const REACH_PX = 30; // maximum distance from the peg's hole to the finger
const STARTED_PX = 8; // distance that turns a touch into a drag

/** @param {Point} a @param {Point} b */
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/**
 * Makes front pegs draggable along their tracks.
 *
 * @param {Page} page
 * @returns {View}
 */
export function view({ dispatch }) {
  /** @type {PegBoard} */
  const board = find(document, "peg-board");
  /** @type {State | null} */
  let state = null;
  /** @type {HeldPeg | null} */
  let held = null;
  const bubble = h("output", { class: "bubble", hidden: true });
  board.append(bubble);

  /** The state in which pegs may be dragged now; null if they may not. */
  const open = () => (state !== null && board.plan && state.kind.has_real_cards && state.winner === null && !state.offer
    ? { state, plan: board.plan } : null);

  /** @param {Plan} plan @param {number} track @param {number} target */
  const places = (plan, track, target) => [plan.starts[track], ...plan.tracks[track]].slice(0, target + 1);

  /** @param {Point} place @returns {Point} */
  const onScreen = ([x, y]) => {
    const matrix = /** @type {DOMMatrix} */ (board.lights.getScreenCTM());
    return [x * matrix.a + matrix.e, y * matrix.d + matrix.f];
  };

  /**
   * The front peg at a point, or null.
   *
   * @param {Point} point
   * @returns {Peg | null}
   */
  function pegAt(point) {
    const now = open();
    if (!now) return null;
    const { seats, pegs, target } = now.state;
    const near = pegs.map(([front], seat) => ({ seat, front, track: seats[seat].side }))
      .filter(({ seat, track }) => seat === seats.findIndex((each) => each.side === track))
      .flatMap((peg) => {
        const at = places(now.plan, peg.track, target)[peg.front];
        return at ? [{ ...peg, far: distance(point, onScreen(at)) }] : [];
      });
    near.sort((a, b) => a.far - b.far);
    return near.length && near[0].far <= REACH_PX ? near[0] : null;
  }

  /** @param {(Point | null)[]} along @param {Point} point */
  const nearest = (along, point) => {
    let [best, far] = [0, Infinity];
    along.forEach((place, hole) => {
      if (!place) return;
      const d = distance(point, onScreen(place));
      if (d < far) [best, far] = [hole, d];
    });
    return best;
  };

  /** @param {HeldPeg} peg @param {State} now @param {Plan} plan @param {Point} point */
  function follow(peg, now, plan, point) {
    const along = places(plan, peg.track, now.target);
    peg.to = nearest(along, point);
    const to = along[peg.to];
    if (!to) return;
    peg.ring?.setAttribute("cx", String(to[0]));
    peg.ring?.setAttribute("cy", String(to[1]));
    const box = board.getBoundingClientRect();
    setText(bubble, words.scoring.dragged(now.seats[peg.seat].name, peg.front, peg.to));
    bubble.hidden = false;
    const [left, top] = onScreen(to);
    bubble.style.left = `${Math.min(Math.max(left - box.left, 70), box.width - 70)}px`;
    bubble.style.top = `${Math.max(top - box.top - 24, 8)}px`;
  }

  function letGo() {
    held?.ring?.remove();
    bubble.hidden = true;
    held = null;
    board.removeAttribute("data-dragging");
  }

  board.addEventListener("pointerdown", (event) => {
    if (held || event.button > 0) return;
    /** @type {Point} */
    const point = [event.clientX, event.clientY];
    const peg = pegAt(point);
    if (!peg) return;
    held = { ...peg, from: point, pointer: event.pointerId, ring: null, to: peg.front };
    board.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  board.addEventListener("pointermove", (event) => {
    /** @type {Point} */
    const point = [event.clientX, event.clientY];
    if (held === null) {
      board.toggleAttribute("data-peg", pegAt(point) !== null);
      return;
    }
    if (event.pointerId !== held.pointer || state === null || !board.plan) return;
    if (held.ring === null) {
      if (distance(point, held.from) < STARTED_PX) return;
      held.ring = s("circle", { class: "ring", r: 1.15 * board.plan.unit, stroke: state.seats[held.seat].color });
      board.lights.append(held.ring);
      board.toggleAttribute("data-dragging", true);
    }
    follow(held, state, board.plan, point);
  });
  board.addEventListener("pointerup", (event) => {
    if (held === null || event.pointerId !== held.pointer) return;
    const { seat, front, to, ring } = held;
    letGo();
    if (ring && to !== front) dispatch({ action: correct(seat, to) }, { once: true });
  });
  board.addEventListener("pointercancel", letGo);
  addEventListener("keydown", (event) => { if (event.key === "Escape") letGo(); });

  return {
    show(next) {
      // The held peg may have moved meanwhile, so the finger's intent is unknown.
      if (held && state && JSON.stringify([next.game, next.pegs]) !== JSON.stringify([state.game, state.pegs])) letGo();
      state = next;
    },
  };
}
