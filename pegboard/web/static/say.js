// What is heard: the polite region for screen readers, and the browser's voice (off at first).

import { byId, setText } from "./dom.js";
import { words } from "./words.js";

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
    const said = new SpeechSynthesisUtterance(this.#next);
    this.#next = null;
    said.lang = "en";
    said.onend = () => this.#speak();
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
