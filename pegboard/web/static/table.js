// The table between the players: the count and the pile, the starter, the crib; and the log.

import { h, byId, onChange, setText, toggle } from "./dom.js";
import { cardRow, cardView } from "./cards.js";
import { words } from "./words.js";

function drawPlay({ stage, count, pile, starter, crib, cribOf }) {
  const parts = [];
  if (stage === "play" || pile.length) {
    parts.push(h("div", { class: "count" }, h("span", { class: "number", text: String(count) }), h("small", { text: words.count })));
    parts.push(h("div", { class: "pile", role: "group", "aria-label": words.pile }, cardRow(pile)));
  }
  if (starter) {
    parts.push(h("figure", { class: "starter" }, cardView(starter), h("figcaption", { text: words.starter })));
  }
  if (crib?.length) {
    parts.push(h("figure", { class: "crib" }, cardRow(crib), h("figcaption", { text: words.theCrib(cribOf) })));
  }
  byId("play").replaceChildren(...parts);
  toggle(byId("table"), "data-bare", parts.length === 0);
}

const drawLog = (lines) => {
  const log = byId("log");
  log.replaceChildren(...lines.slice(-8).map((text) => h("li", { text })));
  log.scrollTop = log.scrollHeight;
};

/** The middle of the page: what lies on the table, what happened, what to do next. */
export function tableView() {
  const play = onChange(drawPlay);
  const log = onChange(drawLog);
  return {
    show(state) {
      const { stage, count, pile, starter, crib, log: lines } = state;
      play({ stage, count, pile, starter, crib, cribOf: state.seats[state.crib_of ?? state.dealer]?.name ?? "" });
      log(lines);
      setText(byId("next-line"), state.notice || state.next);
      toggle(byId("demo"), "hidden", state.mode !== "demo");
      const won = state.winner !== null;
      toggle(byId("result"), "hidden", !won);
      if (!won) return;
      const others = state.scores.filter((_, seat) => state.seats[seat].side !== state.seats[state.winner].side);
      const text = [`${state.scores[state.winner]} – ${others.join(" – ")}`, words.skunks[state.skunk]].filter(Boolean);
      setText(byId("result"), words.wins(state.seats[state.winner].name, text.join(", ")));
    },
  };
}
