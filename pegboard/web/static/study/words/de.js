// Written by `make words` from pegboard/i18n/de.po: make changes there.

import { counter } from "../../words/grammar.js";

const count = counter((n) => Number(n !== 1));

/** @type {import("./words.d.ts").Words} */
export const words = {
  sums: {
    blunder: (n) => count(n, `${n} grober Fehler`, `${n} grobe Fehler`),
    mistake: (n) => count(n, `${n} Fehler`, `${n} Fehler`),
    slip: (n) => count(n, `${n} Ungenauigkeit`, `${n} Ungenauigkeiten`),
  },
  flawless: "Jede Entscheidung war so gut wie die beste.",
  graph: "Gewinnchance, Schritt für Schritt. Ein Klick zeigt die Entscheidung dort.",
  previous: "Vorige Entscheidung",
  next: "Nächste Entscheidung",
  nextCostly: "Nächster Fehler",
  at: (n, of) => `${n} von ${of}`,
  where: (deal, name) => `Runde ${deal}: ${name}`,
  verdicts: {
    best: "die beste Wahl",
    slip: "eine Ungenauigkeit",
    mistake: "ein Fehler",
    blunder: "ein grober Fehler",
  },
  count: (n) => `Zahl ${n}`,
  starter: "Starter",
  pile: "Gespielt",
  hand: "Blatt",
  threw: "Abgelegt",
  played: "Gespielt",
  better: "Besser",
  asGood: "Nichts war besser.",
  parts: (hand, crib) => `Blatt ${hand} + Crib ${crib}`,
  partsLess: (hand, crib) => `Blatt ${hand} − Crib ${crib}`,
  discards: "Alle Ablagen",
  columns: {
    cards: "Ablage",
    hand: "Blatt",
    crib: "Crib",
    play: "Spiel",
    total: "Summe",
    behind: "Abstand",
  },
  practice: "Ablegen üben",
  practiceHow: "Zehn Blätter: leg jedes Mal zwei Karten ab und sieh, was es kostet.",
  ownCrib: "Deine Crib",
  theirCrib: "Fremde Crib",
  chooseTwo: "Wähle zwei Karten für die Crib.",
  throwThese: "Diese zwei ablegen",
  nextHand: "Nächstes Blatt",
  handOf: (n, of) => `Blatt ${n} von ${of}`,
  bestThrow: "Die beste Ablage!",
  lost: (points) => `${points} Punkte hinter der besten.`,
  result: (average, best, of) => `Im Schnitt ${average} Punkte je Blatt verloren. Die beste Ablage ${best}-mal von ${of}.`,
  tenMore: "Zehn weitere",
  weighing: "Wägt jede Ablage …",
  refused: "Das Brett antwortet nicht. Versuch es noch einmal.",
};
