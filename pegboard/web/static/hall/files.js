// Files of an event, for its director: import of players and settings, export of everything.

import { h } from "../core/dom.js";
import { decoded } from "../core/text.js";
import { words } from "./words.js";

/** @import { ClubEvent } from "./messages.d.ts" */
/** @import { Room } from "./director.js" */

const { files: say } = words;
const TABLES = ["standings", "cards", "rounds", "players"];

/**
 * A file field; passes the content to `read`.
 *
 * @param {string} name
 * @param {string} text
 * @param {string} accept
 * @param {(text: string) => unknown} read
 */
const fileField = (name, text, accept, read) => h("label", {}, text, h("input", { type: "file", name, accept, "data-what": name, onchange: async (/** @type {Event} */ { target }) => {
  const input = /** @type {HTMLInputElement} */ (target);
  const file = input.files?.[0];
  if (file) read(decoded(await file.arrayBuffer()));
  input.value = "";
} }));

/**
 * The errors in the rows of a list, one per line; empty for another kind of error.
 *
 * @param {{ code?: string, facts?: { n?: number, rows?: [number, string, string][] } }} answer
 */
export function badRows({ code, facts }) {
  if (code !== "hall-bad-rows") return "";
  const rows = (facts?.rows ?? []).map(([line, why, text]) => say.row(line, say.faults[/** @type {keyof typeof say.faults} */ (why)] ?? why, text));
  return [say.bad(facts?.n ?? rows.length), ...rows].join("\n");
}

/**
 * Imports players from a list written by another program.
 *
 * @param {Room} room
 */
export function listForm({ send, tell }) {
  const list = h("textarea", { name: "list", "aria-describedby": "list-hint", "data-what": "list", spellcheck: "false" });
  const wrong = h("p", { class: "fault long", role: "alert" });
  const enter = async () => {
    list.blur();
    const answer = await send("players.csv", { text: list.value });
    if (answer.ok) {
      list.value = "";
      tell(say.entered(answer.entered, answer.rows));
    } else {
      wrong.textContent = badRows(answer);
      list.focus();
    }
  };
  return h("details", {}, h("summary", { text: say.list }), h("form", { class: "form", onsubmit: (/** @type {Event} */ sent) => {
    sent.preventDefault();
    enter();
  } },
  h("label", { class: "long" }, say.paste, list), wrong, h("p", { class: "hint", id: "list-hint", text: say.listHint }),
  fileField("players-file", say.open, ".csv,.txt,.tsv,text/csv,text/plain", (text) => { list.value = text; list.focus(); }),
  h("button", { text: say.enter })));
}

/**
 * Exports of the event.
 *
 * @param {ClubEvent} event
 */
export function filesPart({ id }) {
  /** @param {string} path @param {string} text */
  const file = (path, text) => h("a", { class: "button", href: `/api/director/${path}?event=${encodeURIComponent(id)}`, download: true, text });
  return [h("h3", { text: say.title }), h("p", { class: "doors" }, file("export", say.proof), ...TABLES.flatMap((name) => [" ", file(`${name}.csv`, `${say.tables[/** @type {keyof typeof say.tables} */ (name)]} (CSV)`)]),
    " ", file("results.json", `${say.results} (JSON)`), " ", file("event.json", `${say.settings} (JSON)`)), h("p", { class: "hint", text: say.proofHint })];
}

/**
 * Creates an event from a file of settings.
 *
 * @param {Room} room
 */
export const settingsField = ({ send, tell }) => fileField("event-file", say.beginFrom, ".json,application/json", async (text) => {
  /** @type {object} */
  let settings;
  try {
    settings = JSON.parse(text);
  } catch {
    tell(say.noJson);
    return;
  }
  await send("event.json", settings);
});
