// The page's texts in one language; only that catalogue is loaded.
//
// The viewer's own choice takes precedence, then the board's `language`, which comes with the page,
// then the browser's preference. The board's texts come in the same language.

import { findAll } from "./dom.js";
import { listing } from "../words/grammar.js";
import { LANGUAGES } from "../words/languages.js";

export { LANGUAGES };

const KEPT = "pegboard.language";

/**
 * The supported language of a tag like `fr-CA`.
 *
 * @param {string | null | undefined} tag
 */
const supported = (tag) => {
  const language = tag?.toLowerCase().split("-")[0];
  return language && Object.hasOwn(LANGUAGES, language) ? language : undefined;
};

/** The viewer's choice; empty for none. */
export function chosenLanguage() {
  try {
    return supported(localStorage.getItem(KEPT)) ?? "";
  } catch {
    return ""; // a browser without storage
  }
}

/**
 * Stores the choice, "" for none, and reloads the page in it.
 *
 * @param {string} language
 */
export function chooseLanguage(language) {
  try {
    if (language) localStorage.setItem(KEPT, language);
    else localStorage.removeItem(KEPT);
  } catch {
    return; // then it stays as it is
  }
  location.reload();
}

export const language = chosenLanguage() || supported(document.documentElement.dataset.language)
  || navigator.languages.map(supported).find(Boolean) || "en";

/**
 * Address of the board with this page's language.
 *
 * @param {string} address
 */
export const inLanguage = (address) => `${address}${address.includes("?") ? "&" : "?"}language=${language}`;

/** @type {{ words: import("../words/words.d.ts").Words }} */
export const { words } = await import(`../words/${language}.js`);

/** "ace, two and three". */
export const listed = listing(words.and);

/** "two, three or four". */
export const anyOf = listing(words.or);

/** "+5", "−2". @param {number} n */
export const signed = (n) => `${n > 0 ? "+" : "−"}${Math.abs(n)}`;

/**
 * Fills every element that names its words: data-word its text, data-label its label.
 *
 * @param {Document} root
 */
export function fillWords(root) {
  /** The text of a key such as `modes.score.name`. @param {string | undefined} name */
  const text = (name = "") => String(name.split(".").reduce((at, key) => /** @type {any} */ (at)[key], /** @type {unknown} */ (words)));
  root.documentElement.lang = language;
  for (const node of findAll(root, "[data-word]")) node.textContent = text(node.dataset.word);
  for (const node of findAll(root, "[data-label]")) node.setAttribute("aria-label", text(node.dataset.label));
}
