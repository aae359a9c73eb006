// A peg taken up on the drawn board and put where it belongs: what `correct` is with a finger.

import { h, s, setText } from "../core/dom.js";
import { words } from "../core/words.js";

const REACH_PX = 30; // from the middle of the peg's hole to the finger that takes it
const STARTED_PX = 8; // so far it has to move to be a drag and no touch

const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** Lets front pegs be dragged along their tracks; `put(seat, score)` is called where one is set down. */
export function pegDrag(board, put) {
  let state = null;
  let held = null;
  const bubble = h("output", { class: "bubble", hidden: true });
  board.append(bubble);

  const open = () => state !== null && state.mode === "score" && state.winner === null && !state.offer;
  const places = (track) => [board.plan.starts[track], ...board.plan.tracks[track]].slice(0, state.target + 1);
  const onScreen = ([x, y]) => {
    const matrix = board.querySelector(".lights").getScreenCTM();
    return [x * matrix.a + matrix.e, y * matrix.d + matrix.f];
  };

  /** The front peg under a point: its track, seat and score, or null. */
  function pegAt(point) {
    const pegs = state.pegs.map(([front], seat) => ({ seat, front, track: state.seats[seat].side }))
      .filter(({ seat, track }) => seat === state.seats.findIndex((each) => each.side === track))
      .map((peg) => ({ ...peg, at: places(peg.track)[peg.front] }))
      .filter(({ at }) => at)
      .map((peg) => ({ ...peg, far: distance(point, onScreen(peg.at)) }));
    pegs.sort((a, b) => a.far - b.far);
    return pegs.length && pegs[0].far <= REACH_PX ? pegs[0] : null;
  }

  const nearest = (track, point) => {
    let [best, far] = [0, Infinity];
    places(track).forEach((place, hole) => {
      if (!place) return;
      const d = distance(point, onScreen(place));
      if (d < far) [best, far] = [hole, d];
    });
    return best;
  };

  function follow(point) {
    held.to = nearest(held.track, point);
    const [x, y] = places(held.track)[held.to];
    held.ring.setAttribute("cx", x);
    held.ring.setAttribute("cy", y);
    const box = board.getBoundingClientRect();
    setText(bubble, words.scoring.dragged(state.seats[held.seat].name, held.front, held.to));
    bubble.hidden = false;
    const [left, top] = onScreen([x, y]);
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
    if (!open() || !board.plan || held || event.button > 0) return;
    const point = [event.clientX, event.clientY];
    const peg = pegAt(point);
    if (!peg) return;
    held = { ...peg, from: point, pointer: event.pointerId, ring: null, to: peg.front };
    board.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  board.addEventListener("pointermove", (event) => {
    const point = [event.clientX, event.clientY];
    if (held === null) {
      board.toggleAttribute("data-peg", open() && Boolean(board.plan) && pegAt(point) !== null);
      return;
    }
    if (event.pointerId !== held.pointer) return;
    if (held.ring === null) {
      if (distance(point, held.from) < STARTED_PX) return;
      held.ring = s("circle", { class: "ring", r: 1.15 * board.plan.unit, stroke: state.seats[held.seat].color });
      board.querySelector(".lights").append(held.ring);
      board.toggleAttribute("data-dragging", true);
    }
    follow(point);
  });
  board.addEventListener("pointerup", (event) => {
    if (held === null || event.pointerId !== held.pointer) return;
    const { seat, front, to, ring } = held;
    letGo();
    if (ring && to !== front) put(seat, to);
  });
  board.addEventListener("pointercancel", letGo);
  addEventListener("keydown", (event) => event.key === "Escape" && letGo());

  return {
    show(next) {
      // The peg that is held may have moved meanwhile: what a finger meant is not known any more.
      if (held && state && JSON.stringify([next.game, next.pegs]) !== JSON.stringify([state.game, state.pegs])) letGo();
      state = next;
    },
  };
}
