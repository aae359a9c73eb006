import "./browser.js";
import assert from "node:assert/strict";
import test from "node:test";
import { meaning } from "../../pegboard/web/static/counting/deck.js";
import { heading, phrase } from "../../pegboard/web/static/counting/offer.js";
import { allCards } from "../../pegboard/web/static/counting/offer_parts.js";
import { nextSlot, slotsOf } from "../../pegboard/web/static/counting/picker.js";
import { hasPicture, shownPart } from "../../pegboard/web/static/counting/picture.js";

test("keys select a rank or a suit", () => {
  assert.deepEqual(["5", "q", "h", "1", "0", "x", "Enter", "10"].map(meaning), ["5", "Q", "H", "T", "T", null, null, null]);
});

test("places of a hand end with the starter", () => {
  assert.deepEqual(slotsOf(["5H", "5D"], "5S", 4), ["5H", "5D", null, null, "5S"]);
  assert.deepEqual(slotsOf(["5H", "5D", "JS", "5C", "5S"], null, 4), ["5H", "5D", "JS", "5C", "5S"]);
  assert.deepEqual(slotsOf([], null, 4), [null, null, null, null, null]);
});

test("next place is the first empty or else doubtful one", () => {
  assert.equal(nextSlot(["5H", null, "JS", "5C", null], ["JS"]), 1);
  assert.equal(nextSlot(["5H", "5D", "JS", "5C", "5S"], ["JS"]), 2);
  assert.equal(nextSlot(["5H", "5D", "JS", "5C", "5S"], []), 0);
});

const OFFER = { cards: ["5H", "5D", "JS", "5C"], starter: "5S", problem: null, asks: "", doubtful: [], crib: false, points: 29, claimed: null };

test("cards of an offer are unique", () => {
  assert.deepEqual(allCards(OFFER), ["5H", "5D", "5C", "JS", "5S"]);
  assert.deepEqual(allCards({ ...OFFER, starter: "5C" }), ["5H", "5D", "5C", "JS"]);
  assert.deepEqual(allCards({ ...OFFER, starter: null }), ["5H", "5D", "5C", "JS"]);
});

test("offer heading is its question or its value", () => {
  assert.equal(heading(OFFER, "Ann"), "Ann’s hand: 29 points");
  assert.equal(heading({ ...OFFER, crib: true, points: 1 }, "Ann"), "Ann’s crib: 1 point");
  assert.equal(heading({ ...OFFER, asks: "card", doubtful: ["JS"] }, "Ann"), "Is this the jack of spades?");
  assert.equal(heading({ ...OFFER, asks: "claim" }, "Ann"), "What does Ann claim?");
  assert.equal(heading({ ...OFFER, asks: "claim", crib: true }, "Ann"), "What does Ann claim for the crib?");
  assert.equal(heading({ ...OFFER, claimed: 24 }, "Ann"), "Ann claimed 24 – it’s worth 29");
  assert.equal(heading({ ...OFFER, claimed: 29 }, "Ann"), "Ann claimed 29: right");
  assert.equal(heading({ ...OFFER, asks: "missed", claimed: 24 }, "Ann"), "Ann’s hand: anything missed?");
  assert.equal(heading({ ...OFFER, problem: "too few" }, "Ann"), "too few");
  assert.equal(heading({ ...OFFER, problem: "too many", asks: "starter" }, "Ann"), "Which of these is the starter? Tap it.");
});

test("large phrase follows the narration; a long count is not repeated", () => {
  const steps = ["fifteen two", "fifteen four", "a pair is six", "a run is nine"].map((said, n) => ({ said, points: 2, total: 2 * n + 2, cards: [] }));
  const offer = { spoken: "all of it", points: 9, steps };
  assert.equal(phrase(offer, 1), steps[1]);
  assert.equal(phrase(offer, null), steps[3]);
  assert.deepEqual(phrase({ ...offer, steps: steps.slice(0, 3) }, null), { said: "all of it", total: 9 });
});

const corners = (left) => [[left, 150], [left + 130, 150], [left + 130, 340], [left, 340]];
const SEEN = {
  ...OFFER, source: "camera", width: 960, height: 540, missing: 0,
  outlines: { "5H": corners(90), "5D": corners(250), JS: corners(410), "5C": corners(570), "5S": corners(730) },
};

test("picture is cropped to the cards with a margin, unless a card is missing", () => {
  const cards = Object.keys(SEEN.outlines);
  const part = shownPart(SEEN, cards);
  assert.ok(part.x === 0 && part.width === 960 && part.y > 0 && part.height < 540);
  assert.deepEqual(shownPart({ ...SEEN, missing: 1 }, cards), { x: 0, y: 0, width: 960, height: 540 });
  assert.deepEqual(shownPart(SEEN, cards.slice(0, 3)), { x: 0, y: 0, width: 960, height: 540 });
});

test("manually entered offer has no picture", () => {
  assert.equal(hasPicture(SEEN), true);
  assert.equal(hasPicture({ ...SEEN, source: "picker" }), false);
});
