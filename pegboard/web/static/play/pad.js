// Ten digits to tap for a score.

import { h, setText } from "../core/dom.js";
import { words } from "../core/words.js";

/**
 * What is typed after another digit, or after the last one is taken back; numbers have no zeros
 * before them.
 *
 * @param {string} text
 */
export const typed = (text) => (text === "" ? "" : String(Number(text)));

/**
 * Digits that build a number of up to `most()`; `changed(value)` is told of it, null for none.
 *
 * @param {() => number} most
 * @param {(value: number | null) => void} changed
 */
export function digits(most, changed) {
  let text = "";
  const shown = h("output", { class: "typed", "aria-live": "polite" });
  const value = () => (text === "" ? null : Number(text));
  /** @param {string} next */
  const set = (next) => {
    text = typed(next);
    setText(shown, text === "" ? "–" : text);
    changed(value());
  };
  /** @param {string} digit */
  const type = (digit) => { if (Number(text + digit) <= most()) set(text + digit); };
  /** @param {string} label @param {string} name @param {() => void} onclick */
  const key = (label, name, onclick) => h("button", { type: "button", "data-digit": name, "aria-label": label === name ? null : label, onclick }, name);
  const keys = [..."123456789"].map((digit) => key(digit, digit, () => type(digit)));
  const node = h("div", { class: "digits", role: "group" }, ...keys,
    key(words.clear, "C", () => set("")), key("0", "0", () => type("0")), key(words.scoring.back, "⌫", () => set(text.slice(0, -1))));
  return {
    shown, node, value, set, first: keys[0],
    /**
     * A key that was pressed in the dialogue.
     *
     * @param {KeyboardEvent} event
     */
    key(event) {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (/^\d$/.test(event.key)) type(event.key);
      else if (event.key === "Backspace") set(text.slice(0, -1));
      else return;
      event.preventDefault();
    },
  };
}
