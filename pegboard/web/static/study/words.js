// Texts and number formats for the review, in the language of the page.

import { language } from "../core/words.js";

/** @type {{ words: import("./words/words.d.ts").Words }} */
export const { words } = await import(`./words/${language}.js`);

const tenths = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const hundredths = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** @param {number} n */
export const tenth = (n) => tenths.format(n).replace("-", "−");
/** @param {number} n */
export const hundredth = (n) => hundredths.format(n);
