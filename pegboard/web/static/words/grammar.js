// What every catalogue needs: the plural of its language, and a list of things.

/** How a number of things is called in a language: `count(2, { one: "# card", other: "# cards" })`. */
export function counter(language) {
  const rules = new Intl.PluralRules(language);
  return (n, forms) => (forms[rules.select(n)] ?? forms.other).replace("#", n);
}

/** Texts in a row, the last one after `and`: "ace, two and three". */
export const listing = (and) => (texts) =>
  texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} ${and} ${texts.at(-1)}`;
