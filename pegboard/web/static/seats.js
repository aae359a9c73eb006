// What stands beside the board for each seat: name, score, last score, what is on its way.

import { h, onChange, setText, stillness, toggle } from "./dom.js";
import { cardView } from "./cards.js";
import { badge } from "./shapes.js";
import { words } from "./words.js";

const COMMIT_S = 1.5;

class Seat {
  #hand = onChange((cards) => this.#drawHand(cards));
  #history = onChange((lines) => this.before.replaceChildren(...lines.map((text) => h("li", { text }))));
  #ahead = onChange((pending) => this.#drawPending(pending));

  constructor(number, seat) {
    this.name = h("span", { class: "name" });
    this.deals = h("span", { class: "chip", hidden: true }, words.deals);
    this.turn = h("span", { class: "chip turn", hidden: true });
    this.score = h("span", { class: "score", text: "0" });
    this.pending = h("div", { class: "pending" });
    this.last = h("p", { class: "last" });
    this.left = h("p", { class: "left" });
    this.before = h("ol", { class: "history" });
    this.hand = h("div", { class: "minis" });
    this.node = h("article", { class: "seat", "data-seat": number },
      h("h2", {}, badge(number, seat.color), this.name),
      h("div", { class: "chips" }, this.deals, this.turn),
      h("div", { class: "points" }, this.score, this.pending),
      this.left, this.last, this.before, this.hand);
    this.node.style.setProperty("--seat", seat.color);
    setText(this.name, seat.name);
  }

  show(state, number) {
    this.seconds = state.commit_s ?? COMMIT_S;
    setText(this.score, String(state.scores[number]));
    toggle(this.score, "data-long", state.scores[number] > 99);
    const left = state.target - state.scores[number];
    setText(this.left, left > 0 ? words.toGo(left) : words.out);
    toggle(this.deals, "hidden", state.dealer !== number);
    const turn = state.turn === number && state.winner === null ? words.turns[state.stage] : undefined;
    toggle(this.turn, "hidden", !turn);
    setText(this.turn, turn ?? "");
    toggle(this.node, "data-turn", turn);
    toggle(this.node, "data-won", state.winner === number);
    this.#ahead(state.pending[number]);
    const start = `${state.seats[number].name} `;
    const own = state.log.filter((text) => text.startsWith(start)).reverse();
    const score = state.last?.seat === number ? state.last.text : own.find((text) => /^\d/.test(text.slice(start.length)));
    setText(this.last, score ?? "");
    this.#history(own.filter((text) => text !== score).slice(0, 9));
    const mine = state.mode === "computer" && state.seats[number].player === "person";
    const cards = state.hands[number] ?? Array(state.hand_sizes?.[number] ?? 0).fill(null);
    this.#hand(mine || state.mode === "score" && state.hands[number] === null ? [] : cards);
  }

  #drawPending(points) {
    if (!points) {
      this.pending.replaceChildren();
      return;
    }
    const clock = h("span", { class: "clock", "aria-hidden": "true" });
    this.pending.replaceChildren(
      h("span", { class: "more", text: words.pending(points) }),
      h("span", { class: "hint", text: words.pendingHint(this.seconds) }), clock);
    if (!stillness()) {
      clock.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], { duration: 1000 * this.seconds, fill: "forwards" });
    }
  }

  #drawHand(cards) {
    this.hand.replaceChildren(...cards.map((card) => cardView(card)));
  }
}

/** The panels of all seats: even ones left of the board, odd ones right of it. */
export function seatPanels(left, right) {
  let seats = [];
  const rebuild = onChange((facts) => {
    seats = facts.map((seat, number) => new Seat(number, seat));
    left.replaceChildren(...seats.filter((_, n) => n % 2 === 0).map((seat) => seat.node));
    right.replaceChildren(...seats.filter((_, n) => n % 2 === 1).map((seat) => seat.node));
  });
  return {
    show(state) {
      rebuild(state.seats.map(({ name, color }) => ({ name, color })));
      seats.forEach((seat, number) => seat.show(state, number));
    },
  };
}
