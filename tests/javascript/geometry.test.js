import "./browser.js";
import assert from "node:assert/strict";
import test from "node:test";
import { beforeStart, boundary, frameRound, laneWidth, usualPitch } from "../../pegboard/web/static/board/geometry.js";

const track = (y, holes = 30) => Array.from({ length: holes }, (_, n) => [8 * n, y]);
const plan = (tracks, unit = 8) => ({ pitch: 8, unit, holes: tracks.flat() });

test("pitch is the most common hole distance, despite folds", () => {
  const street = track(0, 5);
  assert.equal(usualPitch([[...street, [32, 60], [24, 60], [16, 60]]]), 8);
  assert.equal(usualPitch([[]]), 8);
});

test("lane width is the minimum distance between tracks", () => {
  assert.equal(laneWidth([track(0), track(12), track(40)]), 12);
  assert.equal(laneWidth([track(0)]), Infinity);
});

test("parallel tracks share one line, with the label between them if it fits", () => {
  const tracks = [track(0), track(16)];
  const { lines, label } = boundary(tracks, 10, plan(tracks), { reach: 4, ticks: false });
  assert.deepEqual(lines, [[[76, -4], [76, 20]]]);
  assert.deepEqual(label, [76, 8]);
});

test("ticks are outside the tracks, except where the label replaces one", () => {
  const near = [track(0), track(10)];
  const roomy = [track(0), track(16)];
  const drawn = { reach: 4, ticks: true, labelled: true };
  assert.equal(boundary(roomy, 10, plan(roomy), drawn).lines.length, 2);
  const { lines, crowded } = boundary(near, 10, plan(near), drawn);
  assert.deepEqual([lines, crowded], [[], true]);
});

test("distant tracks get a line each", () => {
  const tracks = [track(0), track(90)];
  assert.equal(boundary(tracks, 10, plan(tracks), { reach: 4 }).lines.length, 2);
});

test("last hole has no line after it", () => {
  assert.deepEqual(boundary([track(0)], 30, plan([track(0)]), { reach: 4 }), { lines: [], label: null });
});

test("line at a fold ends its own street", () => {
  const folded = [[0, 0], [8, 0], [8, 40], [0, 40]];
  const { lines } = boundary([folded], 2, plan([folded]), { reach: 4 });
  assert.deepEqual(lines, [[[12, -4], [12, 4]]]);
});

test("plate is in front of the first hole, in line with the track", () => {
  assert.deepEqual(beforeStart([0, 0], [8, 0], 10), [-10, 0]);
});

test("bounding box contains the board and every hole with a margin", () => {
  const layout = { width_mm: 100, height_mm: 50 };
  assert.deepEqual(frameRound(layout, [[10, 10], [90, 40]], 5), [0, 0, 100, 50]);
  assert.deepEqual(frameRound(layout, [[2, 10], [99, 48]], 5), [-3, 0, 107, 53]);
});
