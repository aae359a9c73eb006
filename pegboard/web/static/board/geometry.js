// Geometry of a layout (millimetres): hole sizes, and positions of lines and labels.

/** @import { Layout, Plan, Point } from "./layout.d.ts" */
/** @typedef {[from: Point, to: Point]} Line */
/** @typedef {{ lines: Line[], label: Point | null, crowded?: boolean }} Boundary */

const SIDEWAYS = 0.3; // cosine of the angle that makes a fold; curves turn less between holes

/** @param {Point} a @param {Point} b */
const away = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
/** @param {Point} a @param {Point} b @returns {Point} */
const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
/** @param {Point} from @param {Point} direction @param {number} by @returns {Point} */
const along = (from, direction, by) => [from[0] + direction[0] * by, from[1] + direction[1] * by];

/** @param {Point} a @param {Point} b @returns {Point} */
function unit(a, b) {
  const length = away(a, b) || 1;
  return [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
}

/**
 * The most common distance between neighbouring holes, in mm.
 *
 * @param {Point[][]} tracks
 */
export function usualPitch(tracks) {
  const steps = tracks.flatMap((track) => track.slice(1).map((p, i) => away(p, track[i])));
  steps.sort((a, b) => a - b);
  return steps[steps.length >> 1] || 8;
}

/**
 * The smallest distance between neighbouring tracks, in mm; Infinity for a single track.
 *
 * @param {Point[][]} tracks
 */
export function laneWidth(tracks) {
  const others = tracks.slice(1).flatMap((track, t) => track.map((p, i) => away(p, tracks[t][i] ?? p)));
  return Math.min(Infinity, ...others.filter((gap) => gap > 0));
}

/** Whether the step from `a` to `b` leaves the street that came from `before`. @param {Point} before @param {Point} a @param {Point} b */
function turns(before, a, b) {
  const [[x, y], [u, v]] = [unit(before, a), unit(a, b)];
  return x * u + y * v < SIDEWAYS;
}

/**
 * The boundary between hole `n` and the next on a track, and the track's direction there.
 *
 * @param {Point[]} track
 * @param {number} n
 * @param {number} pitch
 */
function gap(track, n, pitch) {
  const [before, a, b] = [track[n - 2], track[n - 1], track[n]];
  // At a fold the next hole is in another street: the line ends the street of hole n.
  if (before && (away(a, b) > 1.2 * pitch || turns(before, a, b))) {
    const forward = unit(before, a);
    return { at: along(a, forward, pitch / 2), forward };
  }
  return { at: middle(a, b), forward: unit(a, b) };
}

/**
 * The marks of the boundary after hole `n`: `lines`, each [[x, y], [x, y]], and the `label`'s place.
 *
 * Parallel tracks share one mark: a line across, or (`ticks`) short ones outside. The label of two
 * tracks is between them if it fits; otherwise it replaces the upper (or left) tick, at most halfway
 * to the next street, and the gap below belongs to the next street: `crowded`. Distant tracks get a
 * line each.
 *
 * @param {Point[][]} tracks
 * @param {number} n
 * @param {Pick<Plan, "pitch" | "unit" | "holes">} plan
 * @param {{ reach: number, ticks?: boolean, labelled?: boolean }} drawn
 * @returns {Boundary}
 */
export function boundary(tracks, n, { pitch, unit: size, holes }, { reach, ticks, labelled }) {
  const ends = tracks.filter((track) => track.length > n).map((track) => gap(track, n, pitch));
  if (ends.length === 0) return { lines: [], label: null };
  const together = ends.length > 1 && ends.slice(1).every((end, i) => away(end.at, ends[i].at) < 2.6 * pitch);
  if (!together) {
    /** @type {Line[]} */
    const lines = ends.map(({ at, forward: [fx, fy] }) => [along(at, [-fy, fx], -reach), along(at, [-fy, fx], reach)]);
    return { lines, label: outside(lines[0], holes, 0.75 * size) };
  }
  const [first, last] = [ends[0].at, ends[ends.length - 1].at].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  const across = unit(first, last);
  const [top, bottom] = [along(first, across, -reach), along(last, across, reach)];
  const inner = 0.55 * size;
  const roomy = ends.length === 2 && away(first, last) > 1.6 * size;
  /** @type {Line} */
  const upper = [top, along(first, across, -inner)];
  const label = roomy ? middle(first, last) : along(first, across, -Math.min(1.6 * size, free(first, across, holes, pitch) / 2));
  if (!ticks) return { lines: [[top, bottom]], label };
  /** @type {Line[]} */
  const lines = roomy ? [upper, [along(last, across, inner), bottom]] : labelled ? [] : [upper];
  return { lines, label, crowded: !roomy };
}

/**
 * The distance from a point to the next hole against a direction.
 *
 * @param {Point} point
 * @param {Point} direction
 * @param {Point[]} holes
 * @param {number} pitch
 */
function free([x, y], [dx, dy], holes, pitch) {
  const near = holes.map(([a, b]) => [(x - a) * dx + (y - b) * dy, Math.abs((x - a) * dy - (y - b) * dx)]);
  return Math.min(Infinity, ...near.filter(([far, aside]) => far > 0.1 && aside < 1.2 * pitch).map(([far]) => far));
}

/**
 * The end of a line with more free space, moved outwards.
 *
 * @param {Line} line
 * @param {Point[]} holes
 * @param {number} push
 */
function outside([a, b], holes, push) {
  const direction = unit(a, b);
  const places = [along(a, direction, -push), along(b, direction, push)];
  const room = places.map((p) => Math.min(...holes.map((hole) => away(p, hole))));
  return room[0] >= room[1] - 0.01 ? places[0] : places[1];
}

/**
 * A place before a track's first hole, in line with it.
 *
 * @param {Point} start
 * @param {Point} first
 * @param {number} by
 */
export function beforeStart(start, first, by) {
  return along(start, unit(first, start), by);
}

/**
 * The bounding box of everything drawn, with a margin: [x, y, width, height].
 *
 * @param {Pick<Layout, "width_mm" | "height_mm">} layout
 * @param {Point[]} holes
 * @param {number} margin
 * @returns {[number, number, number, number]}
 */
export function frameRound(layout, holes, margin) {
  const xs = holes.map((p) => p[0]);
  const ys = holes.map((p) => p[1]);
  const left = Math.min(0, Math.min(...xs) - margin);
  const top = Math.min(0, Math.min(...ys) - margin);
  const right = Math.max(layout.width_mm, Math.max(...xs) + margin);
  const bottom = Math.max(layout.height_mm, Math.max(...ys) + margin);
  return [left, top, right - left, bottom - top];
}
