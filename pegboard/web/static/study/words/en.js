// Written by `make words` from en.json: make changes there.

import { counter } from "../../words/grammar.js";

const count = counter((n) => Number(n !== 1));

/** @type {import("./words.d.ts").Words} */
export const words = {
  sums: {
    blunder: (n) => count(n, `${n} blunder`, `${n} blunders`),
    mistake: (n) => count(n, `${n} mistake`, `${n} mistakes`),
    slip: (n) => count(n, `${n} slip`, `${n} slips`),
  },
  flawless: "Every decision was as good as the best.",
  graph: "Chance of winning, step by step. Click to see the decision there.",
  previous: "Previous decision",
  next: "Next decision",
  nextCostly: "Next mistake",
  at: (n, of) => `${n} of ${of}`,
  where: (deal, name) => `Deal ${deal}: ${name}`,
  verdicts: {
    best: "best",
    slip: "a slip",
    mistake: "a mistake",
    blunder: "a blunder",
  },
  count: (n) => `count ${n}`,
  starter: "Starter",
  pile: "Played",
  hand: "Hand",
  threw: "Thrown",
  played: "Played",
  better: "Better",
  asGood: "Nothing was better.",
  parts: (hand, crib) => `hand ${hand} + crib ${crib}`,
  partsLess: (hand, crib) => `hand ${hand} − crib ${crib}`,
  discards: "All discards",
  columns: {
    cards: "Throw",
    hand: "Hand",
    crib: "Crib",
    play: "Play",
    total: "Total",
    behind: "Behind",
  },
  practice: "Discard practice",
  practiceHow: "Ten hands: throw two cards each time, and see what it costs.",
  ownCrib: "Your crib",
  theirCrib: "Their crib",
  chooseTwo: "Choose two cards for the crib.",
  throwThese: "Throw these two",
  nextHand: "Next hand",
  handOf: (n, of) => `Hand ${n} of ${of}`,
  bestThrow: "The best throw!",
  lost: (points) => `${points} points behind the best.`,
  result: (average, best, of) => `Average loss: ${average} points a hand. The best throw ${best} of ${of} times.`,
  tenMore: "Ten more hands",
  weighing: "Weighing every discard …",
  refused: "The board is not responding. Try again.",
};
