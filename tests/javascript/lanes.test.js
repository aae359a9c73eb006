import "./browser.js";
import assert from "node:assert/strict";
import test from "node:test";
import { arranged, nearestTracks, runAcross } from "../../pegboard/web/static/board/lanes.js";

let pixel = 0;
const street = (y, back = false) => Array.from({ length: 30 }, (_, n) => [pixel++, 7 * (back ? 29 - n : n), y]);
/** A board with this many tracks through two streets, to and fro, as on the real ones. */
function board(count) {
  const rows = Array.from({ length: count }, (_, t) => 11 + 12 * t);
  const under = 11 + 12 * (count - 1) + 18;
  const tracks = rows.map((y, t) => [...street(y), ...street(under + 12 * (count - 1 - t), true)]);
  return { name: "", length: pixel, width_mm: 210, height_mm: under + 12 * count, names: [], tracks, starts: rows.map(() => null) };
}
const heights = (layout) => [...new Set(layout.tracks.flat().map(([, , y]) => y))].sort((a, b) => a - b);

test("board without requested ratio is unchanged", () => {
  const four = board(4);
  assert.equal(arranged(four, { ratio: 0, tracks: null }), four);
});

test("rows move closer until the board has the requested ratio", () => {
  const four = board(4);
  const drawn = arranged(four, { ratio: 3, tracks: null });
  const wide = drawn.width_mm + 2 * 5;
  assert.ok(Math.abs(wide / drawn.height_mm - 3) < 0.3, `${wide} by ${drawn.height_mm}`);
  const rows = heights(drawn);
  assert.equal(rows.length, 8);
  const gaps = rows.slice(1).map((y, n) => y - rows[n]);
  assert.ok(gaps[3] > 1.5 * gaps[0], "streets stand apart");
  assert.ok(gaps.every((gap, n) => n === 3 || Math.abs(gap - gaps[0]) < 1e-6));
  assert.deepEqual(drawn.tracks.flat().map(([at, x]) => [at, x]), four.tracks.flat().map(([at, x]) => [at, x]));
});

test("lane width stays between the minimum and the real one", () => {
  const narrow = heights(arranged(board(4), { ratio: 99, tracks: null }));
  assert.ok(narrow[1] - narrow[0] > 3.8);
  const tall = heights(arranged(board(4), { ratio: 0.1, tracks: null }));
  assert.ok(tall[1] - tall[0] <= 12);
});

test("omitted tracks leave no gap and others keep their numbers", () => {
  const drawn = arranged(board(4), { ratio: 2, tracks: [0, 3] });
  assert.deepEqual(drawn.tracks.map((track) => track.length), [60, 0, 0, 60]);
  const rows = heights(drawn);
  assert.equal(rows.length, 4);
  assert.ok(rows[1] - rows[0] < rows[2] - rows[1]);
});

test("spiral board without rows is unchanged", () => {
  const spiral = Array.from({ length: 60 }, (_, n) => [n, 50 + n * Math.cos(n / 5), 50 + n * Math.sin(n / 5)]);
  assert.equal(runAcross([spiral]), false);
  const layout = { name: "", length: 60, width_mm: 100, height_mm: 100, names: [], tracks: [spiral] };
  assert.equal(arranged(layout, { ratio: 2, tracks: null }), layout);
});

const table = (pegs, more = {}) => ({
  you: { role: "player", seat: null, covered: [] }, pending: pegs.map(() => 0), last: null,
  seats: pegs.map((_, side) => ({ name: "", color: "", player: "person", side, at: null })), pegs: pegs.map((front) => [front, 0]), ...more,
});

test("phone shows own track and next rival's", () => {
  const at = (seat) => table([40, 70, 55, 10], { you: { role: "player", seat, covered: [] } });
  assert.deepEqual(nearestTracks(at(0)), [0, 2]);
  assert.deepEqual(nearestTracks(at(1)), [1, 2]);
  assert.deepEqual(nearestTracks(at(2)), [1, 2]);
  assert.deepEqual(nearestTracks(at(3)), [0, 3]);
});

test("watcher's phone shows the track that pegs, pegged last, or leads", () => {
  assert.deepEqual(nearestTracks(table([40, 70, 55])), [1, 2]);
  assert.deepEqual(nearestTracks(table([40, 70, 55], { last: { seat: 0 } })), [0, 2]);
  assert.deepEqual(nearestTracks(table([40, 70, 10], { last: { seat: 1 }, pending: [0, 0, 5] })), [0, 2]);
});

test("phone shows both tracks of partners and opponents", () => {
  const four = table([40, 70, 40, 70], { you: { role: "player", seat: 2, covered: [] } });
  four.seats.forEach((seat, n) => { seat.side = n % 2; });
  assert.deepEqual(nearestTracks(four), [0, 1]);
});
