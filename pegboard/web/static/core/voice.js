// The browser's own voice, off at first.

import { spoken } from "./cards.js";
import { keep, kept } from "./kept.js";
import { mayBeHeard } from "./kiosk.js";
import { language, words } from "./words.js";

/**
 * Speaks the newest thing when the one before is finished; never two at once, and what came up in
 * between and is old by then is left out. Only voices that this machine has itself: what others
 * say would be sent to somebody else's.
 */
export class Voice {
  /** @type {string | null} */
  #next = null;
  /** @type {SpeechSynthesisUtterance | null} */
  #said = null;
  #on = kept("voice", false);

  /** The voice of the page's language; null where the browser has none of its own. */
  get #voice() {
    const all = globalThis.speechSynthesis?.getVoices?.() ?? [];
    const ours = all.filter(({ lang, localService }) => localService && lang.toLowerCase().startsWith(language));
    return ours.find((each) => each.default) ?? ours[0] ?? null;
  }

  get possible() {
    return this.#voice !== null;
  }

  get on() {
    return this.#on && this.possible;
  }

  /**
   * Calls back when the browser has found out which voices it has.
   *
   * @param {() => void} then
   */
  ready(then) {
    globalThis.speechSynthesis?.addEventListener?.("voiceschanged", then);
  }

  /**
   * Switches the voice, and remembers it.
   *
   * @param {boolean} on
   */
  turn(on) {
    this.#on = on;
    keep("voice", on);
    this.#next = null;
    if (on) this.say(words.voiceOn);
    else if (this.#said) speechSynthesis.cancel();
  }

  /** @param {string | null | undefined} text */
  say(text) {
    // Not by surprise: a page that nobody has touched yet is silent, whatever was chosen once.
    if (!this.on || !text || !mayBeHeard()) return;
    this.#next = spoken(text);
    if (!this.#said) this.#speak();
  }

  #speak() {
    this.#said = null;
    const voice = this.#voice;
    if (this.#next === null || !this.on || voice === null) return;
    const said = new SpeechSynthesisUtterance(this.#next);
    this.#next = null;
    Object.assign(said, { voice, lang: voice.lang, volume: kept("volume", 0.6) });
    said.onend = said.onerror = () => { if (said === this.#said) this.#speak(); };
    this.#said = said; // and kept: an utterance that nobody holds may end without a word
    speechSynthesis.speak(said);
  }
}
