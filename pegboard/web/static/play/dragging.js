// Dragging of a card by finger, pen or mouse; a touch without movement remains a tap.

import { stillness } from "../core/dom.js";

const STARTED_PX = 10;
const FAR_PX = 56; // upward distance that puts a card on the table
const BACK_MS = 160;

/**
 * Makes `node` draggable. `drop()` is called when it is released far enough up; `may()` tells whether
 * it may be dragged. The click after a drag is swallowed.
 *
 * @param {HTMLElement} node
 * @param {{ may: () => boolean, drop: () => void }} asked
 */
export function draggable(node, { may, drop }) {
  /** @type {{ x: number, y: number, id: number } | null} */
  let start = null;
  let moved = false;
  node.addEventListener("pointerdown", (event) => {
    if (event.button > 0 || start) return;
    start = { x: event.clientX, y: event.clientY, id: event.pointerId };
    moved = false;
  });
  node.addEventListener("pointermove", (event) => {
    if (start === null || event.pointerId !== start.id || !may()) return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    if (!moved) {
      if (Math.hypot(dx, dy) < STARTED_PX) return;
      moved = true;
      node.setPointerCapture(start.id);
      node.toggleAttribute("data-dragged", true);
    }
    node.style.transform = `translate(${dx}px, ${dy}px) rotate(${Math.max(-8, Math.min(8, dx / 20))}deg)`;
    node.toggleAttribute("data-off", -dy > FAR_PX);
  });
  /** @param {PointerEvent} event @param {boolean} dropped */
  const end = (event, dropped) => {
    if (start === null || event.pointerId !== start.id) return;
    const far = moved && start.y - event.clientY > FAR_PX;
    const from = node.style.transform;
    start = null;
    if (!moved) return;
    setTimeout(() => { moved = false; }); // if no click follows, none is swallowed later
    node.removeAttribute("data-dragged");
    node.removeAttribute("data-off");
    node.style.transform = "";
    if (dropped && far) drop();
    else if (!stillness()) node.animate([{ transform: from }, { transform: "none" }], { duration: BACK_MS, easing: "ease-out" });
  };
  node.addEventListener("pointerup", (event) => end(event, true));
  node.addEventListener("pointercancel", (event) => end(event, false));
  node.addEventListener("click", (event) => {
    if (!moved) return;
    moved = false;
    event.stopImmediatePropagation();
    event.preventDefault();
  }, true);
}
