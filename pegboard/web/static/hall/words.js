// The words of the hall's pages, in the language of the page.

import { LANGUAGES, language } from "../core/words.js";

export { LANGUAGES, language };

/** @type {{ words: import("./words/words.d.ts").Words }} */
export const { words } = await import(`./words/${language}.js`);

/** Signed, as cards and standings have it. @param {number} n */
export const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");
