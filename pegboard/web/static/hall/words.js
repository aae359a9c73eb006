// Texts of the hall's pages, in the language of the page.

import { LANGUAGES, language } from "../core/words.js";

export { LANGUAGES, language };

/** @type {{ words: import("./words/words.d.ts").Words }} */
export const { words } = await import(`./words/${language}.js`);

/** Signed number, as on cards and standings. @param {number} n */
export const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");
