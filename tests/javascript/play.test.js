import "./browser.js";
import assert from "node:assert/strict";
import test from "node:test";
import { choices } from "../../pegboard/web/static/play/hand.js";
import { keyMap, okMeans, undoMeans } from "../../pegboard/web/static/play/keys.js";
import { typed } from "../../pegboard/web/static/play/pad.js";
import { newTexts } from "../../pegboard/web/static/play/announcements.js";
import { groups } from "../../pegboard/web/static/play/seal.js";
import { entries } from "../../pegboard/web/static/play/seatcard.js";
import { shortOfSkunk } from "../../pegboard/web/static/play/seats.js";
import { matchLine, result } from "../../pegboard/web/static/play/win.js";

const legal = (verb, ...cards) => ({ action: [verb, 0, cards.join("")].join(" ").trim(), verb, seat: 0, cards, points: null });
const SEATS = [{ name: "Ann", side: 0 }, { name: "Ben", side: 1 }];

test("legal actions match selected cards in any order", () => {
  const lay = choices([legal("discard", "5H", "6D"), legal("discard", "5H", "KS")]);
  assert.equal(lay.layAway, 2);
  assert.equal(lay.discard(["6D", "5H"]), "discard 0 5H6D");
  assert.equal(lay.discard(["6D", "KS"]), undefined);
  const play = choices([legal("play", "4C"), legal("play", "6S")]);
  assert.deepEqual([[...play.play], play.go, play.layAway], [[["4C", "play 0 4C"], ["6S", "play 0 6S"]], null, 0]);
  assert.equal(choices([legal("go")]).go, "go 0");
  assert.equal(choices([]).layAway, 0);
});

test("key map has three keys per seat and three shared ones", () => {
  assert.deepEqual(keyMap(2).slice(0, 4), [["Q", "0+1"], ["W", "0+5"], ["E", "0-1"], ["I", "1+1"]]);
  const keys = keyMap(4).map(([key]) => key);
  assert.equal(new Set(keys).size, 4 * 3 + 3);
});

test("OK label names its effect", () => {
  const nothing = { pending: [0, 0], offer: null, ok: "" };
  assert.equal(okMeans(nothing), "");
  assert.equal(okMeans({ ...nothing, ok: "continue" }), "continue");
  assert.equal(okMeans({ ...nothing, ok: "continue", pending: [5, -1] }), "pegs +5 −1");
  assert.equal(okMeans({ ...nothing, ok: "peg", offer: { points: 8 } }), "pegs +8");
  assert.equal(okMeans({ ...nothing, ok: "let-go" }), "Let it go");
  assert.equal(okMeans({ ...nothing, ok: "yes" }), "Yes");
  assert.notEqual(okMeans({ ...nothing, ok: "next-game" }), okMeans({ ...nothing, ok: "next-match" }));
});

test("UNDO label of a new game names the previous game, at the board", () => {
  const nothing = { pending: [0, 0], undo_target: null, seats: SEATS, replaced: { scores: [60, 55] }, you: { role: "board" } };
  assert.equal(undoMeans(nothing), "back to 60–55");
  assert.notEqual(undoMeans({ ...nothing, you: { role: "player" } }), "back to 60–55");
  assert.equal(undoMeans({ ...nothing, pending: [5, 0] }).includes("60"), false);
});

test("typed number has no leading zeros", () => {
  assert.deepEqual(["", "0", "07", "70"].map(typed), ["", "0", "7", "70"]);
});

test("hash is formatted in groups", () => {
  assert.deepEqual(groups("a1b2c3d4e5"), ["a1b2", "c3d4", "e5"]);
});

const HEARD = { seats: SEATS, scores: [47, 52], last: { seat: 0, text: "Ann 8: pairs", spoken: "eight" }, next: "OK deals." };
const announced = (...announcements) => ({ ...HEARD, announcements: announcements.map((each, n) => ({ id: n + 1, aloud: [], scored: false, ...each })) });

test("announcements already read are not repeated", () => {
  const silence = { live: "", aloud: [] };
  assert.deepEqual(newTexts(announced(), 0), silence);
  assert.deepEqual(newTexts(announced({ aloud: ["eight"], scored: true }), 1), silence);
  assert.deepEqual(newTexts(announced({ aloud: ["eight"], scored: true }), Infinity), silence);
});

test("score has a full text for screen readers and a spoken form", () => {
  const state = announced({ aloud: ["go"] }, { aloud: ["eight", "Lay Ben's hand"], scored: true });
  assert.deepEqual(newTexts(state, 1), { live: "Ann 8: pairs. Ann 47, Ben 52. OK deals.", aloud: ["eight. Lay Ben's hand"] });
});

test("announcements of skipped states are included", () => {
  const state = announced({ aloud: ["eight"], scored: true }, { aloud: ["Now the crib"] });
  assert.deepEqual(newTexts(state, 0).aloud, ["eight", "Now the crib"]);
});

test("prompt is announced to screen readers only", () => {
  assert.deepEqual(newTexts(announced({}), 0), { live: "OK deals.", aloud: [""] });
});

const SKUNKS = [{ below: 91, kind: "skunk" }, { below: 61, kind: "double skunk" }];

test("skunk warning appears when another seat is nearly out", () => {
  const state = { scores: [100, 52], seats: SEATS, skunks: SKUNKS, target: 121, winner: null };
  assert.deepEqual([0, 1].map((seat) => shortOfSkunk(state, seat)), [0, 9]);
  assert.equal(shortOfSkunk({ ...state, scores: [100, 61] }, 1), 30);
  assert.equal(shortOfSkunk({ ...state, scores: [80, 52] }, 1), 0);
  assert.equal(shortOfSkunk({ ...state, winner: 0 }, 1), 0);
  assert.equal(shortOfSkunk({ ...state, skunks: [] }, 1), 0);
  const partners = { ...state, scores: [100, 52, 100, 52], seats: [...SEATS, ...SEATS] };
  assert.equal(shortOfSkunk(partners, 2), 0);
});

test("typed number yields its possible actions", () => {
  const state = { scores: [47, 52], seats: SEATS, target: 121, muggins: false, callers: [] };
  const actions = (n, more = {}) => entries({ ...state, ...more }, 0, n).map(({ action }) => action);
  assert.deepEqual(actions(null), [null, null, null]);
  assert.deepEqual(actions(0), [null, "correct 0 0", null]);
  assert.deepEqual(actions(47), ["peg 0 47", null, "penalty 0 47"]);
  assert.deepEqual(actions(8), ["peg 0 8", "correct 0 8", "penalty 0 8"]);
  assert.equal(actions(62, { target: 61 })[1], null);
  assert.equal(actions(2, { muggins: true })[3], "peg 0 2");
  assert.equal(actions(2, { muggins: true, callers: [0] })[3], "muggins 0 2");
});

const WON = { scores: [121, 87], seats: SEATS, winner: 0, match: null, games: null };

test("result starts with the winner and lists each side once", () => {
  assert.equal(result(WON), "121 – 87");
  assert.equal(result({ ...WON, winner: 1, scores: [88, 121] }), "121 – 88");
  assert.equal(result({ scores: [121, 87, 121, 87], seats: [...SEATS, ...SEATS], winner: 0 }), "121 – 87");
});

test("match text has games counted, match score and winner", () => {
  const match = { first_to: 3, length: null, wins: [2, 1], played: 3, over: false };
  assert.equal(matchLine(WON), "");
  assert.equal(matchLine({ ...WON, match, games: [2, 0] }), "It counts as 2 games. Match, first to 3: Ann 2, Ben 1.");
  const over = matchLine({ ...WON, match: { ...match, first_to: null, length: 3, over: true }, games: [1, 0] });
  assert.equal(over, "It counts as 1 game. Match, game 3 of 3: Ann 2, Ben 1. The match is won: Ann!");
});
