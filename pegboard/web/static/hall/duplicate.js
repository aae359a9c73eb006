// A duplicate night: all games side by side, each compared with the mean of the field.

import { h } from "../core/dom.js";
import { signed, words } from "./words.js";

/** @import { ClubEvent } from "./messages.d.ts" */

const { duplicate: say } = words;
export const EXPERT = "*expert";

/**
 * Adds the computer's name for lookups; it is not among the players.
 *
 * @param {ClubEvent | null} event
 */
export function nameExpert(event) {
  if (event?.duplicate) Object.defineProperty(event.names, EXPERT, { value: say.expert, enumerable: false });
}

/** Formats with one decimal and a sign. @param {number} n */
const score = (n) => signed(Math.round(10 * n) / 10);

/**
 * The table of a night: places and scores, then each game with its mean below.
 *
 * @param {ClubEvent} event
 * @param {string} called
 */
export function duplicateTable({ standings, names, duplicate }, called) {
  if (!duplicate) return h("p");
  const { games, scores, commitment, secret } = duplicate;
  const heads = [words.columns.place, words.columns.player, say.score, ...games.map(([game]) => say.game(game))];
  return h("div", {},
    h("p", { class: "hint", text: say.hint }),
    h("div", { class: "wide", role: "region", tabindex: "0", "aria-label": called }, h("table", { class: "standings compared" },
      h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col", text })))),
      h("tbody", {}, ...standings.map(({ place, tied, player }) => h("tr", {},
        h("td", { text: `${tied ? "=" : ""}${place}` }),
        h("th", { scope: "row", text: names[player] ?? player }),
        h("td", {}, h("b", { text: score(scores[player] ?? 0) })),
        ...games.map(([, datum, margins]) => h("td", {}, ...(player in margins ? [`${signed(margins[player])} `, h("small", { text: score(margins[player] - datum) })] : ["–"])))))),
      h("tfoot", {}, h("tr", {}, h("td"), h("th", { scope: "row", text: say.mean }), h("td"), ...games.map(([, datum]) => h("td", { text: score(datum) })))))),
    h("p", { class: "hint sealed", text: secret ? say.revealed(secret) : say.sealed(commitment) }));
}
