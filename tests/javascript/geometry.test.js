import "./browser.js";
import assert from "node:assert/strict";
import test from "node:test";
import { beforeStart, boundary, frameRound, laneWidth, usualPitch } from "../../pegboard/web/static/board/geometry.js";

const track = (y, holes = 30) => Array.from({ length: holes }, (_, n) => [8 * n, y]);
const plan = (tracks, unit = 8) => ({ pitch: 8, unit, holes: tracks.flat() });

test("the usual pitch is the one between most holes, whatever a fold adds", () => {
  const street = track(0, 5);
  assert.equal(usualPitch([[...street, [32, 60], [24, 60], [16, 60]]]), 8);
  assert.equal(usualPitch([[]]), 8);
});

test("lanes are as wide as they are where they are nearest", () => {
  assert.equal(laneWidth([track(0), track(12), track(40)]), 12);
  assert.equal(laneWidth([track(0)]), Infinity);
});

test("tracks side by side share one line, with the label between them where there is room", () => {
  const tracks = [track(0), track(16)];
  const { lines, label } = boundary(tracks, 10, plan(tracks), { reach: 4, ticks: false });
  assert.deepEqual(lines, [[[76, -4], [76, 20]]]);
  assert.deepEqual(label, [76, 8]);
});

test("ticks stand outside, and none where the label takes their place", () => {
  const near = [track(0), track(10)];
  const roomy = [track(0), track(16)];
  const drawn = { reach: 4, ticks: true, labelled: true };
  assert.equal(boundary(roomy, 10, plan(roomy), drawn).lines.length, 2);
  const { lines, crowded } = boundary(near, 10, plan(near), drawn);
  assert.deepEqual([lines, crowded], [[], true]);
});

test("tracks that lie apart get a line each", () => {
  const tracks = [track(0), track(90)];
  assert.equal(boundary(tracks, 10, plan(tracks), { reach: 4 }).lines.length, 2);
});

test("there is no line after the last hole of the last track", () => {
  assert.deepEqual(boundary([track(0)], 30, plan([track(0)]), { reach: 4 }), { lines: [], label: null });
});

test("at a fold the line ends the street it is in", () => {
  const folded = [[0, 0], [8, 0], [8, 40], [0, 40]];
  const { lines } = boundary([folded], 2, plan([folded]), { reach: 4 });
  assert.deepEqual(lines, [[[12, -4], [12, 4]]]);
});

test("a plate stands before the first hole, in line with the track", () => {
  assert.deepEqual(beforeStart([0, 0], [8, 0], 10), [-10, 0]);
});

test("the frame holds the board and every hole, with a margin", () => {
  const layout = { width_mm: 100, height_mm: 50 };
  assert.deepEqual(frameRound(layout, [[10, 10], [90, 40]], 5), [0, 0, 100, 50]);
  assert.deepEqual(frameRound(layout, [[2, 10], [99, 48]], 5), [-3, 0, 107, 53]);
});
