// Signing of an event's score cards: each seat holds its own button for two seconds, and the win waits for both.

import { byId, find, findAll, h, onChange, style, toggle } from "../core/dom.js";
import { badge } from "../core/shapes.js";
import { words } from "../core/words.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { Seat, State } from "../core/protocol.d.ts" */

const HOLD_MS = 2000;
/** A little more than the board requires, because its clock differs. */
const MARGIN_MS = 60;

/** Whether a viewer may sign for a seat. @param {State} state @param {Seat} seat */
const maySign = ({ you, seats }, seat) => you.seat === seat || (you.role === "board" && seats[seat].at === "board");

/**
 * The buttons in place of "rematch", until both have signed.
 *
 * @param {Page} page
 * @param {HTMLElement} doors their container
 * @returns {Promise<Required<Pick<View, "show">>>}
 */
export async function buttons({ dispatch }, doors) {
  await style("play/signing.css");
  const root = h("div", { class: "sign" });

  /** @param {Seat} seat @param {string} name @param {boolean} signed @param {string} color */
  function button(seat, name, signed, color) {
    const fill = h("i", { class: "fill", "aria-hidden": "true" });
    const node = h("button", { type: "button", "data-seat": seat, disabled: signed }, fill, badge(seat, color),
      h("span", { text: (signed ? words.signing.done : words.signing.hold)(name) }));
    node.style.setProperty("--seat", color);
    /** @type {Animation | null} */
    let holding = null;
    let since = 0;
    /** @param {number} at */
    const begin = (at) => {
      if (holding || signed) return;
      since = at;
      holding = fill.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], { duration: HOLD_MS + MARGIN_MS, fill: "forwards" });
      holding.onfinish = () => finish(performance.now());
    };
    const end = () => {
      holding?.cancel();
      holding = null;
    };
    /** @param {number} at */
    const finish = (at) => {
      end();
      dispatch({ sign: { seat, held_s: (at - since) / 1000 } }, { once: true });
    };
    // On a busy page the release may arrive before the end of the animation, although the button was held long enough.
    /** @param {Event} event */
    const release = ({ timeStamp }) => (holding && timeStamp - since >= HOLD_MS ? finish(timeStamp) : end());
    node.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      node.setPointerCapture(event.pointerId);
      begin(event.timeStamp);
    });
    node.addEventListener("pointerup", release);
    for (const gone of ["pointercancel", "lostpointercapture", "blur"]) node.addEventListener(gone, end);
    node.addEventListener("contextmenu", (event) => event.preventDefault());
    node.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      begin(event.timeStamp);
    });
    node.addEventListener("keyup", release);
    // With a switch or a screen reader, one click starts and the next one may stop.
    node.addEventListener("click", (event) => {
      if (event.detail !== 0 || /** @type {PointerEvent} */ (event).pointerType) return;
      if (holding) end();
      else begin(event.timeStamp);
    });
    return node;
  }

  const draw = onChange((/** @type {{ name: string, seat: Seat, signed: boolean, color: string }[]} */ all) => {
    const focused = root.contains(document.activeElement);
    root.replaceChildren(...all.map(({ seat, name, signed, color }) => button(seat, name, signed, color)));
    if (focused) (findAll(root, "button:not(:disabled)")[0] ?? find(byId("win"), ".who")).focus();
  });

  return {
    show(state) {
      const { signing, seats } = state;
      const waits = signing?.signed.includes(false);
      toggle(byId("win"), "data-signing", waits);
      if (signing && waits) {
        draw(signing.names.map((name, seat) => ({ name, seat, signed: signing.signed[seat], color: seats[seat].color }))
          .filter(({ seat, signed }) => signed || maySign(state, seat)));
        if (!root.isConnected) doors.prepend(root);
      } else {
        root.remove();
      }
    },
  };
}
