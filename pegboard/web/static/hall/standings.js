// The standings as a table.

import { h } from "../core/dom.js";
import { duplicateTable } from "./duplicate.js";
import { signed, words } from "./words.js";

/** @import { ClubEvent } from "./messages.d.ts" */

/**
 * The table of the standings; it scrolls sideways if it is wider than the page.
 *
 * @param {ClubEvent} event
 * @param {string} [called] caption, if there are several on the page
 */
export function standingsTable(event, called = words.standings) {
  if (event.duplicate) return duplicateTable(event, called);
  const { standings, names, kind } = event;
  const columns = words.columns;
  const club = kind === "club";
  const heads = [columns.place, columns.player, columns.points, columns.won, columns.net, columns.plus, columns.minus, columns.games, ...(club ? [columns.grassRoots] : [])];
  return h("div", { class: "wide", role: "region", tabindex: "0", "aria-label": called }, h("table", { class: "standings" },
    h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col", text })))),
    h("tbody", {}, ...standings.map((place) => h("tr", {},
      h("td", { text: `${place.tied ? "=" : ""}${place.place}` }),
      h("th", { scope: "row", text: names[place.player] ?? place.player }),
      ...[place.points, place.won].map((n) => h("td", { text: String(n) })),
      h("td", { text: signed(place.plus - place.minus) }),
      h("td", { text: signed(place.plus) }),
      h("td", { text: signed(-place.minus) }),
      h("td", { text: String(place.games) }),
      club ? h("td", { text: String(place.grass_roots ?? 0) }) : null)))));
}
