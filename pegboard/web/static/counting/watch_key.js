// The switch beside COUNT by which the camera follows the deal; the setting is saved. If the
// configuration file turns it on, the key opens the camera view instead.

import { h, s, byId, find, setText } from "../core/dom.js";
import { ask } from "../core/http.js";
import { words } from "../core/words.js";

/** @import { Page, View } from "../core/page.d.ts" */

/**
 * Starts or stops watching the table.
 *
 * @param {boolean} on
 * @returns {Promise<{ text: string, code?: string }>} The error for people and for programs; an empty text on success.
 */
export async function choose(on) {
  try {
    const { ok, answer: { fault, code } } = /** @type {{ ok: boolean, answer: { fault?: string, code?: string } }} */ (
      await ask("/api/settings", { set: { "camera.watch": on }, keep: true }));
    return ok ? { text: "" } : { text: fault ?? words.offline, code };
  } catch {
    return { text: words.offline };
  }
}

/** An eye; crossed out while nothing is watched. */
const eye = () => s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
  s("path", { d: "M2 12Q12 2 22 12Q12 22 2 12Z" }), s("circle", { cx: 12, cy: 12, r: 3.2 }), s("path", { class: "closed", d: "M4 20L20 4" }));

/**
 * The switch, on the board's own page, in games with real cards if there is a camera.
 *
 * @param {Page} page
 * @returns {View}
 */
export function view(page) {
  const label = h("small", { "aria-hidden": "true" });
  const node = h("button", {
    type: "button", class: "key watch", "aria-label": words.watchTable, title: words.watchTable, onclick: press,
  }, eye(), label);

  /** @param {{ detail: number }} event */
  async function press({ detail }) {
    if (detail > 0) node.blur();
    const { text, code } = await choose(node.getAttribute("aria-pressed") !== "true");
    if (code === "setting-fixed" && page.state?.watch?.on) page.open("watch");
    else if (text) page.notice(text);
  }

  return {
    show({ watch, you, sample }) {
      if (!watch || sample || you.role !== "board") {
        node.remove();
        return;
      }
      node.setAttribute("aria-pressed", String(watch.on));
      setText(label, watch.on ? words.watchOn : words.watchOff);
      if (!node.isConnected) find(byId("keys-shared"), ".count").after(node);
    },
  };
}
