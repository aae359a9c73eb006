// Files of an event, for its director: import of players and settings, export of everything.

import { h } from "../core/dom.js";
import { decoded, isPacked } from "../core/text.js";
import { words } from "./words.js";

/** @import { ClubEvent } from "./messages.d.ts" */
/** @import { Room } from "./director.js" */

const { files: say } = words;
const TABLES = ["standings", "cards", "rounds", "players"];

/**
 * A file field; passes the content to `read`. A workbook of a spreadsheet is no text: it is refused.
 *
 * @param {string} name
 * @param {string} text
 * @param {string} accept
 * @param {(text: string) => unknown} read
 * @param {() => unknown} [refuse]
 */
export const fileField = (name, text, accept, read, refuse) => h("label", {}, text, h("input", { type: "file", name, accept, "data-what": name, onchange: async (/** @type {Event} */ { target }) => {
  const input = /** @type {HTMLInputElement} */ (target);
  const file = input.files?.[0];
  const content = file && await file.arrayBuffer();
  if (content && refuse && isPacked(content)) refuse();
  else if (content) read(decoded(content));
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
