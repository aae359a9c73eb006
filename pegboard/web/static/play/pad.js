// Numbers to tap: ten digits for a score, or every count a hand can have.

import { h, setText, toggle } from "../core/dom.js";
import { words } from "../core/words.js";

const NO_HAND = [19, 25, 26, 27]; // no four cards and a starter are worth these
const HIGHEST = 29;

/** Digits that build a number of up to `most`; `changed(value)` is told of it, null for none. */
export function digits(most, changed) {
  let text = "";
  const shown = h("output", { class: "typed", "aria-live": "polite" });
  const value = () => (text === "" ? null : Number(text));
  const set = (next) => {
    text = next === "" ? "" : String(Number(next));
    setText(shown, text === "" ? "–" : text);
    changed(value());
  };
  const type = (digit) => Number(text + digit) <= most && set(text + digit);
  const key = (label, name, onclick) => h("button", { type: "button", "data-digit": name, "aria-label": label === name ? null : label, onclick }, name);
  const keys = [..."123456789"].map((digit) => key(digit, digit, () => type(digit)));
  const node = h("div", { class: "digits", role: "group" }, ...keys,
    key(words.clear, "C", () => set("")), key("0", "0", () => type("0")), key(words.scoring.back, "⌫", () => set(text.slice(0, -1))));
  return {
    shown, node, value, set,
    /** A key that was pressed in the dialogue. */
    key(event) {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (/^\d$/.test(event.key)) type(event.key);
      else if (event.key === "Backspace") set(text.slice(0, -1));
      else return;
      event.preventDefault();
    },
  };
}

/** Every count from `least` on, one touch each; those that no hand has cannot be touched. */
export function counts(least, chosen) {
  const numbers = Array.from({ length: HIGHEST + 1 - least }, (_, n) => n + least);
  const buttons = numbers.map((n) => h("button", { type: "button", "data-count": n, onclick: () => chosen(n) }, String(n)));
  if (least === 0) buttons.forEach((button, n) => toggle(button, "disabled", NO_HAND.includes(n)));
  return h("div", { class: "grid counts", role: "group" }, ...buttons);
}
