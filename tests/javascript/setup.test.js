import "./browser.js";
import assert from "node:assert/strict";
import test from "node:test";
import { wanting } from "../../pegboard/web/static/admin/figures.js";
import { size } from "../../pegboard/web/static/admin/backup.js";
import { minutes } from "../../pegboard/web/static/admin/phones.js";
import { costly } from "../../pegboard/web/static/core/review.js";
import { listed } from "../../pegboard/web/static/history/lists.js";
import { numberIn } from "../../pegboard/web/static/setup/options.js";
import { shownName, usualName, written } from "../../pegboard/web/static/setup/sitdown.js";

test("default names are numbered if there are several", () => {
  const names = (...people) => people.map((_, seat) => written(usualName(people, seat)));
  assert.deepEqual(names(true, false), ["You", "Computer"]);
  assert.deepEqual(names(true, true), ["Player 1", "Player 2"]);
  assert.deepEqual(names(true, false, true, false), ["Player 1", "Computer 1", "Player 2", "Computer 2"]);
});

test("default name is shown in the page language", () => {
  assert.equal(shownName({ word: "player", number: 2 }), "Player 2");
  assert.equal(shownName({ word: "green", number: null }), "Green");
  assert.equal(shownName({ word: "computer", number: 1 }), "Computer 1");
});

test("numeric field accepts only whole numbers", () => {
  assert.deepEqual(["", " 12 ", "-1", "1.5", "x"].map((value) => numberIn({ value })), [null, 12, null, null, null]);
});

test("file size uses familiar units", () => {
  assert.deepEqual([0, 999, 51_400, 3_240_000].map(size), ["1 kB", "1 kB", "51 kB", "3.2 MB"]);
});

test("remaining time of a code has minutes and seconds", () => {
  assert.deepEqual([120, 61, 9].map(minutes), ["2:00", "1:01", "0:09"]);
});

test("figures list problems worst first, or everything if all are good", () => {
  const figure = (key, verdict) => ({ key, verdict });
  const steps = [{ figures: [figure("a", "weak"), figure("b", "good")] }, { figures: [figure("c", "bad"), figure("d", "not told")] }];
  assert.deepEqual(wanting(steps).map(({ key }) => key), ["c", "a"]);
  assert.deepEqual(wanting(steps.map(({ figures }) => ({ figures: [figures[1]] }))).map(({ key }) => key), ["d", "b"]);
});

test("decisions are sorted by cost, by winning chance if known", () => {
  const choice = (verdict, cost_chance, cost_points) => ({ verdict, cost_chance, cost_points });
  const best = choice("best", 0, 0);
  const [slip, blunder, points] = [choice("slip", 0.01, 3), choice("blunder", 0.2, 1), choice("mistake", null, 0.1)];
  assert.deepEqual(costly([best, slip, blunder, points]), [blunder, points, slip]);
});

test("games address contains non-empty filters only", () => {
  const query = new URLSearchParams("player=ann&page=2");
  assert.equal(listed(query, { mode: "score", page: "" }), "#games?player=ann&mode=score");
  assert.equal(listed(new URLSearchParams("page=1"), { page: "" }), "#games");
});
