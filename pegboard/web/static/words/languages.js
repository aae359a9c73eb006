// The languages and their own names. Written by `make words` from LANGUAGES of pegboard/i18n.

/** @type {Record<string, string>} */
export const LANGUAGES = {
  en: "English",
  fr: "Français",
  de: "Deutsch",
};
