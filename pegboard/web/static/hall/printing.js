// Links to the printed pages of an event.

import { h } from "../core/dom.js";
import { words } from "./words.js";

/** @import { ClubEvent } from "./messages.d.ts" */

const { print: say } = words;

/** @param {string} sheet @param {string} event @param {string} text @param {string} [look] */
export const printLink = (sheet, event, text, look = "button") => h("a", { class: look, target: "_blank", "data-what": `print ${sheet}`, href: `/print/${sheet}${event ? `?event=${encodeURIComponent(event)}` : ""}`, text });

/**
 * Everything that a director prints, and the screen for the room.
 *
 * @param {ClubEvent} event
 */
export function printPart({ id, round }) {
  const sheets = [
    ...(round ? [printLink("pairings", id, say.pairings)] : []), printLink("cards", id, say.cards),
    printLink("standings", id, words.standings), printLink("report", id, say.report),
    h("a", { class: "button", target: "_blank", href: "/tv", text: words.room.show }),
  ];
  return [h("h3", { text: say.title }), h("p", { class: "doors" }, ...sheets.flatMap((link) => [link, " "]))];
}

/**
 * What everybody may print.
 *
 * @param {Pick<ClubEvent, "id" | "round" | "hidden">} event
 */
export function publicLinks({ id, round, hidden }) {
  if (!round) return [];
  return [printLink("pairings", id, say.printPairings, ""), ...(hidden ? [] : [printLink("standings", id, say.printStandings, "")])];
}
