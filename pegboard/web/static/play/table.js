// The table between the players: the count and the pile, the starter, the crib; and the log.

import { h, byId, onChange, setText, toggle } from "../core/dom.js";
import { cardRow, cardView } from "../core/cards.js";
import { badge } from "../core/shapes.js";
import { words } from "../core/words.js";

const CRIB = 4;

/** The pile, each card marked with the shape of the seat that laid it; the latest one on top. */
function pileView(pile, by, seats) {
  return h("div", { class: "pile", role: "group", "aria-label": words.pile },
    h("div", { class: "cards" }, ...pile.map((card, n) => {
      const seat = by[n];
      return h("span", { class: "laid", "data-by": seat ?? "" }, cardView(card),
        seat === undefined ? null : badge(seat, seats[seat].color));
    })));
}

function drawPlay({ stage, count, pile, by, starter, crib, cribOf, seats }) {
  const parts = [];
  const playing = stage === "play";
  if (playing || pile.length) {
    parts.push(h("div", { class: "count" }, h("span", { class: "number", text: String(count) }), h("small", { text: words.count })));
    parts.push(pileView(pile, by, seats));
  }
  if (starter) {
    parts.push(h("figure", { class: "starter" }, cardView(starter), h("figcaption", { text: words.starter })));
  }
  const cards = crib?.length ? crib : Array(playing || stage === "cut" ? CRIB : 0).fill(null);
  if (cards.length) {
    const name = seats[cribOf];
    parts.push(h("figure", { class: crib?.length ? "crib" : "crib closed" }, cardRow(cards),
      h("figcaption", {}, badge(cribOf, name.color), h("span", { text: words.theCrib(name.name) }))));
  }
  byId("play").replaceChildren(...parts);
  toggle(byId("table"), "data-bare", parts.length === 0);
}

const drawLog = (lines) => {
  const log = byId("log");
  log.replaceChildren(...lines.slice(-8).map((text) => h("li", { text })));
  // With the next picture: asked for now, the whole page would be laid out once more.
  requestAnimationFrame(() => { log.scrollTop = log.scrollHeight; });
};

/**
 * The middle of the page: what lies on the table, what happened, what to do next.
 *
 * `passDeal()` lets the next seat deal, at a table where the board does not see the cards.
 */
export function tableView(passDeal) {
  const play = onChange(drawPlay);
  const pass = h("button", { type: "button", id: "pass-deal", hidden: true, onclick: passDeal });
  byId("next-line").after(pass);
  const log = onChange(drawLog);
  return {
    show(state) {
      const { stage, count, pile, starter, crib, log: lines, mode } = state;
      const seats = state.seats.map(({ name, color }) => ({ name, color }));
      // Real cards lie on a real table: of its crib the board knows nothing until it is counted.
      const seen = mode === "score" && !crib?.length && !pile.length ? "deal" : stage;
      play({ stage: seen, count, pile, by: state.pile_by ?? [], starter, crib, cribOf: state.crib_of ?? state.dealer, seats });
      log(lines);
      setText(byId("next-line"), state.notice || state.next);
      toggle(byId("demo"), "hidden", mode !== "demo");
      toggle(pass, "hidden", mode !== "score" || state.winner !== null);
      setText(pass, words.scoring.pass(seats[(state.dealer + 1) % seats.length].name));
    },
  };
}
