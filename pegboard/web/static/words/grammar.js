// What every catalogue needs: the plural of its language, and a list of things.

/**
 * What a number of things is called: `count(2, "1 card", "2 cards")`.
 *
 * @param {(n: number) => number} plural the place of a number's form, as gettext's Plural-Forms have it
 * @returns {(n: number, ...forms: string[]) => string}
 */
export const counter = (plural) => (n, ...forms) => forms[plural(n)] ?? forms.at(-1) ?? "";

/**
 * Texts in a row, the last one after `and`: "ace, two and three".
 *
 * @param {string} and
 * @returns {(texts: string[]) => string}
 */
export const listing = (and) => (texts) =>
  texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} ${and} ${texts.at(-1)}`;
