// What is heard: the polite region for screen readers, and the browser's voice (off at first).

import { byId, setText } from "./dom.js";

const REST_MS = 500;

/** Speaks the latest thing when the one before is finished; never two at once. */
export class Voice {
  #next = null;

  constructor() {
    this.on = false;
    this.possible = "speechSynthesis" in window;
  }

  /** Switches the voice; browsers want the first word to follow a touch. */
  async toggle() {
    this.on = this.possible && !this.on;
    if (!this.on && this.possible) speechSynthesis.cancel();
  }

  say(text) {
    if (!this.on || !text) return;
    this.#next = text;
    if (!speechSynthesis.speaking) this.#speak();
  }

  #speak() {
    if (this.#next === null || !this.on) return;
    const words = new SpeechSynthesisUtterance(this.#next);
    this.#next = null;
    words.lang = "en";
    words.onend = () => this.#speak();
    speechSynthesis.speak(words);
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
  return {
    show(state) {
      const scores = state.seats.map((seat, n) => `${seat.name} ${state.scores[n]}`).join(", ");
      const now = { last: state.last?.text ?? "", scores, next: state.next, game: state.game };
      const fresh = before !== null && before.game === now.game;
      if (fresh && (now.last !== before.last || now.scores !== before.scores)) {
        tell([now.last, scores, now.next].filter(Boolean).join(". "));
        if (now.scores !== before.scores) voice.say(state.last?.spoken || state.last?.text);
      } else if (fresh && now.next !== before.next) {
        tell(now.next);
      }
      before = now;
    },
  };
}
