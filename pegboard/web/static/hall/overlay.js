// A table for a video stream: names, scores, winning chances, the cards played and the count.
//
// `/overlay?table=3` is table 3 of the event, whichever board is there; `?table=` with a board's id
// shows that board, and without either it is the first one. `&event=` selects another running event
// by id. The background is transparent, and everything shown is also on the public page.

import { byId, h, setText } from "../core/dom.js";
import { follow } from "./live.js";
import { COLORS, chanceOf, face, sideName, tablesOf } from "./tables.js";
import { language, words } from "./words.js";

/** @import { Table } from "./messages.d.ts" */

const query = new URLSearchParams(location.search);
const [wanted, inEvent] = [query.get("table") ?? "", query.get("event") ?? ""];
document.documentElement.lang = language;

/** Both pegs of a side on a track from 0 to the last hole. @param {Table} table @param {number} side */
function pegs({ board }, side) {
  const { front, rear } = board?.game?.sides[side] ?? { front: 0, rear: 0 };
  const track = h("span", { class: "track", role: "img", "aria-label": words.pegs(front, rear) });
  for (const hole of [rear, front]) {
    const peg = h("i");
    peg.style.background = COLORS[side];
    peg.style.left = `${(100 * hole) / (board?.game?.target ?? 121)}%`;
    track.append(peg);
  }
  return track;
}

/** @param {Table} table @param {number} side */
function row(table, side) {
  const game = table.board?.game;
  const mark = h("i");
  mark.style.background = COLORS[side];
  return h("li", { "data-turn": game?.turn !== null && game?.turn !== undefined && game.turn % game.sides.length === side },
    mark,
    h("span", { text: sideName(table, side) }),
    h("b", { text: String(game?.sides[side]?.front ?? 0) }),
    h("small", { text: chanceOf(table, side) }),
    pegs(table, side));
}

/** @param {Table | undefined} table */
function draw(table) {
  byId("overlay").hidden = !table;
  if (!table) return;
  const game = table.board?.game ?? null;
  setText(byId("overlay").querySelector("h1") ?? byId("overlay"), table.title);
  byId("sides").replaceChildren(...Array.from({ length: game?.sides.length ?? 2 }, (_, side) => row(table, side)));
  const pile = game?.pile ?? [];
  byId("pile").replaceChildren(...pile.map(face), ...(pile.length ? [h("em", { text: words.count(game?.count ?? 0) })] : []));
}

/** @param {Table} table */
const isWanted = ({ key, number, event }) => event === inEvent && (!wanted || wanted === key || (number !== null && wanted === String(number)));

follow((hall) => draw(tablesOf(hall).find(isWanted)), (there) => setText(byId("says"), there ? "" : words.offline));
