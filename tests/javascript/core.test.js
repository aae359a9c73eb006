import { localStorage } from "./browser.js";
import assert from "node:assert/strict";
import test from "node:test";
import { spoken } from "../../pegboard/web/static/core/cards.js";
import { onChange } from "../../pegboard/web/static/core/dom.js";
import { store, stored } from "../../pegboard/web/static/core/storage.js";
import { LazyView } from "../../pegboard/web/static/core/views.js";

test("onChange draws only changed values", () => {
  const drawn = [];
  const draw = onChange((value) => drawn.push(value));
  for (const value of [{ a: 1 }, { a: 1 }, { a: 2 }, null, null]) draw(value);
  assert.deepEqual(drawn, [{ a: 1 }, { a: 2 }, null]);
});

test("spoken text contains card names", () => {
  assert.equal(spoken("5♠ was shown by Ann; 10♥, K♦"), "five of spades was shown by Ann; ten of hearts, king of diamonds");
  assert.equal(spoken("Ann 10, and 5"), "Ann 10, and 5");
});

test("stored choices are restored and foreign values are ignored", () => {
  assert.equal(stored("volume", 0.6), 0.6);
  store("volume", 0.3);
  assert.equal(stored("volume", 0.6), 0.3);
  localStorage.setItem("pegboard.sounds", "loud");
  assert.equal(stored("sounds", true), true);
});

/** Returns a loaded view, and its calls. */
function lazy(page, load) {
  const done = [];
  const view = { show: (state) => done.push(["show", state]), open: (...what) => done.push(["open", ...what]) };
  return { done, view: new LazyView(page, load ?? (async () => ({ view: () => view })), ({ winner }) => winner !== null) };
}

test("lazy view draws the current state once loaded", async () => {
  const { done, view } = lazy({ state: { seq: 1 } });
  view.show({ seq: 1 });
  assert.deepEqual(done, []);
  await view.open("camera", 2);
  assert.deepEqual(done, [["show", { seq: 1 }], ["open", "camera", 2]]);
  view.show({ seq: 2 });
  assert.deepEqual(done.at(-1), ["show", { seq: 2 }]);
});

test("lazy view is loaded only once", async () => {
  let loads = 0;
  const { view } = lazy({ state: null }, async () => { loads += 1; return { view: () => ({}) }; });
  await Promise.all([view.load(), view.load(), view.open()]);
  assert.equal(loads, 1);
});

test("lazy view retries after a failed load", async () => {
  let fails = true;
  const { view } = lazy({ state: null }, async () => {
    if (fails) throw new Error("out of reach");
    return { view: () => ({}) };
  });
  await view.load();
  await assert.rejects(view.open());
  fails = false;
  await view.open();
});

test("lazy view reports whether a state needs it", () => {
  const { view } = lazy({ state: null });
  assert.deepEqual([view.needs({ winner: null }), view.needs({ winner: 0 })], [false, true]);
});
