// What is heard: the polite region for screen readers, and the browser's voice (off at first).

import { byId, setText } from "../core/dom.js";
import { keep, kept } from "../core/kept.js";
import { language, words } from "../core/words.js";

const REST_MS = 500;

/**
 * Speaks the newest thing when the one before is finished; never two at once, and what came up in
 * between and is old by then is left out. Only voices that this machine has itself: what others
 * say would be sent to somebody else's.
 */
export class Voice {
  #next = null;
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

  /** Calls back when the browser has found out which voices it has. */
  ready(then) {
    globalThis.speechSynthesis?.addEventListener?.("voiceschanged", then);
  }

  /** Switches the voice, and remembers it. */
  turn(on) {
    this.#on = on;
    keep("voice", on);
    this.#next = null;
    if (on) this.say(words.voiceOn);
    else if (this.#said) speechSynthesis.cancel();
  }

  say(text) {
    // Not by surprise: a page that nobody has touched yet is silent, whatever was chosen once.
    if (!this.on || !text || navigator.userActivation?.hasBeenActive === false) return;
    this.#next = text;
    if (!this.#said) this.#speak();
  }

  #speak() {
    this.#said = null;
    if (this.#next === null || !this.on) return;
    const said = new SpeechSynthesisUtterance(this.#next);
    this.#next = null;
    Object.assign(said, { voice: this.#voice, lang: this.#voice.lang, volume: kept("volume", 0.6) });
    said.onend = said.onerror = () => said === this.#said && this.#speak();
    this.#said = said; // and kept: an utterance that nobody holds may end without a word
    speechSynthesis.speak(said);
  }
}

/** Tells of scores and turns: in the live region always, aloud if the voice is on. */
export function announcer(voice) {
  let before = null;
  let timer = 0;
  const tell = (text) => {
    clearTimeout(timer);
    // A burst of changes (a demo at speed) is told once, as it stands at the end.
    timer = setTimeout(() => setText(byId("live"), text), REST_MS);
  };
  let offer = null;
  return {
    show(state) {
      // A counted hand is told where it is offered; what became of it is told when it is gone.
      if (state.offer && before?.game === state.game) {
        ({ offer } = state);
        return;
      }
      const scores = state.seats.map((seat, n) => `${seat.name} ${state.scores[n]}`).join(", ");
      const now = { last: state.last?.text ?? "", scores, next: state.next, game: state.game, lay: state.lay ?? null };
      const fresh = before !== null && before.game === now.game;
      const scored = fresh && now.scores !== before.scores;
      const onward = fresh && now.lay !== before.lay;
      if (scored || (fresh && now.last !== before.last)) tell([now.last, scores, now.next].filter(Boolean).join(". "));
      else if (fresh && now.next !== before.next) tell(now.next);
      const heard = offer && (scored || onward) ? words.pegged(offer.points, state.seats[offer.seat].name)
        : scored ? state.last?.spoken || state.last?.text : "";
      if (scored || onward) voice.say([heard, onward && now.lay].filter(Boolean).join(". "));
      [before, offer] = [now, null];
    },
  };
}
