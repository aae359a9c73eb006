// On-screen letters for names, and the names of regular players.
//
// On the board's own touch screen only: other devices have keyboards. The field keeps the focus, so a
// real keyboard works, too.

import { h, style, toggle } from "./dom.js";
import { ask } from "./http.js";
import { isKiosk } from "./kiosk.js";
import { language, words } from "./words.js";

/** @type {Record<string, string[]>} */
const ROWS = {
  en: ["QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM", "ÄÖÜÉÈÇÑ-’"],
  fr: ["AZERTYUIOP", "QSDFGHJKLM", "WXCVBN", "ÉÈÊËÀÂÇÎÏÔ-’"],
  de: ["QWERTZUIOPÜ", "ASDFGHJKLÖÄ", "YXCVBNMß", "ÉÈÇ-’"],
};
const MOST_NAMES = 12;

const texts = words.letters;
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Whether this is the board's own screen, which has no keyboard. */
export const lettersWanted = () => isKiosk() || (LOOPBACK.includes(location.hostname) && matchMedia("(any-pointer: coarse)").matches);

/**
 * A letter in the case it has in a name: upper case at the start of a word, else lower case.
 *
 * @param {string} letter
 * @param {string} before the text before it
 */
export const cased = (letter, before) => (/(^|[\s\-’])$/.test(before) ? letter : letter.toLowerCase());

/** Names of regular players, most games first; empty if unavailable. */
async function played() {
  try {
    /** @type {{ ok: boolean, answer: { players?: { name: string, level: string | null }[] } }} */
    const { ok, answer } = await ask("/api/history/players");
    return ok ? (answer.players ?? []).filter(({ level }) => !level).map(({ name }) => name) : [];
  } catch {
    return [];
  }
}

/**
 * The letters for the fields of a dialog; shown for the focused field.
 *
 * @param {HTMLElement} place container of the letters
 * @param {HTMLInputElement[]} fields
 * @param {string[]} regulars names offered first
 */
export function letters(place, fields, regulars) {
  style("core/letters.css");
  /** @type {HTMLInputElement | null} */
  let field = null;
  let names = regulars;
  const chips = h("div", { class: "chips", role: "group", "aria-label": texts.names });
  /** Keeps the focus in the field. @param {Event} event */
  const stay = (event) => event.preventDefault();
  /** @param {string} text @param {() => void} onclick */
  const key = (text, onclick, kind = "") => h("button", { type: "button", tabindex: -1, class: kind, onpointerdown: stay, onmousedown: stay, onclick, text });

  /** @param {string} value */
  const set = (value) => {
    if (!field) return;
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  /** @param {string} text */
  const insert = (text) => {
    if (!field) return;
    const [from, to] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length];
    const before = field.value.slice(0, from);
    if (field.value.length - (to - from) >= field.maxLength) return;
    field.setRangeText(cased(text, before), from, to, "end");
    set(field.value);
  };
  const erase = () => {
    if (!field) return;
    const [from, to] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length];
    field.setRangeText("", from === to ? Math.max(0, from - 1) : from, to, "end");
    set(field.value);
  };
  const close = () => {
    toggle(root, "hidden", true);
    toggle(document.body, "data-letters", false);
  };
  /** @param {string} name */
  const choose = (name) => {
    set(name);
    const next = fields.find((each) => each !== field && !each.value && each.checkVisibility());
    if (next) next.focus();
    else close();
  };
  const draw = () => {
    const taken = fields.filter((each) => each !== field).map((each) => each.value.trim().toLowerCase());
    const free = names.filter((name) => !taken.includes(name.toLowerCase())).slice(0, MOST_NAMES);
    chips.replaceChildren(...free.map((name) => key(name, () => choose(name), "chip-name")));
    toggle(chips, "hidden", free.length === 0);
  };

  const root = h("div", { class: "letters", role: "group", "aria-label": texts.label, hidden: true },
    chips,
    ...(ROWS[language] ?? ROWS.en).map((row) => h("div", { class: "keys-row" }, ...Array.from(row, (letter) => key(letter, () => insert(letter))))),
    h("div", { class: "keys-row" }, key(texts.erase, erase, "erase"), key(texts.space, () => insert(" "), "space"), key(texts.done, close, "primary done")));
  place.append(root);

  for (const each of fields) {
    each.inputMode = "none"; // suppresses the browser's own keyboard
    /** Shows the letters for a field. */
    const begin = () => {
      field = each;
      draw();
      toggle(root, "hidden", false);
      toggle(document.body, "data-letters", true);
      each.scrollIntoView({ block: "nearest" });
    };
    each.addEventListener("focus", begin);
    each.addEventListener("click", begin);
    each.addEventListener("input", draw);
  }
  /** Hides the letters when a number field gets the focus. Not for a button, which would move under the finger. @param {Event} event */
  const left = ({ target }) => {
    if (!root.isConnected) place.removeEventListener("focusin", left);
    else if (!fields.some((each) => each === target) && /** @type {Element} */ (target).matches("input[type=text], output")) close();
  };
  place.addEventListener("focusin", left);
  const others = async () => {
    const known = await played();
    names = [...regulars, ...known.filter((name) => !regulars.some((other) => other.toLowerCase() === name.toLowerCase()))];
    draw();
  };
  others();
  return { close, remove: () => { close(); root.remove(); } };
}
