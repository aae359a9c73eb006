// The table between the players: count and pile, starter, crib; the log; the prompt.

import { h, byId, find, onChange, setText, toggle } from "../core/dom.js";
import { cardRow, cardView, inOrder } from "../core/cards.js";
import { badge } from "../core/shapes.js";
import { words } from "../core/words.js";
import { promptLine } from "./prompt.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { LogLine, SeatInfo, State, WatchQuestion } from "../core/protocol.d.ts" */
/**
 * @typedef {Pick<State, "stage" | "count" | "pile" | "pile_by" | "starter" | "crib" | "crib_size" | "crib_of">
 *   & { seats: Pick<SeatInfo, "name" | "color">[] }} Played
 */

const LINES = 8;

/**
 * The pile, each card marked with the shape of its seat; the latest one on top.
 *
 * @param {Played} played
 */
function pileView({ pile, pile_by: by, seats }) {
  return h("div", { class: "pile", role: "group", "aria-label": words.pile },
    h("div", { class: "cards" }, ...pile.map((card, n) => {
      const seat = by[n];
      return h("span", { class: "laid", "data-by": seat ?? "" }, cardView(card),
        seat === undefined ? null : badge(seat, seats[seat].color));
    })));
}

/** @param {Played} played */
function drawPlay(played) {
  const { stage, count, pile, starter, crib, crib_size: hidden, crib_of: of, seats } = played;
  const parts = [];
  if (stage === "play" || pile.length) {
    parts.push(h("div", { class: "count" }, h("span", { class: "number", text: count }), h("small", { text: words.count })));
    parts.push(pileView(played));
  }
  if (starter) {
    parts.push(h("figure", { class: "starter" }, cardView(starter), h("figcaption", { text: words.starter })));
  }
  const open = Boolean(crib?.length);
  const cards = crib?.length ? inOrder(crib) : Array(hidden).fill(null);
  if (cards.length) {
    parts.push(h("figure", { class: open ? "crib" : "crib closed" }, cardRow(cards),
      h("figcaption", {}, badge(of, seats[of].color), h("span", { text: words.theCrib(seats[of].name) }))));
  }
  byId("play").replaceChildren(...parts);
  toggle(byId("table"), "data-bare", parts.length === 0);
}

/** @param {LogLine[]} lines */
const drawLog = (lines) => {
  const log = byId("log");
  log.replaceChildren(...lines.slice(-LINES).map(({ text }) => h("li", { text })));
  // In the next animation frame: now it would force another layout of the page.
  requestAnimationFrame(() => { log.scrollTop = log.scrollHeight; });
};

/**
 * The middle of the page: the table, the log, the prompt.
 *
 * @param {Page} page
 * @returns {View}
 */
export function view(page) {
  const play = onChange(drawPlay);
  const log = onChange(drawLog);
  /** Passes the deal: sends lines one by one until one is refused. */
  const passDeal = async () => {
    for (const action of page.state?.pass_deal?.actions ?? []) {
      if (!(await page.dispatch({ action })).ok) return;
    }
  };
  const pass = h("button", { type: "button", id: "pass-deal", hidden: true, onclick: passDeal });
  const watched = h("button", { type: "button", id: "open-watch", text: words.watchKey, hidden: true, onclick: () => page.open("watch") });
  const others = h("div", { id: "watch-answers", hidden: true });
  find(byId("next"), ".prompt").after(pass, watched, others);
  /** Answers other than yes, which OK gives. */
  const answers = onChange((/** @type {WatchQuestion | null} */ asked) => {
    others.replaceChildren(...(asked?.answers ?? []).slice(1).map(({ answer, text }) =>
      h("button", { type: "button", "data-answer": answer, text, onclick: () => asked && page.dispatch({ watch: asked.id, answer }) })));
  });
  // A wrong card is tapped in place; with the keyboard it is reached behind the button.
  byId("play").addEventListener("click", ({ target }) => {
    const card = /** @type {Element} */ (target).closest(".laid playing-card, .starter playing-card")?.getAttribute("card");
    if (card && page.state?.watch?.on) page.open("watch", card);
  });
  const prompt = promptLine(byId("next-line"));
  return {
    show(state) {
      const { stage, count, pile, pile_by, starter, crib, crib_size, crib_of, log: lines, kind, pass_deal: passes, watch } = state;
      const seats = state.seats.map(({ name, color }) => ({ name, color }));
      // Real cards are on a real table: without a recognised one there is no count to show.
      const seen = kind.has_real_cards && !crib?.length && !pile.length ? "deal" : stage;
      play({ stage: seen, count, pile, pile_by, starter, crib, crib_size, crib_of, seats });
      log(lines);
      prompt(state.notice || state.next);
      toggle(byId("demo"), "hidden", kind.has_people);
      toggle(document.body, "data-playing", kind.has_dealt_hands && state.winner === null);
      const asked = watch?.question ?? null, choice = (asked?.answers.length ?? 0) > 1;
      answers(asked);
      toggle(others, "hidden", !choice);
      toggle(pass, "hidden", passes === null || choice);
      toggle(watched, "hidden", !watch?.on || passes !== null || choice);
      toggle(byId("next"), "data-asks", watch?.question);
      if (passes) setText(pass, words.scoring.pass(seats[passes.to].name));
    },
  };
}
