// The dialog at the board that asks whether phones on this network may open the page.

import { h, setText, style } from "../core/dom.js";
import { dialogue, done, frame, open } from "../core/dialog.js";
import { language } from "../core/words.js";

/** @import { Page, View } from "../core/page.d.ts" */

/** @type {import("./words/words.d.ts").Words} */
const { network: say } = (await import(`./words/${language}.js`)).words;

/**
 * The dialog; it closes when the question has been answered anywhere, or has timed out.
 *
 * @param {Page} page
 * @returns {Promise<View>}
 */
export async function view({ dispatch }) {
  await style("admin/network.css");
  const dialog = dialogue("asked");
  const hint = h("p", { class: "how" });
  /** @param {boolean} yes */
  const answer = (yes) => dispatch({ phones: yes });
  const title = frame(dialog, "", [hint], [
    h("button", { type: "button", onclick: () => answer(false) }, say.no),
    h("button", { type: "button", class: "primary", onclick: () => answer(true) }, say.yes)]);
  let waits = false;
  dialog.addEventListener("close", () => { if (waits) answer(false); });

  return {
    show({ switch_question: asked }) {
      waits = asked !== null;
      if (asked === null) {
        done(dialog);
        return;
      }
      setText(title, asked === "open" ? say.askOpen : say.askClose);
      setText(hint, asked === "open" ? say.openHint : say.closeHint);
      open(dialog, ".primary");
    },
  };
}
