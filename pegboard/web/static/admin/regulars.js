// Names of regular players, and a field to add one.

import { h, setText, toggle } from "../core/dom.js";
import { language } from "../core/words.js";

/** @type {import("./words/words.d.ts").Words} */
const { menu: say } = (await import(`./words/${language}.js`)).words;
const LONGEST = 24;
const MOST = 12;

/**
 * The section.
 *
 * @param {string[]} names
 * @param {string} fixed the reason why they are read-only; empty if they can be changed
 * @param {(names: string[]) => void} changed
 */
export function regulars(names, fixed, changed) {
  let now = [...names];
  const list = h("ul", { class: "names" });
  /** @type {HTMLInputElement} */
  const field = h("input", {
    type: "text", maxlength: LONGEST, autocomplete: "off", "aria-label": say.addName, placeholder: say.addName, disabled: fixed !== "",
    onkeydown: (/** @type {KeyboardEvent} */ { key }) => { if (key === "Enter") add(); },
  });
  const more = h("button", { type: "button", text: say.add, disabled: fixed !== "", onclick: () => add() });
  const draw = () => {
    list.replaceChildren(...now.map((name) => h("li", {}, h("span", { text: name }),
      h("button", { type: "button", class: "plain", "aria-label": say.removeName(name), disabled: fixed !== "", onclick: () => set(now.filter((each) => each !== name)) }, "×"))));
    toggle(list, "hidden", now.length === 0);
    for (const each of [field, more]) each.disabled = fixed !== "" || now.length >= MOST;
  };
  /** @param {string[]} wanted */
  const set = (wanted) => {
    now = wanted;
    draw();
    changed(now);
  };
  const add = () => {
    const name = field.value.trim();
    const known = now.some((each) => each.toLowerCase() === name.toLowerCase());
    field.value = "";
    field.focus();
    if (name && !known) set([...now, name]);
  };
  draw();
  const hint = h("p", { class: "how" });
  setText(hint, fixed || say.regularsHint);
  return h("section", { class: "regulars" }, h("h3", { text: say.people }), hint, list, h("div", { class: "add" }, field, more));
}
