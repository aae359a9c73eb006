// Tabs: one panel of a dialog at a time, by touch and arrow keys, with roles for screen readers.

import { h, toggle } from "./dom.js";

/** @import { Child } from "./dom.js" */

/** @type {Record<string, (now: number, count: number) => number>} */
const KEYS = {
  ArrowRight: (now, count) => (now + 1) % count,
  ArrowLeft: (now, count) => (now + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * The row of tabs and their panels; the first one is selected.
 *
 * @template {string} Id
 * @param {string} id prefix of the elements' ids
 * @param {string} label
 * @param {Record<Id, string>} names labels of the tabs, in order
 */
export function tabs(id, label, names) {
  const ids = /** @type {Id[]} */ (Object.keys(names));
  let chosen = ids[0];
  const panels = ids.map((each) => h("section", { id: `${id}-${each}`, class: "panel", role: "tabpanel", "aria-labelledby": `${id}-tab-${each}` }));
  const buttons = ids.map((each) => h("button", {
    type: "button", role: "tab", id: `${id}-tab-${each}`, class: "tab", "aria-controls": `${id}-${each}`, text: names[each], onclick: () => choose(each),
  }));
  /** @param {KeyboardEvent} event */
  const onkeydown = (event) => {
    const to = KEYS[event.key]?.(ids.indexOf(chosen), ids.length);
    if (to === undefined) return;
    event.preventDefault();
    choose(ids[to]);
    buttons[to].focus();
  };
  const list = h("div", { role: "tablist", class: "tabs", "aria-label": label, onkeydown }, ...buttons);

  /** @param {Id} now */
  function choose(now) {
    chosen = now;
    ids.forEach((each, n) => {
      buttons[n].setAttribute("aria-selected", String(each === now));
      buttons[n].tabIndex = each === now ? 0 : -1;
      toggle(panels[n], "hidden", each !== now);
    });
  }
  choose(chosen);

  return {
    list,
    panels,
    choose,
    /** Replaces the content of a panel. @param {Id} where @param {...Child} what */
    fill: (where, ...what) => panels[ids.indexOf(where)].replaceChildren(...what.filter((each) => each !== null && each !== undefined)),
  };
}
