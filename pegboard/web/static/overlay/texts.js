// Written by `make words` from texts.json and pegboard/i18n: make changes there.

/** @type {Record<string, Record<string, string>>} */
export const TEXTS = {
  en: {
    count: "count",
    old: "Not live: no connection",
  },
  fr: {
    count: "compte",
    old: "Pas en direct : connexion perdue",
  },
  de: {
    count: "Zahl",
    old: "Nicht live: keine Verbindung",
  },
};
