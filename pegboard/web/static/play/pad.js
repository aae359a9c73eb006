// Ten digit keys for a score.

import { h, setText } from "../core/dom.js";
import { words } from "../core/words.js";

/**
 * The text after another digit, or after deleting the last one; without leading zeros.
 *
 * @param {string} text
 */
export const typed = (text) => (text === "" ? "" : String(Number(text)));

/**
 * Digit keys for a number up to `most()`; `changed(value)` is called with it, null for none.
 *
 * @param {() => number} most
 * @param {(value: number | null) => void} changed
 */
export function digits(most, changed) {
  let text = "";
  // It takes the focus when the pad opens: Enter is meant for the main button.
  const shown = h("output", { class: "typed", "aria-live": "polite", tabindex: -1 });
  const value = () => (text === "" ? null : Number(text));
  /** @param {string} next */
  const set = (next) => {
    text = typed(next);
    setText(shown, text === "" ? "–" : text);
    changed(value());
  };
  /** @param {string} digit */
  const type = (digit) => { if (Number(text + digit) <= most()) set(text + digit); };
  const focus = () => shown.focus({ preventScroll: true });
  /** A touch does not focus the key, so that the next Enter types nothing. @param {string} label @param {string} name @param {() => void} press */
  const key = (label, name, press) => h("button", {
    type: "button", "data-digit": name, "aria-label": label === name ? null : label,
    onclick: (/** @type {MouseEvent} */ { detail }) => { press(); if (detail > 0) focus(); },
  }, name);
  const keys = [..."123456789"].map((digit) => key(digit, digit, () => type(digit)));
  const node = h("div", { class: "digits", role: "group" }, ...keys,
    key(words.clear, "C", () => set("")), key("0", "0", () => type("0")), key(words.scoring.back, "⌫", () => set(text.slice(0, -1))));
  return {
    shown, node, value, set, focus,
    /**
     * Handles a key of the dialog; Enter presses the main button, unless another one has the focus.
     *
     * @param {KeyboardEvent} event
     * @param {HTMLButtonElement} main
     */
    key(event, main) {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (/^\d$/.test(event.key)) type(event.key);
      else if (event.key === "Enter" && !(/** @type {Element} */ (event.target).closest("button, a, input"))) main.click();
      else if (event.key === "Backspace") set(text.slice(0, -1));
      else return;
      event.preventDefault();
    },
  };
}
