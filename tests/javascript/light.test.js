import "./browser.js";
import assert from "node:assert/strict";
import test from "node:test";
import { screenColor } from "../../pegboard/web/static/board/led.js";
import { skunkNames } from "../../pegboard/web/static/board/marks.js";
import { outlineOf } from "../../pegboard/web/static/core/shapes.js";

test("dark LED has no colour and dim LED is visible", () => {
  assert.equal(screenColor(0, 0, 0), null);
  assert.ok(screenColor(1, 0, 0).tone > 0.2);
  assert.equal(screenColor(255, 0, 0).fill, "#ff0000");
});

test("LED hue is preserved while brightness is lifted", () => {
  const { fill, tone } = screenColor(51, 51, 0);
  assert.match(fill, /^#(..)\1(00)$/);
  assert.ok(tone > 0.5 && tone < 1);
});

test("seat shapes repeat after four", () => {
  assert.equal(new Set([0, 1, 2, 3].map(outlineOf)).size, 4);
  assert.equal(outlineOf(4), outlineOf(0));
});

test("skunk line label is at the last skunked hole", () => {
  const lines = [{ below: 91, kind: "skunk" }, { below: 61, kind: "double skunk" }];
  assert.deepEqual([...skunkNames(lines)], [[90, "skunk"], [60, "double skunk"]]);
  assert.deepEqual([...skunkNames([{ below: 31, kind: "lurch" }])], [[30, "lurch"]]);
});
