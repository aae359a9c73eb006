// The question whether a certain country's pack is on the table, with its letters as cards.

import { h, setText, style } from "../core/dom.js";
import { cardView } from "../core/cards.js";
import { dialogue, done, frame, open } from "../core/dialog.js";
import { language } from "../core/words.js";

/** @import { Page, View } from "../core/page.d.ts" */

/** @type {import("./words/words.d.ts").Words} */
const { packs: say } = (await import(`./words/${language}.js`)).words;

const COURT = ["AS", "KH", "QC", "JD"];

/**
 * The dialog; it closes when the question has been answered at the board or on any page.
 *
 * @param {Page} page
 * @returns {Promise<View>}
 */
export async function view({ dispatch }) {
  await style("counting/pack.css");
  const dialog = dialogue("pack");
  const cards = h("div", { class: "letters" });
  /** @param {boolean} yes */
  const answer = (yes) => dispatch({ pack: yes });
  const title = frame(dialog, "", [cards, h("p", { class: "how", text: say.how })], [
    h("button", { type: "button", onclick: () => answer(false) }, say.no),
    h("button", { type: "button", class: "primary", onclick: () => answer(true) }, say.yes)]);
  let shownCode = "";

  return {
    show({ pack, you }) {
      const code = pack?.question && you.role !== "watcher" ? pack.code : "";
      if (code === shownCode) return;
      shownCode = code;
      if (!pack || !code) {
        done(dialog);
        return;
      }
      setText(title, say.asks[/** @type {keyof typeof say.asks} */ (code)]);
      cards.replaceChildren(...COURT.map((card) => cardView(card, { letter: pack.letters[card.charAt(0)] })));
      open(dialog, ".primary");
    },
  };
}
