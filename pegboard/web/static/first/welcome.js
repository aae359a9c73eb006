// The welcome screen of a new board: its name, and its address for phones.

import { drawn, h, setText, toggle } from "../core/dom.js";
import { ask } from "../core/http.js";
import { language } from "../core/words.js";

/** @import { Step, Tools } from "./steps.d.ts" */

/** @type {import("./words/words.d.ts").Words} */
const { hello: say } = (await import(`./words/${language}.js`)).words;

/** @param {Tools} _ @returns {Step} */
export function hello(_) {
  const name = h("p", { class: "name" });
  const address = h("p", { class: "address" });
  const qr = h("div", { class: "qr", hidden: true });
  const where = h("p", { class: "how" });
  return {
    nodes: [h("div", { class: "hello" }, h("div", {}, name, where, address, h("p", { class: "how", text: say.steps })), qr)],
    async ready() {
      try {
        /** @type {{ answer: { name: string, reachable: boolean, later: { address: string, svg: string } }}} */
        const { answer } = await ask("/api/address");
        setText(name, answer.name);
        setText(where, answer.reachable ? say.address : say.alone);
        setText(address, answer.later.address);
        qr.replaceChildren(drawn(answer.later.svg));
        toggle(qr, "hidden", false);
      } catch {
        // The steps work without an address.
      }
    },
  };
}
