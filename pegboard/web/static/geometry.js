// From a layout (millimetres) to what is drawn: how large a hole is, where the lines lie.

const away = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
const along = (from, direction, by) => [from[0] + direction[0] * by, from[1] + direction[1] * by];

function unit(a, b) {
  const length = away(a, b) || 1;
  return [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
}

/** The distance from hole to hole that is usual on this board, in mm. */
export function usualPitch(tracks) {
  const steps = tracks.flatMap((track) => track.slice(1).map((p, i) => away(p, track[i])));
  steps.sort((a, b) => a - b);
  return steps[steps.length >> 1] || 8;
}

/** How large a hole may be drawn: no two touch. */
export function holeRadius(tracks, pitch) {
  const others = tracks.slice(1).flatMap((track, t) => track.map((p, i) => away(p, tracks[t][i] ?? p)));
  return 0.36 * Math.min(pitch, ...others.filter((gap) => gap > 0));
}

/** Where a track stands between hole `n` and the next, and the direction it runs in there. */
function gap(track, n, pitch) {
  const [before, a, b] = [track[n - 2], track[n - 1], track[n]];
  // At a fold the next hole is in another street: the line then ends the street of hole n.
  if (before && away(a, b) > 1.8 * pitch) {
    const forward = unit(before, a);
    return { at: along(a, forward, pitch / 2), forward };
  }
  return { at: middle(a, b), forward: unit(a, b) };
}

/**
 * What marks the boundary after hole `n`: `lines`, each [[x, y], [x, y]], and the `label`'s place.
 *
 * Tracks that run side by side share one mark: a line across, or (`ticks`) short ones outside,
 * and the label lies between the tracks where it has room. Tracks that lie apart get one each.
 */
export function boundary(tracks, n, pitch, { reach, ticks, holes }) {
  const ends = tracks.filter((track) => track.length > n).map((track) => gap(track, n, pitch));
  if (ends.length === 0) return { lines: [], label: null };
  const [first, last] = [ends[0].at, ends.at(-1).at];
  const together = ends.length > 1 && ends.every((end) => away(end.at, first) < 4 * pitch);
  if (!together) {
    const lines = ends.map(({ at, forward: [fx, fy] }) => [along(at, [-fy, fx], -reach), along(at, [-fy, fx], reach)]);
    return { lines, label: outside(lines[0], holes, 0.75 * pitch) };
  }
  const across = unit(first, last);
  const [top, bottom] = [along(first, across, -reach), along(last, across, reach)];
  const inner = 0.55 * pitch;
  const lines = ticks
    ? [[top, along(first, across, -inner)], [along(last, across, inner), bottom]]
    : [[top, bottom]];
  const roomy = ends.length === 2 && away(first, last) > 1.4 * pitch;
  return { lines, label: roomy ? middle(first, last) : outside([top, bottom], holes, 0.75 * pitch) };
}

/** Of the two ends of a line, the one with more room round it, pushed outwards. */
function outside([a, b], holes, push) {
  const direction = unit(a, b);
  const places = [along(a, direction, -push), along(b, direction, push)];
  const room = places.map((p) => Math.min(...holes.map((hole) => away(p, hole))));
  return room[0] >= room[1] - 0.01 ? places[0] : places[1];
}

/** A place before a track's first hole, in line with it. */
export function beforeStart(start, first, by) {
  return along(start, unit(first, start), by);
}

/** The frame round everything that is drawn, with a margin: [x, y, width, height]. */
export function frameRound(layout, holes, margin) {
  const xs = holes.map((p) => p[0]);
  const ys = holes.map((p) => p[1]);
  const left = Math.min(0, Math.min(...xs) - margin);
  const top = Math.min(0, Math.min(...ys) - margin);
  const right = Math.max(layout.width_mm, Math.max(...xs) + margin);
  const bottom = Math.max(layout.height_mm, Math.max(...ys) + margin);
  return [left, top, right - left, bottom - top];
}
