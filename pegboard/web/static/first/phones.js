// Phones: the switch that allows them, the page's address and its QR code.

import { h } from "../core/dom.js";
import { language } from "../core/words.js";
import { networkSwitch } from "../admin/network.js";

/** @import { Step, Tools } from "./steps.d.ts" */

/** @type {import("./words/words.d.ts").Words} */
const { phones: say } = (await import(`./words/${language}.js`)).words;

/** @param {Tools} tools @returns {Step} */
export function phones({ page }) {
  const network = networkSwitch(page);
  return { nodes: [h("p", { text: say.ask }), network.node], ready: () => network.refresh() };
}
