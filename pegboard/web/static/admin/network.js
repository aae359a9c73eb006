// The switch that allows phones on this network to open the page, in the settings and where phones
// are invited. It needs confirmation at the board, and shows the page's address.

import { drawn, h, setText, style, toggle } from "../core/dom.js";
import { language } from "../core/words.js";
import { allowPhones, settings } from "./board_settings.js";

/** @import { Page } from "../core/page.d.ts" */
/** @import { Settings } from "./board_settings.js" */

/** @type {import("./words/words.d.ts").Words} */
const { network: say, menu } = (await import(`./words/${language}.js`)).words;
const KEY = "web.phones";
/** A page opened under another host name came over the network, possibly through a proxy. */
const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/**
 * The switch and its details. `draw` shows given settings, `refresh` loads them; `changed` is called
 * with whether phones can connect.
 *
 * @param {Page} page
 * @param {(reachable: boolean) => void} changed
 */
export function networkSwitch(page, changed = () => {}) {
  style("admin/network.css");
  /** @type {HTMLInputElement} */
  const box = h("input", { type: "checkbox", role: "switch", onchange: () => turn(box.checked) });
  const fixed = h("small");
  const status = h("p", { class: "how", role: "status" });
  const problem = h("p", { class: "problem", role: "alert" });
  const qr = h("div", { class: "code" });
  const address = h("p", { class: "address" });
  const place = h("div", { class: "place", hidden: true }, qr, h("div", {}, h("p", { text: say.find }), address, h("p", { class: "how", text: say.watchOnly })));
  const node = h("section", { class: "network" },
    h("label", { class: "row" }, h("span", { text: say.allow }), h("span", { class: "controls" }, box), fixed), status, problem, place);

  /** @param {Settings} now */
  function draw({ phones, fixed: those, file }) {
    box.checked = phones.on;
    box.disabled = those.includes(KEY);
    setText(fixed, box.disabled ? menu.fixedIn(file) : "");
    setText(problem, phones.problem);
    if (address.textContent !== phones.address) {
      setText(address, phones.address);
      qr.replaceChildren(...(phones.svg ? [drawn(phones.svg)] : []));
    }
    toggle(place, "hidden", !phones.on);
    changed(phones.on || !LOOPBACK.includes(location.hostname));
  }

  async function refresh() {
    const now = await settings();
    if (now) draw(now);
    return now !== null;
  }

  /** @param {boolean} on */
  async function turn(on) {
    box.disabled = true;
    setText(problem, "");
    // The board's own page shows the question itself.
    const waits = setTimeout(() => { if (!page.state?.switch_question) setText(status, say.waits); }, 300);
    const fault = await allowPhones(on);
    clearTimeout(waits);
    setText(status, "");
    box.checked = on !== Boolean(fault);
    if (!(await refresh())) box.disabled = false;
    if (fault) setText(problem, fault);
  }

  return { node, draw, refresh };
}
