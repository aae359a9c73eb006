import { STATIC } from "./browser.js";
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, normalize } from "node:path/posix";
import test from "node:test";

/** Folder -> the folders it may import from, beside itself. `main.js` may import from all. */
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
/** Texts of a language, one a line, are as long as they are. */
const CATALOGUE = /(^|\/)words\/[a-z]{2}\.js$/;

function* files(folder = "") {
  for (const entry of readdirSync(new URL(folder, STATIC), { withFileTypes: true })) {
    if (entry.isDirectory()) yield* files(`${folder}${entry.name}/`);
    else if (entry.name.endsWith(".js")) yield folder + entry.name;
  }
}

const FILES = [...files()].map((name) => ({ name, text: readFileSync(new URL(name, STATIC), "utf8") }));
const folderOf = (name) => (name.includes("/") ? name.split("/")[0] : "");

test("every folder imports from those below it, and nothing else", () => {
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

test("no file is too long to be read at once", () => {
  for (const { name, text } of FILES) {
    const lines = text.split("\n").length - 1;
    assert.ok(CATALOGUE.test(name) || lines <= LONGEST, `${name} has ${lines} lines`);
  }
});
