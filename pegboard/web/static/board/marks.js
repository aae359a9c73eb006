// Marks on the wood beside the holes: lines at the fives, their numbers, skunk lines, names of lamps,
// and the owners of the tracks.

import { s } from "../core/dom.js";
import { shape } from "../core/shapes.js";
import { words } from "../core/words.js";
import { beforeStart, boundary } from "./geometry.js";

/** @import { SeatInfo, SkunkLine } from "../core/protocol.d.ts" */
/** @import { Extra, Plan, Point } from "./layout.d.ts" */

/** @type {Record<SkunkLine["kind"], string>} */
const NAMES = { skunk: words.skunkLine, "double skunk": words.doubleSkunkLine, lurch: words.lurchLine };

/** @param {Point} place @param {number} size @param {string} says @param {string} [kind] */
const text = ([x, y], size, says, kind) => s("text", { x, y, "font-size": size, class: kind, text: says });

/**
 * Names of the skunk lines, by the last skunked hole.
 *
 * @param {SkunkLine[]} lines
 * @returns {Map<number, string>}
 */
export const skunkNames = (lines) => new Map(lines.map(({ below, kind }) => [below - 1, NAMES[kind]]));

/**
 * The lines across the tracks, with numbers and names.
 *
 * @param {Plan} plan
 * @param {number} target
 * @param {SkunkLine[]} lines
 */
export function drawLines(plan, target, lines) {
  const { pitch, unit } = plan;
  const tracks = plan.tracks.filter((track) => track.length > 0);
  const skunks = skunkNames(lines);
  /** @type {SVGElement[]} */
  const drawn = [];
  /** @param {string} kind @param {number} width @returns {(ends: [Point, Point]) => SVGElement} */
  const line = (kind, width) => ([[x1, y1], [x2, y2]]) => s("line", { x1, y1, x2, y2, class: kind, "stroke-width": width * unit });
  // A line's name goes before it, where the numbers of the tens leave room.
  /** @param {number} n */
  const nameOf = (n) => (tracks[0][n - 1][0] < tracks[0][n - 2][0] ? `${n} ${skunks.get(n)}` : `${skunks.get(n)} ${n}`);
  /** @param {number} n */
  const half = (n) => Math.round((0.24 * nameOf(n).length * unit) / pitch + 0.7);
  /** @param {number} n */
  const named = (n) => [...skunks.keys()].some((at) => n < at && n > at - 2 * half(at));
  const fives = Array.from({ length: Math.ceil(target / 5) - 1 }, (_, n) => 5 * (n + 1));
  const marked = [...new Set([...fives, ...skunks.keys()])].sort((a, b) => a - b);
  for (const n of marked) {
    const [skunk, ten] = [skunks.has(n), n % 10 === 0];
    const reach = (skunk ? 1.1 : 0.85) * unit;
    const { lines: across, label, crowded } = boundary(tracks, n, plan, { reach, ticks: !skunk, labelled: ten });
    if (!(crowded && named(n) && !ten)) drawn.push(...across.map(line(skunk ? "skunk" : ten ? "ten" : "five", skunk ? 0.2 : 0.1)));
    if (!skunk && ten && label) drawn.push(text(label, 0.95 * unit, String(n)));
    if (!skunk) continue;
    const before = boundary(tracks, n - half(n), plan, { reach, ticks: true }).label;
    if (before) {
      const name = text(before, 0.8 * unit, nameOf(n), "skunk");
      name.setAttribute("data-room", String(2 * (half(n) * pitch - 0.9 * unit)));
      drawn.push(name);
    }
  }
  return drawn;
}

/**
 * Compresses names that are longer than their room: some fonts run wide.
 *
 * @param {SVGElement} marks already in the document
 */
export function fitNames(marks) {
  for (const name of /** @type {NodeListOf<SVGTextElement>} */ (marks.querySelectorAll("text[data-room]"))) {
    const room = Number(name.getAttribute("data-room"));
    if (name.getComputedTextLength() <= room) continue;
    name.setAttribute("textLength", String(room));
    name.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
}

/**
 * The name of a row of lamps: at its start for the count, in its middle for shorter ones.
 *
 * @param {Extra} extra
 * @param {number} unit
 */
export function nameLamps({ shows, lamps }, unit) {
  const last = lamps[shows === "count" ? Math.min(2, lamps.length - 1) : lamps.length - 1];
  const [[, x, y], [, z]] = [lamps[0], last];
  return text([(x + z) / 2, y - 0.9 * unit], 0.8 * unit, words.lampsOf[shows] ?? shows, "lamps");
}

/**
 * The shape of each seat in front of its track.
 *
 * @param {Plan} plan
 * @param {Pick<SeatInfo, "color" | "side">[]} seats
 */
export function drawPlates({ tracks, starts, pitch, lane }, seats) {
  return tracks.flatMap((track, t) => {
    const seat = seats.findIndex((each) => each.side === t);
    if (seat < 0 || track.length < 2) return [];
    const start = starts[t];
    const [x, y] = start ? beforeStart(start, track[0], 1.35 * pitch) : beforeStart(track[0], track[1], 1.35 * pitch);
    return [shape(seat, seats[seat].color, x, y, Math.min(0.55 * pitch, 0.36 * lane))];
  });
}
