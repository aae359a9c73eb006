import { STATIC } from "./browser.js";
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, normalize } from "node:path/posix";
import test from "node:test";

/** Folder -> folders it may import from, besides itself. `main.js` may import from all. */
const MAY = {
  words: [],
  core: ["words"],
  board: ["core"],
  study: ["core", "words"],
  play: ["core", "study"],
  counting: ["core"],
  setup: ["core", "play"],
  admin: ["core", "play", "words"],
  first: ["core", "board", "admin"],
  history: ["core", "words", "study"],
  hall: ["core", "board", "words"],
  overlay: ["core"],
};
const LONGEST = 250;
/** Catalogues of a language have one text per line, so their length is not limited. */
const CATALOGUE = /(^|\/)words\/[a-z]{2}\.js$/;

function* files(folder = "") {
  for (const entry of readdirSync(new URL(folder, STATIC), { withFileTypes: true })) {
    if (entry.isDirectory()) yield* files(`${folder}${entry.name}/`);
    else if (entry.name.endsWith(".js")) yield folder + entry.name;
  }
}

const FILES = [...files()].map((name) => ({ name, text: readFileSync(new URL(name, STATIC), "utf8") }));
const folderOf = (name) => (name.includes("/") ? name.split("/")[0] : "");

test("folders import only from lower folders", () => {
  assert.ok(FILES.length > 50);
  for (const { name, text } of FILES) {
    const own = folderOf(name);
    if (own === "") continue;
    for (const [, path] of text.matchAll(/(?:from |import |import\()["`](\.[^"`]+)["`]/g)) {
      const other = folderOf(normalize(`${dirname(name)}/${path}`));
      assert.ok(other === own || MAY[own].includes(other), `${name} imports from ${other}`);
    }
  }
});

test("files stay below the maximum length", () => {
  for (const { name, text } of FILES) {
    const lines = text.split("\n").length - 1;
    assert.ok(CATALOGUE.test(name) || lines <= LONGEST, `${name} has ${lines} lines`);
  }
});
