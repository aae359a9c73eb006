// The panel of each seat beside the board: name, score, last and pending score.

import { byId, h, onChange, s, setText, stillness, toggle } from "../core/dom.js";
import { cardView, inOrder } from "../core/cards.js";
import { badge, dealerMark } from "../core/shapes.js";
import { signed, words } from "../core/words.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { Card, DealPoints, Match, Seat, SeatInfo, State } from "../core/protocol.d.ts" */
/** @typedef {Pick<SeatInfo, "name" | "color">} Plate */

const DANGER = 0.75; // fraction of the target from which a skunk is near
const FEW = 3; // number of pips that fit beside any name
const PIPS = 7; // above this number of games, a number replaces the pips
const LINES = 9;

/**
 * Points a seat lacks to the next skunk line while another seat is nearly out; else 0.
 *
 * @param {Pick<State, "scores" | "seats" | "skunks" | "target" | "winner">} state
 * @param {Seat} number
 */
export function shortOfSkunk({ scores, seats, skunks, target, winner }, number) {
  if (winner !== null) return 0;
  const others = scores.filter((_, seat) => seats[seat].side !== seats[number].side);
  if (Math.max(0, ...others) < DANGER * target) return 0;
  const ahead = skunks.filter(({ below }) => scores[number] < below);
  return ahead.length ? Math.min(...ahead.map(({ below }) => below)) - scores[number] : 0;
}

/**
 * Whether a seat is left of the board: seats go clockwise, the first at the top left.
 *
 * @param {Seat} number
 * @param {number} seats
 */
export const onLeft = (number, seats) => number === 0 || (seats > 2 && number === seats - 1);

class SeatPanel {
  #mark = h("span");
  #name = h("span", { class: "name" });
  #deals = h("span", { class: "chip deals", hidden: true }, dealerMark());
  #turn = h("span", { class: "chip turn", hidden: true });
  #away = h("span", { class: "chip away", hidden: true },
    h("span", { class: "long", text: words.company.phoneAway }), h("span", { class: "short", text: words.company.away }));
  #games = h("span", { class: "games", hidden: true });
  #pending = h("div", { class: "pending" });
  #last = h("p", { class: "last" });
  #left = h("p", { class: "left" });
  #deal = h("dl", { class: "deal", "aria-label": words.lastDeal.label });
  #before = h("ol", { class: "history" });
  #hand = h("div", { class: "minis" });
  #score;
  #drawHand = onChange((/** @type {(Card | null)[]} */ cards) => this.#hand.replaceChildren(...inOrder(cards).map((card) => cardView(card))));
  #drawHistory = onChange((/** @type {string[]} */ lines) => this.#before.replaceChildren(...lines.map((text) => h("li", { text }))));
  #drawDeal = onChange((/** @type {DealPoints | null} */ points) => this.#dealt(points));
  #drawPending = onChange((/** @type {{ points: number, to: number, seconds: number }} */ facts) => this.#pend(facts));
  #drawGames = onChange((/** @type {(Match & { won: number }) | null} */ match) => this.#tally(match));

  /** @param {Seat} number @param {Plate} seat @param {() => unknown} correct opens what puts the score right */
  constructor(number, seat, correct) {
    this.#score = h("button", { type: "button", class: "score", text: "0", onclick: correct });
    this.node = h("article", { class: "seat", "data-seat": number },
      h("h2", {}, badge(number, seat.color), this.#name, this.#games),
      h("div", { class: "chips" }, this.#deals, this.#turn, this.#away),
      h("div", { class: "points" }, this.#score, this.#pending),
      this.#left, this.#last, this.#deal, this.#before, this.#hand);
    this.#deals.append(this.#mark);
    this.node.style.setProperty("--seat", seat.color);
    setText(this.#name, seat.name);
  }

  /** @param {State} state @param {Seat} number */
  show(state, number) {
    const seat = state.seats[number];
    const own = state.kind.has_real_cards && state.winner === null;
    const score = state.scores[number];
    setText(this.#score, String(score));
    toggle(this.#score, "data-long", score > 99);
    this.#score.disabled = !own;
    const label = own ? words.scoring.correctThis(seat.name, score) : `${seat.name} ${score}`;
    if (this.#score.getAttribute("aria-label") !== label) this.#score.setAttribute("aria-label", label);
    const left = state.target - score;
    const short = shortOfSkunk(state, number);
    setText(this.#left, left <= 0 ? words.out : short ? words.scoring.short(left, short, state.skunks.filter(({ below }) => score < below).length) : words.toGo(left));
    toggle(this.#left, "data-danger", short > 0);
    toggle(this.#deals, "hidden", state.dealer !== number || state.winner !== null);
    // The dealer has the crib.
    setText(this.#mark, state.stage === "deal" ? words.deals : words.crib);
    const turn = state.turn === number && state.winner === null ? words.turns[state.stage] : undefined;
    toggle(this.#turn, "hidden", !turn);
    setText(this.#turn, turn ?? "");
    toggle(this.#away, "hidden", !seat.away);
    toggle(this.node, "data-turn", turn && !state.kind.has_real_cards);
    toggle(this.node, "data-won", state.winner !== null && state.seats[state.winner].side === seat.side);
    this.#drawGames(state.match ? { ...state.match, won: state.match.wins[seat.side] ?? 0 } : null);
    this.#drawPending({ points: state.pending[number], to: score + state.pending[number], seconds: state.commit_s });
    const lines = state.log.filter((line) => line.seat === number).toReversed();
    const told = state.last?.seat === number ? state.last : lines.find(({ scored }) => scored);
    const at = lines.findIndex(({ text }) => text === told?.text);
    setText(this.#last, told?.short ?? "");
    this.#drawDeal(state.last_deal[number] ?? null);
    this.#drawHistory(lines.filter((_, n) => n !== at).slice(0, LINES).map(({ short }) => short));
    // A hand played from this page is at the bottom of it.
    const mine = state.kind.has_dealt_hands && state.you.seat === number;
    const hand = state.hands[number];
    const cards = hand ?? Array(state.hand_sizes[number]).fill(null);
    this.#drawHand(mine || (state.kind.has_real_cards && hand === null) ? [] : cards);
  }

  /** @param {{ points: number, to: number, seconds: number }} facts */
  #pend({ points, to, seconds }) {
    if (!points) {
      this.#pending.replaceChildren();
      return;
    }
    // A countdown ring until the score is pegged; static with reduced motion.
    const round = { cx: 0, cy: 0, r: 8, pathLength: 1 };
    const left = s("circle", { ...round, class: "left-of" });
    const clock = s("svg", { class: "clock", viewBox: "-10 -10 20 20", "aria-hidden": "true" }, s("circle", { ...round, class: "rail" }), left);
    const becomes = h("span", { class: "becomes" }, h("i", { text: "→ " }), String(to));
    const more = h("span", { class: "more", text: signed(points) });
    toggle(becomes, "data-long", to > 99);
    toggle(more, "data-long", Math.abs(points) > 9);
    this.#pending.replaceChildren(
      more, clock, becomes, h("span", { class: "hint", text: seconds ? words.pendingHint(seconds) : words.pendingCalm }));
    if (seconds && !stillness()) {
      left.animate([{ strokeDashoffset: 0 }, { strokeDashoffset: 1 }], { duration: 1000 * seconds, fill: "forwards" });
    }
  }

  /**
   * Points of the last deal: hand, crib and pegging, each with its name.
   *
   * @param {DealPoints | null} points
   */
  #dealt(points) {
    const say = words.lastDeal;
    const parts = points === null ? [] : [[say.hand, points.hand], [say.crib, points.crib], [say.pegging, points.pegging]];
    this.#deal.replaceChildren(...parts.filter(([, n]) => n !== null).map(([name, n]) => h("div", {}, h("dt", { text: name }), h("dd", { text: n }))));
    toggle(this.#deal, "hidden", points === null);
  }

  /**
   * Games won in the match: a pip each, filled if won; or a number if there are many.
   *
   * @param {(Match & { won: number }) | null} match
   */
  #tally(match) {
    toggle(this.#games, "hidden", match === null);
    if (match === null) return;
    const pips = match.first_to && match.first_to <= PIPS ? Math.max(match.first_to, match.won) : 0;
    const filled = pips ? "●".repeat(match.won) + "○".repeat(pips - match.won) : "";
    // In narrow panels the number replaces the pips.
    this.#games.replaceChildren(h("span", { class: "unseen", text: words.scoring.games(match.won) }),
      h("span", { class: pips > FEW ? "pips many" : "pips", "aria-hidden": "true", text: filled }),
      h("span", { class: pips > FEW ? "tally spare many" : pips ? "tally spare" : "tally", "aria-hidden": "true", text: `● ${match.won}` }));
  }
}

/**
 * The panels of all seats, clockwise around the board.
 *
 * @param {Page} page
 * @returns {View}
 */
export function view({ open }) {
  /** @type {SeatPanel[]} */
  let panels = [];
  const rebuild = onChange((/** @type {Plate[]} */ seats) => {
    panels = seats.map((seat, number) => new SeatPanel(number, seat, () => open("seatcard", number)));
    document.body.dataset.seats = String(seats.length);
    byId("scores-left").replaceChildren(...panels.filter((_, n) => onLeft(n, seats.length)).map(({ node }) => node));
    byId("scores-right").replaceChildren(...panels.filter((_, n) => !onLeft(n, seats.length)).map(({ node }) => node));
  });
  return {
    show(state) {
      rebuild(state.seats.map(({ name, color }) => ({ name, color })));
      panels.forEach((panel, number) => panel.show(state, number));
    },
  };
}
