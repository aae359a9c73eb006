// Shape of the drawn board: as it is, or, if its tracks run across, with rows moved closer together so
// that a board of three or four tracks fills a wide space; or only some of its tracks.

import { laneWidth, usualPitch } from "./geometry.js";

/** @import { State } from "../core/protocol.d.ts" */
/** @import { Lamp, Layout } from "./layout.d.ts" */
/** The arrangement: `ratio` is width by height, 0 for the board's own; null for all tracks.
 * @typedef {{ ratio: number, tracks: number[] | null }} Arrangement */

export const EDGE = 2.4; // from the outermost hole to the edge of the wood, in units
const STREETS = 1.6; // from one street to the next, in lanes: room for a number
const NARROWEST = 0.55; // minimum width of a lane, in pitches
const LEVEL_MM = 0.05;
const STEPS = 24; // iterations of the width search: far finer than visible

/** @param {number} y */
const rowOf = (y) => Math.round(y / LEVEL_MM);

/**
 * Whether the tracks run to and fro across the board, so that rows can be moved.
 *
 * @param {Lamp[][]} tracks
 */
export function runAcross(tracks) {
  const steps = tracks.flatMap((track) => track.slice(1).map(([, , y], i) => Math.abs(y - track[i][2])));
  return steps.filter((rise) => rise > LEVEL_MM).length <= 0.05 * steps.length;
}

/**
 * The layout reduced to the drawn tracks; they keep their numbers.
 *
 * @param {Layout} layout
 * @param {number[] | null} shown
 * @returns {Layout}
 */
function only(layout, shown) {
  if (shown === null) return layout;
  return {
    ...layout,
    tracks: layout.tracks.map((track, t) => (shown.includes(t) ? track : [])),
    starts: layout.starts?.map((start, t) => (shown.includes(t) ? start : null)),
    extras: layout.extras?.filter(({ track }) => track === null || shown.includes(track)),
  };
}

/**
 * The layout in its drawn shape.
 *
 * @param {Layout} whole
 * @param {Arrangement} arrangement
 * @returns {Layout}
 */
export function arranged(whole, { ratio, tracks: shown }) {
  const layout = only(whole, shown);
  const tracks = layout.tracks.filter((track) => track.length > 0);
  if (!ratio || !runAcross(tracks)) return layout;
  const lamps = [...tracks.flat(), ...(layout.starts ?? []).filter((start) => start !== null), ...(layout.extras ?? []).flatMap((extra) => extra.lamps)];
  const rows = [...new Set(lamps.map(([, , y]) => rowOf(y)))].sort((a, b) => a - b);
  const pairs = new Set(tracks.flatMap((track) => tracks.flatMap((other) => other.map(([, , y], i) => `${rowOf(track[i]?.[2] ?? y)} ${rowOf(y)}`))));
  // From each row to the previous one, in lanes: rows of one street are adjacent.
  const gaps = rows.slice(1).map((row, i) => (pairs.has(`${rows[i]} ${row}`) ? 1 : STREETS));
  const lanes = gaps.reduce((sum, gap) => sum + gap, 0);
  const points = tracks.map((track) => track.map(([, x, y]) => /** @type {[number, number]} */ ([x, y])));
  const [pitch, widest] = [usualPitch(points), laneWidth(whole.tracks.map((track) => track.map(([, x, y]) => [x, y])))];
  const xs = lamps.map(([, x]) => x);
  /** @param {number} lane */
  const sized = (lane) => {
    const edge = EDGE * Math.min(lane, pitch);
    const width = Math.max(layout.width_mm, Math.max(...xs) + edge) - Math.min(0, Math.min(...xs) - edge);
    return { edge, width, height: lanes * lane + 2 * edge };
  };
  let [low, high] = [NARROWEST * pitch, widest];
  for (let n = 0; n < STEPS; n += 1) {
    const lane = (low + high) / 2;
    const { width, height } = sized(lane);
    if (width / height > ratio) low = lane;
    else high = lane;
  }
  const { edge, height } = sized(low);
  let y = edge;
  const place = new Map(rows.map((row, i) => [row, (y += i ? gaps[i - 1] * low : 0)]));
  /** @param {Lamp} lamp @returns {Lamp} */
  const moved = ([pixel, x, was]) => [pixel, x, /** @type {number} */ (place.get(rowOf(was)))];
  return {
    ...layout,
    height_mm: height,
    tracks: layout.tracks.map((track) => track.map(moved)),
    starts: layout.starts?.map((start) => start && moved(start)),
    extras: layout.extras?.map((extra) => ({ ...extra, lamps: extra.lamps.map(moved) })),
  };
}

/**
 * The tracks to show when there is no room for all: the viewer's own, else that of the seat that pegs
 * or pegged last; and the next one ahead of it, or behind if it leads.
 *
 * @param {Pick<State, "you" | "seats" | "pegs" | "pending" | "last">} state
 * @returns {number[]}
 */
export function nearestTracks({ you, seats, pegs, pending, last }) {
  const front = new Map(seats.map(({ side }, seat) => [side, pegs[seat][0]]));
  const sides = [...front].sort(([, a], [, b]) => b - a).map(([side]) => side);
  const pegging = pending.findIndex((points) => points > 0);
  const seat = you.seat ?? (pegging >= 0 ? pegging : last?.seat);
  const at = Math.max(0, sides.indexOf(seat === undefined ? sides[0] : seats[seat].side));
  return [sides[at], sides[at ? at - 1 : 1]].filter((side) => side !== undefined).sort((a, b) => a - b);
}
