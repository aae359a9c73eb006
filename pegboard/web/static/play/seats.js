// What stands beside the board for each seat: name, score, last score, what is on its way.

import { h, onChange, setText, stillness, toggle } from "../core/dom.js";
import { cardView } from "../core/cards.js";
import { badge, dealerMark } from "../core/shapes.js";
import { words } from "../core/words.js";

const COMMIT_S = 1.5;
const DANGER = 0.75; // of the way to the target: from here on a skunk is near
const FEW = 3; // as many pips have room beside any name
const PIPS = 7; // more games than these are told as a number

/** How many points a seat is short of the next skunk line while somebody else is nearly out; else 0. */
export function shortOfSkunk({ scores, seats, skunks, target, winner }, number) {
  if (winner !== null) return 0;
  const others = scores.filter((_, seat) => seats[seat].side !== seats[number].side);
  if (Math.max(0, ...others) < DANGER * target) return 0;
  const ahead = (skunks ?? []).filter((line) => scores[number] < line);
  return ahead.length ? Math.min(...ahead) - scores[number] : 0;
}

class Seat {
  #hand = onChange((cards) => this.#drawHand(cards));
  #history = onChange((lines) => this.before.replaceChildren(...lines.map((text) => h("li", { text }))));
  #ahead = onChange((facts) => this.#drawPending(facts));
  #games = onChange((facts) => this.#drawGames(facts));

  constructor(number, seat, correct) {
    this.name = h("span", { class: "name" });
    this.deals = h("span", { class: "chip deals", hidden: true }, dealerMark(), h("span", { text: words.deals }));
    this.turn = h("span", { class: "chip turn", hidden: true });
    this.games = h("span", { class: "games", hidden: true });
    this.score = h("button", { type: "button", class: "score", text: "0", onclick: () => correct(number) });
    this.pending = h("div", { class: "pending" });
    this.last = h("p", { class: "last" });
    this.left = h("p", { class: "left" });
    this.before = h("ol", { class: "history" });
    this.hand = h("div", { class: "minis" });
    this.node = h("article", { class: "seat", "data-seat": number },
      h("h2", {}, badge(number, seat.color), this.name, this.games),
      h("div", { class: "chips" }, this.deals, this.turn),
      h("div", { class: "points" }, this.score, this.pending),
      this.left, this.last, this.before, this.hand);
    this.node.style.setProperty("--seat", seat.color);
    setText(this.name, seat.name);
  }

  show(state, number) {
    const seat = state.seats[number];
    const own = state.mode === "score" && state.winner === null;
    const score = state.scores[number];
    setText(this.score, String(score));
    toggle(this.score, "data-long", score > 99);
    this.score.disabled = !own;
    const label = own ? words.scoring.correctThis(seat.name, score) : `${seat.name} ${score}`;
    if (this.score.getAttribute("aria-label") !== label) this.score.setAttribute("aria-label", label);
    const left = state.target - score;
    const short = shortOfSkunk(state, number);
    setText(this.left, left <= 0 ? words.out : short ? words.scoring.short(left, short) : words.toGo(left));
    toggle(this.left, "data-danger", short > 0);
    toggle(this.deals, "hidden", state.dealer !== number || state.winner !== null);
    const turn = state.turn === number && state.winner === null ? words.turns[state.stage] : undefined;
    toggle(this.turn, "hidden", !turn);
    setText(this.turn, turn ?? "");
    toggle(this.node, "data-turn", turn && state.mode !== "score");
    toggle(this.node, "data-won", state.winner !== null && state.seats[state.winner].side === seat.side);
    this.#games(state.match ? { ...state.match, won: state.match.wins[seat.side] ?? 0 } : null);
    this.#ahead({ points: state.pending[number], to: score + state.pending[number], seconds: state.commit_s ?? COMMIT_S });
    const start = `${seat.name} `;
    const lines = state.log.filter((text) => text.startsWith(start)).reverse();
    const told = state.last?.seat === number ? state.last.text : lines.find((text) => /^\d/.test(text.slice(start.length)));
    setText(this.last, told ? told.slice(told.startsWith(start) ? start.length : 0) : "");
    this.#history(lines.filter((text) => text !== told).slice(0, 9).map((text) => text.slice(start.length)));
    // A hand that is played from this page lies at the bottom of it.
    const mine = state.mode === "computer" && (state.you ? state.you.seat === number : seat.player === "person");
    const cards = state.hands[number] ?? Array(state.hand_sizes?.[number] ?? 0).fill(null);
    this.#hand(mine || state.mode === "score" && state.hands[number] === null ? [] : cards);
  }

  #drawPending({ points, to, seconds }) {
    if (!points) {
      this.pending.replaceChildren();
      return;
    }
    const clock = h("span", { class: "clock", "aria-hidden": "true" });
    this.pending.replaceChildren(
      h("span", { class: "more", text: words.pending(points) }), h("span", { class: "becomes", text: `→ ${to}` }),
      h("span", { class: "hint", text: words.pendingHint(seconds) }), clock);
    if (!stillness()) {
      clock.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], { duration: 1000 * seconds, fill: "forwards" });
    }
  }

  /** Games won in the match: a pip each, filled for those won; or a number where they are many. */
  #drawGames(match) {
    toggle(this.games, "hidden", match === null);
    if (match === null) return;
    const pips = match.first_to && match.first_to <= PIPS ? Math.max(match.first_to, match.won) : 0;
    // Where a panel is narrow the pips give way to the number.
    this.games.replaceChildren(h("span", { class: "unseen", text: words.scoring.games(match.won) }),
      h("span", { class: pips > FEW ? "pips many" : "pips", "aria-hidden": "true", text: "●".repeat(pips && match.won) + "○".repeat(pips && pips - match.won) }),
      h("span", { class: pips > FEW ? "tally spare many" : pips ? "tally spare" : "tally", "aria-hidden": "true", text: `● ${match.won}` }));
  }

  #drawHand(cards) {
    this.hand.replaceChildren(...cards.map((card) => cardView(card)));
  }
}

/**
 * The panels of all seats: even ones left of the board, odd ones right of it.
 *
 * `correct(seat)` opens what puts a score right.
 */
export function seatPanels(left, right, correct) {
  let seats = [];
  const rebuild = onChange((facts) => {
    seats = facts.map((seat, number) => new Seat(number, seat, correct));
    document.body.dataset.seats = facts.length;
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

/** The lines of a record by which the deal passes to the next seat. */
export function dealPasses({ dealer, stage, seats }) {
  const next = (dealer + 1) % seats.length;
  // Between two deals the one that is to pass was never dealt, as far as the board knows.
  return stage === "deal" ? [`deal ${dealer}`, `deal ${next}`] : [`deal ${next}`];
}
