import { STATIC } from "./browser.js";
import assert from "node:assert/strict";
import test from "node:test";
import { cardName, cardText, isRed } from "../../pegboard/web/static/core/cards.js";
import { inLanguage } from "../../pegboard/web/static/core/words.js";
import { inWords } from "../../pegboard/web/static/play/record.js";
import { counter, listing } from "../../pegboard/web/static/words/grammar.js";

const LANGUAGES = ["en", "fr", "de"];

/** Texts of a catalogue by path: the kind of each, and its number of facts. */
function* shape(said, path = "") {
  if (said !== null && typeof said === "object") {
    for (const [key, each] of Object.entries(said)) yield* shape(each, `${path}.${key}`);
  } else yield `${path}: ${typeof said}${typeof said === "function" ? said.length : ""}`;
}

test("French has a space before a colon", async () => {
  const { words } = await import("../../pegboard/web/static/words/fr.js");
  assert.equal(words.setup.options("muggins"), "Options\u00a0: muggins");
});

for (const folder of ["words", "admin/words", "counting/words", "history/words", "hall/words"]) {
  test(`every language of ${folder} says the same things`, async () => {
    const shapes = await Promise.all(LANGUAGES.map(async (language) => {
      const { words } = await import(new URL(`${folder}/${language}.js`, STATIC));
      return [...shape(words)].sort();
    }));
    assert.ok(shapes[0].length > 10);
    for (const other of shapes.slice(1)) assert.deepEqual(other, shapes[0]);
  });
}

test("counted nouns use the plural of their language", () => {
  const french = counter((n) => Number(n > 1));
  assert.deepEqual([0, 1, 2].map((n) => french(n, `${n} carte`, `${n} cartes`)), ["0 carte", "1 carte", "2 cartes"]);
});

test("lists join the last item with a word", () => {
  const and = listing("and");
  assert.deepEqual([[], ["ace"], ["ace", "two"], ["ace", "two", "three"]].map(and), ["", "ace", "ace and two", "ace, two and three"]);
});

test("languages have plurals, possessives and a word for you", async () => {
  const said = await Promise.all(LANGUAGES.map(async (language) => {
    const { words } = await import(new URL(`words/${language}.js`, STATIC));
    const you = words.you;
    return [...[0, 1, 2].map(words.scoring.games), ...["Ann", "Max", you].map(words.theHand), words.camera.picture(""), words.camera.picture("A")];
  }));
  assert.deepEqual(said, [
    ["0 games", "1 game", "2 games", "Ann’s hand", "Max’s hand", "Your hand", "what the camera sees: no cards", "what the camera sees: A"],
    ["0 partie", "1 partie", "2 parties", "main d’Ann", "main de Max", "votre main", "ce que voit la caméra\u00a0: aucune carte", "ce que voit la caméra\u00a0: A"],
    ["0 Spiele", "1 Spiel", "2 Spiele", "Anns Blatt", "Max’ Blatt", "dein Blatt", "was die Kamera sieht: keine Karten", "was die Kamera sieht: A"],
  ]);
});

test("cards have a name and a short form", () => {
  assert.deepEqual([cardName("5H"), cardText("TD"), isRed("D"), isRed("S")], ["five of hearts", "10♦", true, false]);
});

test("requests contain the page language", () => {
  assert.deepEqual(["/api/state", "/ws?x=1"].map(inLanguage), ["/api/state?language=en", "/ws?x=1&language=en"]);
});

const SEATS = [{ name: "Ann" }, { name: "Ben" }];
const action = (verb, seat, cards = [], points = null) => ({ action: `${verb} as a line`, verb, seat, cards, points });

test("UNDO describes actions in plain words", () => {
  for (const [undone, said] of [
    [action("peg", 1, [], 5), "Ben +5"],
    [action("correct", 0, [], 12), "Ann set to 12"],
    [action("play", 1, ["TD"]), "Ben’s 10♦"],
    [action("go", 0), "Ann’s go"],
    [action("discard", 0, ["5H", "6D"]), "Ann’s discard"],
    [action("hand", 1, ["5H", "6D"]), "Ben’s 5♥ 6♦"],
    [action("cut", null, ["KD"]), "starter K♦"],
    [action("crib", null, ["5H", "6D"]), "crib 5♥ 6♦"],
    [action("deal", 0), "the deal"],
    [action("claim", 0, [], 0), "Ann’s claim of 0"],
  ]) assert.equal(inWords(undone, SEATS), said);
});

test("UNDO shows unknown actions as record lines", () => {
  assert.equal(inWords(action("dance", 1), SEATS), "dance as a line");
  assert.equal(inWords(action("peg", 3, [], 1), SEATS), "peg as a line");
});
