// Grammar used by every catalogue: plurals and lists.

/**
 * Returns the plural form for a number: `count(2, "1 card", "2 cards")`.
 *
 * @param {(n: number) => number} plural index of a number's form, as in gettext's Plural-Forms
 * @returns {(n: number, ...forms: string[]) => string}
 */
export const counter = (plural) => (n, ...forms) => forms[plural(n)] ?? forms.at(-1) ?? "";

/**
 * Joins texts, the last one after `and`: "ace, two and three".
 *
 * @param {string} and
 * @returns {(texts: string[]) => string}
 */
export const listing = (and) => (texts) =>
  texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} ${and} ${texts.at(-1)}`;
