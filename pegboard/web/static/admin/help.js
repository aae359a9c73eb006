// Help and rules: the first deal, the rules, the keys, and this game's shuffle.

import { h, onChange, style } from "../core/dom.js";
import { dialogue, frame, open } from "../core/dialog.js";
import { inLanguage, language, words } from "../core/words.js";
import { keyMap } from "../play/keys.js";
import { sealFacts } from "../play/seal.js";

/** @import { Openings, Page, View } from "../core/page.d.ts" */
/** @import { SeatInfo, Shuffle } from "../core/protocol.d.ts" */

/** @type {import("./words/words.d.ts").Words} */
const { menu: say } = (await import(`./words/${language}.js`)).words;

/** @type {Record<string, string>} */
const PRESSES = { ok: words.ok, undo: words.undo, count: words.countKey };

/** @param {string} press @param {Pick<SeatInfo, "name">[]} seats */
const pressName = (press, seats) =>
  PRESSES[press] ?? `${seats[Number(press.charAt(0))]?.name ?? press.charAt(0)} ${press.slice(1).replace("-", "−")}`;

/**
 * The dialog.
 *
 * @param {Page} page
 * @returns {Promise<View>}
 */
export async function view(page) {
  await style("admin/menu.css");
  const dialog = dialogue("help");
  const keys = h("ul", { class: "keymap" });
  const shuffle = h("div");
  const heading = h("h3", { text: words.seal.title, tabindex: -1 });
  const learn = h("button", { type: "button", class: "to-learn", text: words.home.learn, onclick: () => { dialog.close(); page.open("learn"); } });
  frame(dialog, say.tiles.help, [
    h("section", { class: "begin" }, learn,
      h("a", { href: inLanguage("/rules"), class: "to-rules" }, words.rules, " ", h("kbd", { text: "?" })),
      h("a", { href: "/api/record", target: "_blank", rel: "noopener" }, words.record)),
    h("section", {}, heading, shuffle),
    h("section", {}, h("h3", { text: words.keyboard }), h("p", { text: words.keyboardHint }), keys),
  ]);

  const drawKeys = onChange((/** @type {Pick<SeatInfo, "name">[]} */ seats) => keys.replaceChildren(...keyMap(seats.length).map(([key, press]) =>
    h("li", {}, h("kbd", { text: key }), h("span", { text: pressName(press, seats) })))));
  const drawShuffle = onChange((/** @type {Shuffle | null} */ facts) => shuffle.replaceChildren(...sealFacts(facts)));
  return {
    /** Opens the dialog, optionally at the section about the shuffle. @param {Openings["help"]} part */
    open(...[part]) {
      open(dialog);
      if (part === "shuffle") heading.focus();
    },
    show(state) {
      drawKeys(state.seats.map(({ name }) => ({ name })));
      drawShuffle(state.shuffle);
    },
  };
}
