// What every catalogue needs: the plural of its language, and a list of things.

/** @typedef {{ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>} Forms */

/**
 * How a number of things is called in a language: `count(2, { one: "# card", other: "# cards" })`.
 *
 * @param {string} language
 * @returns {(n: number, forms: Forms) => string}
 */
export function counter(language) {
  const rules = new Intl.PluralRules(language);
  return (n, forms) => (forms[rules.select(n)] ?? forms.other).replace("#", String(n));
}

/**
 * Texts in a row, the last one after `and`: "ace, two and three".
 *
 * @param {string} and
 * @returns {(texts: string[]) => string}
 */
export const listing = (and) => (texts) =>
  texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} ${and} ${texts.at(-1)}`;

/**
 * A catalogue of which every text, and what every function says, is changed by `change`.
 *
 * @template Said
 * @param {(text: string) => string} change
 * @param {Said} said
 * @returns {Said}
 */
export const retold = (change, said) => /** @type {Said} */ (told(change, said));

/** @param {(text: string) => string} change @param {unknown} said @returns {unknown} */
function told(change, said) {
  if (typeof said === "string") return change(said);
  if (typeof said === "function") {
    /** @param {unknown[]} facts */
    const again = (...facts) => told(change, said(...facts));
    return Object.defineProperty(again, "length", { value: said.length });
  }
  if (said === null || typeof said !== "object") return said;
  if (Array.isArray(said)) return said.map((each) => told(change, each));
  return Object.fromEntries(Object.entries(said).map(([key, each]) => [key, told(change, each)]));
}
