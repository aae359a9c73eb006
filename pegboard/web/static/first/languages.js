// The board's language: for its page, its voice, and phones without a choice.

import { h } from "../core/dom.js";
import { LANGUAGES, chooseLanguage, language } from "../core/words.js";
import { settings, settled } from "../admin/board_settings.js";

/** @import { Step, Tools } from "./steps.d.ts" */

/** @type {import("./words/words.d.ts").Words} */
const { languages: say } = (await import(`./words/${language}.js`)).words;

/** @param {Tools} tools @returns {Step} */
export function languages({ refuse, anew, onward }) {
  /** @param {string} tag */
  async function choose(tag) {
    const now = await settings();
    const isFixed = now?.fixed.includes("language");
    const fault = isFixed || now?.values.language === tag ? "" : await settled({ language: tag });
    if (fault) refuse(fault);
    else if (tag === language) onward();
    else anew(() => chooseLanguage(isFixed ? tag : ""));
  }
  const group = h("div", { class: "large", role: "group", "aria-label": say.ask }, ...Object.entries(LANGUAGES).map(([tag, name]) =>
    h("button", { type: "button", lang: tag, text: name, "aria-pressed": String(tag === language), onclick: () => choose(tag) })));
  return { nodes: [h("p", { text: say.ask }), group] };
}
