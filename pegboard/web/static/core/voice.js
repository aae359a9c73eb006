// The browser's own voice, off by default.

import { spoken } from "./cards.js";
import { store, stored } from "./storage.js";
import { mayBeHeard } from "./kiosk.js";
import { language, words } from "./words.js";

/**
 * Speaks the newest text after the current one; texts never overlap, and outdated ones are skipped.
 * Only local voices are used: a remote voice would send the text to a third party.
 */
export class Voice {
  /** @type {string | null} */
  #next = null;
  /** @type {SpeechSynthesisUtterance | null} */
  #said = null;
  #on = stored("voice", false);

  /** The voice of the page's language; null if the browser has no local one. */
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
   * Calls back when the browser has loaded its voices.
   *
   * @param {() => void} then
   */
  ready(then) {
    globalThis.speechSynthesis?.addEventListener?.("voiceschanged", then);
  }

  /**
   * Switches the voice on or off, and stores the choice.
   *
   * @param {boolean} on
   */
  turn(on) {
    this.#on = on;
    store("voice", on);
    this.#next = null;
    if (on) this.say(words.voiceOn);
    else if (this.#said) speechSynthesis.cancel();
  }

  /** @param {string | null | undefined} text */
  say(text) {
    // An untouched page stays silent, whatever the stored choice.
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
    Object.assign(said, { voice, lang: voice.lang, volume: stored("volume", 0.6) });
    said.onend = said.onerror = () => { if (said === this.#said) this.#speak(); };
    this.#said = said; // kept: a garbage-collected utterance may never end
    speechSynthesis.speak(said);
  }
}
