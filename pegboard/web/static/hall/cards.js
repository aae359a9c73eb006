// Director's corrections: replaces a line of a score card; every decision can be undone.

import { h } from "../core/dom.js";
import { button, select } from "./buttons.js";
import { askResult } from "./results.js";
import { language, words } from "./words.js";

/** @import { ClubEvent, Line } from "./messages.d.ts" */
/** @import { Room } from "./director.js" */

const { desk: say } = words;
const clock = new Intl.DateTimeFormat(language, { timeStyle: "short" });

/** @param {Room} room */
export function cardsPart(room) {
  const { desk: { cards, event }, act } = room;
  const lines = Object.entries(cards).flatMap(([player, card]) => card.map((line) => ({ player, line })));
  if (!event || !lines.length) return [];
  /** @param {number} n */
  const optional = (n) => (n ? n : null);
  const chosen = Object.fromEntries(lines.map(({ player, line: [game] }, at) => [at, `${event.names[player]}, ${say.round} ${game}`]));
  const number = (/** @type {string} */ name, /** @type {string} */ text, /** @type {number} */ max) => h("label", { class: "small" }, text, h("input", { name, type: "number", min: 0, max }));
  const form = h("form", { class: "form", onsubmit: async (/** @type {Event} */ sent) => {
    sent.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (sent.target));
    const { player, line } = lines[Number(form.get("line"))];
    /** @type {Line} */
    const now = [line[0], line[1], Number(form.get("points")), optional(Number(form.get("plus"))), optional(Number(form.get("minus")))];
    /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
    await act("decide", { decision: { do: "amend", player, old: line, new: now, rule: form.get("rule"), reason: form.get("reason") } });
  } },
  h("label", { class: "long" }, say.player, select("line", chosen, "")),
  number("points", say.points, 3), number("plus", say.plus, 121), number("minus", say.minus, 121),
  h("label", {}, say.rule, h("input", { name: "rule", required: true, maxlength: 64 })),
  h("label", {}, say.reason, h("input", { name: "reason", required: true, maxlength: 500 })),
  h("button", { text: say.save }));
  const both = event.duplicate ? [] : [gamePart(room, event), h("h3", { text: words.typed.oneCard })];
  return [h("details", {}, h("summary", {}, h("h2", { text: say.correct })), h("p", { class: "hint", text: say.correctHint }), ...both, form)];
}

/** Corrects a game on both cards. @param {Room} room @param {ClubEvent} event */
function gamePart(room, event) {
  const { cards } = room.desk;
  const games = Object.entries(cards).flatMap(([player, card]) => card.filter(([, opponent]) => player < opponent || !cards[opponent]?.length).map((line) => ({ player, line })))
    .sort((one, other) => one.line[0] - other.line[0]);
  const choices = Object.fromEntries(games.map(({ player, line: [game, opponent] }, at) => [at, `${say.round} ${game}: ${event.names[player]} – ${event.names[opponent]}`]));
  const chosen = select("game", choices, "");
  return h("div", { class: "form" }, h("label", { class: "long" }, say.round, chosen), button("change", words.typed.change, () => {
    const { player, line } = games[Number(chosen.value)];
    const [round, opponent] = line;
    askResult(room, event, { title: choices[chosen.value], round, table: null, players: [player, opponent], lines: [line, cards[opponent]?.find(([game]) => game === round) ?? null] });
  }));
}

/**
 * The facts for the sentence about a decision.
 *
 * @param {Record<string, any>} decision
 * @param {(id: string) => string} name
 */
export function factsOf({ players = [], new: line = [], by, rule, ...facts }, name) {
  const people = ["player", "winner", "loser", "late"].map((key) => [key, name(facts[key])]);
  return {
    ...facts, ...Object.fromEntries(people), one: name(players[0]), other: name(players[1]),
    director: by === "director", rule: rule === "board" ? "" : rule, game: line[0], points: line[2],
  };
}

/** @param {Room} room */
export function logPart({ desk: { log, event, timings }, act }) {
  if (!log.length) return [];
  /** @param {string} id */
  const name = (id) => event?.names[id] ?? id;
  /** When a signed game was played. @param {Record<string, any>} decision */
  const timing = ({ do: kind, game }) => {
    const times = kind === "sign" && timings.find((each) => each.game === game);
    return times ? ` · ${say.timing(Math.round(times.after_s / 60), Math.round(times.took_s / 60))}` : "";
  };
  const rows = [...log].reverse().map(({ seq, undone, decision }) => h("li", {},
    h("span", { class: undone ? "undone" : "" }, `${seq}. ${clock.format(new Date(decision.at * 1000))} ${say.did[decision.do]?.(factsOf(decision, name)) ?? decision.do}${timing(decision)}`),
    undone ? h("span", { text: say.undone }) : decision.do === "open" ? null : button(`undo ${seq}`, say.undo, () => act("undo", { seq }))));
  return [h("details", {}, h("summary", {}, h("h2", { text: say.log })), h("ol", { class: "rows" }, ...rows))];
}
