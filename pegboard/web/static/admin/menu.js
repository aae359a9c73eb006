// The menu: the board's brightness, and six tiles for everything besides the game.

import { dialogById, h, style, toggle } from "../core/dom.js";
import { frame, open } from "../core/dialog.js";
import { language, words } from "../core/words.js";
import { settings } from "./board_settings.js";
import { joined } from "../core/joined.js";
import { icons } from "./icons.js";
import { slider } from "./slider.js";

/** @import { Openings, Page, View } from "../core/page.d.ts" */

/** @type {import("./words/words.d.ts").Words} */
const { menu: say } = (await import(`./words/${language}.js`)).words;

/**
 * The dialog.
 *
 * @param {Page} page
 * @returns {Promise<View>}
 */
export async function view(page) {
  await style("admin/menu.css");
  const dialog = dialogById("menu");
  const light = h("section", { class: "light", hidden: true });

  /** Opens another dialog in place of the menu. @param {keyof Openings} name */
  const instead = (name) => () => {
    dialog.close();
    page.open(name);
  };
  /** @param {keyof typeof icons} kind */
  const face = (kind) => [icons[kind](), h("span", { text: say.tiles[kind] })];
  /** @param {keyof typeof icons} kind @param {keyof Openings} name */
  const tile = (kind, name) => h("button", { type: "button", class: `tile to-${kind}`, onclick: instead(name) }, ...face(kind));
  /** @param {string} kind @param {keyof Openings} name @param {string} text */
  const small = (kind, name, text) => h("button", { type: "button", class: `plain ${kind}`, onclick: instead(name) }, text);

  const watch = small("watch", "watch", say.watch);
  const far = small("to-far", "far", words.far.open);
  frame(dialog, words.menu, [
    light,
    h("nav", { class: "tiles", "aria-label": words.menu },
      h("a", { href: "/history#players", class: "tile to-history" }, ...face("history")),
      tile("phones", "phones"), tile("settings", "settings"), tile("camera", "camera"), tile("check", "doctor"), tile("help", "help")),
    h("section", { class: "rest" },
      watch, far, small("to-home", "home", words.home.title), small("review", "review", words.review.open), small("log", "story", words.log)),
  ]);

  async function drawLight() {
    if (page.state?.you.role !== "board") return;
    const now = await settings();
    if (!now) return;
    const key = "board.brightness";
    light.replaceChildren(slider(say.brightness, key, now.values[key], page.notice, now.fixed.includes(key) ? say.fixedIn(now.file) : ""));
    toggle(light, "hidden", false);
  }

  return {
    open() {
      toggle(watch, "hidden", !page.state?.watch);
      toggle(far, "hidden", !joined(page.state));
      toggle(light, "hidden", !light.firstChild || page.state?.you.role !== "board");
      open(dialog);
      drawLight();
    },
  };
}
