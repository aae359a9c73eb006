// Events of a hall, for its director: the selected one, running ones, a new one.

import { h } from "../core/dom.js";
import { button, leaveForm, select } from "./buttons.js";
import { settingsField } from "./files.js";
import { words } from "./words.js";

/** @import { Room } from "./director.js" */

const { desk: say } = words;
const DEFAULT_GAMES = 9;

/**
 * Selects the running event to direct.
 *
 * @param {Room} room
 */
export function tabsPart({ desk: { event, events }, choose }) {
  const running = events.filter((each) => each.running);
  if (running.length < 2) return [];
  return [h("nav", { "aria-label": words.events.title }, h("p", { class: "doors" }, ...running.flatMap(({ id, name }) => [
    h("button", { type: "button", "data-what": `event ${id}`, "aria-pressed": String(id === event?.id), text: name, onclick: () => choose(id) }), " "])))];
}

/**
 * A new event, and archived ones.
 *
 * @param {Room} room
 */
export function eventsPart(room) {
  const { desk: { event, events }, act, choose } = room;
  const rows = events.map(({ id, name, kind, running, beside }) => h("li", {},
    h("span", { text: `${name} · ${say.kinds[kind]}` }),
    running ? null : button(`show ${id}`, words.events.look, () => choose(id)),
    beside ? null : button(`run ${id}`, running ? words.events.putAway : words.events.goOn, () => act("run", { event: id, on: !running }))));
  if (!event) return rows.length ? [h("details", {}, h("summary", {}, h("h2", { text: words.events.all })), h("ul", { class: "rows" }, ...rows))] : [];
  return [h("details", {}, h("summary", {}, h("h2", { text: words.events.title })), h("ul", { class: "rows" }, ...rows), 
    events.filter(({ kind }) => kind === "club").length > 1 ? h("p", {}, h("a", { class: "button", href: "/api/director/season.csv", download: true, text: words.events.season })) : null,
    h("h3", { text: say.another }), beginForm(room), h("div", { class: "form" }, settingsField(room)))];
}

/** The form for a new event. @param {Room} room */
export function beginForm({ desk: { event }, act, choose }) {
  return h("form", { class: "form", onsubmit: async (/** @type {Event} */ sent) => {
    sent.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (sent.target));
    leaveForm();
    const answer = await act("event", { name: form.get("name"), kind: form.get("kind"), games: Number(form.get("games")), best_of: Number(form.get("best_of")), beside: form.has("beside") });
    if (answer.ok) choose(form.has("beside") ? answer.event : "");
  } },
  h("label", {}, say.eventName, h("input", { name: "name", required: true, maxlength: 64, value: say.usualName })),
  h("label", {}, say.kind, select("kind", say.kinds, "club")),
  h("label", { class: "small" }, say.rounds, h("input", { name: "games", type: "number", min: 1, max: 200, value: DEFAULT_GAMES })),
  h("label", { class: "small" }, say.bestOf, select("best_of", { 3: "3", 5: "5", 7: "7" }, "3")),
  event ? h("label", { class: "check" }, h("input", { type: "checkbox", name: "beside" }), words.events.beside) : null,
  h("button", { class: "strong", text: say.open }));
}
