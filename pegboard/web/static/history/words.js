// Texts of the history in the language of the page, besides those of the board.

import { inLanguage, language, words as board } from "../core/words.js";

export { inLanguage, language, board };
/** @import { Somebody } from "./messages.d.ts" */

/** @type {{ words: import("./words/words.d.ts").Words }} */
export const { words } = await import(`./words/${language}.js`);

/** @param {number} digits */
const number = (digits) => new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
const [whole, one, two] = [0, 1, 2].map(number);
const share = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat(language, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
const moment = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

/** @param {number} n */
export const integer = (n) => whole.format(n);
/** @param {number} n */
export const tenth = (n) => one.format(n);
/** @param {number} n */
export const hundredth = (n) => two.format(n);
/** @param {number} part @param {number} of */
export const percent = (part, of) => (of ? share.format(part / of) : "–");
/** @param {number} value */
export const finePercent = (value) => fine.format(value);
/** Formats a day, from seconds since 1970. @param {number} seconds */
export const date = (seconds) => day.format(new Date(seconds * 1000));
/** Formats a day with the time. @param {number} seconds */
export const dateTime = (seconds) => moment.format(new Date(seconds * 1000));

/**
 * A player's name: a computer's is its level.
 *
 * @param {Pick<Somebody, "name" | "level">} somebody
 */
export function called({ name, level }) {
  if (!level) return name;
  return words.computer(board.levels[level]?.[0] ?? (level === "usual" ? "" : level));
}

/**
 * Address of a player's own page.
 *
 * @param {Pick<Somebody, "key" | "level">} somebody
 */
export const placeOf = ({ key, level }) =>
  level ? `#player?level=${encodeURIComponent(level)}` : key ? `#player?player=${encodeURIComponent(key)}` : null;
