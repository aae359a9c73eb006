// Names of the regular players, offered for new games.

import { h, style } from "../core/dom.js";
import { letters, lettersWanted } from "../core/letters.js";
import { language } from "../core/words.js";
import { change, settings } from "../admin/board_settings.js";

/** @import { Step, Tools } from "./steps.d.ts" */

/** @type {import("./words/words.d.ts").Words} */
const { names: say } = (await import(`./words/${language}.js`)).words;
const FIELDS = 4;
const LONGEST = 24;
/** The letters open by themselves if they leave room for the buttons of the dialog. */
const ROOMY = matchMedia("(min-width: 700px), (min-height: 740px)");

/** @param {Tools} tools @returns {Step} */
export function names({ dialog, refuse }) {
  const fields = Array.from({ length: FIELDS }, (_, n) => h("input", {
    type: "text", maxlength: LONGEST, autocomplete: "off", "aria-label": say.nth(n + 1), placeholder: say.nth(n + 1), oninput: () => refuse(""),
  }));
  /** @type {string[]} */
  let before = [];
  /** @type {ReturnType<typeof letters> | null} */
  let lettered = null;
  return {
    nodes: [h("p", { text: say.ask }), h("div", { class: "fields" }, ...fields)],
    async ready() {
      const [now] = await Promise.all([settings(), lettersWanted() && style("core/letters.css")]);
      before = now?.values["game.regulars"] ?? [];
      fields.forEach((field, n) => { field.value ||= before[n] ?? ""; }); // somebody may have been faster
    },
    open() {
      if (lettersWanted()) lettered = letters(dialog, fields, []);
      if (!before.length && ROOMY.matches) fields[0].focus();
    },
    close() {
      lettered?.remove();
    },
    async keep() {
      const entered = fields.map((field) => field.value.trim()).filter(Boolean);
      const wanted = [...entered, ...before.slice(FIELDS)];
      const twice = wanted.find((name, n) => wanted.some((each, m) => m < n && each.toLowerCase() === name.toLowerCase()));
      if (twice) {
        const field = [...fields].reverse().find((each) => each.value.trim().toLowerCase() === twice.toLowerCase());
        field?.focus();
        return say.twice(twice);
      }
      return wanted.join("\n") === before.join("\n") ? "" : change({ "game.regulars": wanted });
    },
  };
}
