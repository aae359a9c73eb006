// What every catalogue needs: the plural of its language, and a list of things.

/** How a number of things is called in a language: `count(2, { one: "# card", other: "# cards" })`. */
export function counter(language) {
  const rules = new Intl.PluralRules(language);
  return (n, forms) => (forms[rules.select(n)] ?? forms.other).replace("#", n);
}

/** Texts in a row, the last one after `and`: "ace, two and three". */
export const listing = (and) => (texts) =>
  texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} ${and} ${texts.at(-1)}`;

/** A catalogue of which every text, and what every function says, is changed by `change`. */
export function retold(change, said) {
  if (typeof said === "string") return change(said);
  if (typeof said === "function") {
    const again = (...facts) => retold(change, said(...facts));
    return Object.defineProperty(again, "length", { value: said.length });
  }
  if (said === null || typeof said !== "object") return said;
  if (Array.isArray(said)) return said.map((each) => retold(change, each));
  return Object.fromEntries(Object.entries(said).map(([key, each]) => [key, retold(change, each)]));
}
