// A game begun elsewhere: the score of each side, typed on ten digits; the game continues from there.

import { find, h, setText, toggle } from "../core/dom.js";
import { words } from "../core/words.js";
import { digits } from "../play/pad.js";

/**
 * A button with the score of each side, and digits that change the selected one; `changed` is called
 * after every digit.
 *
 * @param {() => number} target
 * @param {() => void} changed
 */
export function begunFields(target, changed) {
  /** @type {(number | null)[]} */
  let scores = [];
  /** @type {HTMLButtonElement[]} */
  let buttons = [];
  let chosen = 0;
  const pad = digits(() => target() - 1, (value) => {
    scores[chosen] = value;
    show();
    changed();
  });
  const sides = h("div", { class: "sides" });
  const open = h("div", { class: "pad", hidden: true }, pad.shown, pad.node);

  function show() {
    buttons.forEach((button, side) => {
      setText(find(button, "b"), String(scores[side] ?? 0));
      button.setAttribute("aria-pressed", String(side === chosen && !open.hidden));
    });
  }

  /** @param {number} side */
  function choose(side) {
    const value = scores[side] ?? null;
    chosen = side;
    toggle(open, "hidden", false);
    pad.set(value ? String(value) : "");
    pad.focus();
    open.scrollIntoView({ block: "nearest" });
  }

  const node = h("fieldset", { class: "begun" }, h("legend", { text: words.setup.begun }),
    h("p", { class: "hint", text: words.setup.begunHow }), sides, open);
  const some = () => scores.some((score) => score);
  return {
    node,
    /** The scores for the command; undefined if all are zero. */
    read: () => (some() ? scores.map((score) => score ?? 0) : undefined),
    /** The error in the scores; empty for none. They may have been typed before a shorter game was chosen. */
    fault() {
      const side = scores.findIndex((score) => score !== null && score >= target());
      if (side < 0) return "";
      choose(side);
      return words.setup.begunMost(target());
    },
    said: () => (some() ? [words.setup.begunAt(scores.map((score) => score ?? 0).join(" : "))] : []),
    /** Handles a key of the dialog. @param {KeyboardEvent} event @param {HTMLButtonElement} main */
    key(event, main) { if (node.contains(/** @type {Node} */ (event.target))) pad.key(event, main); },
    /** The names of each side. @param {string[]} names */
    show(names) {
      if (names.length !== buttons.length) {
        scores = names.map((_, side) => scores[side] ?? null);
        chosen = 0;
        toggle(open, "hidden", true);
        buttons = names.map((_, side) => h("button", { type: "button", "data-side": side, onclick: () => choose(side) }, h("span"), h("b")));
        sides.replaceChildren(...buttons);
      }
      buttons.forEach((button, side) => setText(find(button, "span"), names[side]));
      show();
    },
  };
}
