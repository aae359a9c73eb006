// Written by `make words` from pegboard/i18n/fr.po: make changes there.

import { counter } from "../../words/grammar.js";

const count = counter((n) => Number(n > 1));

/** @type {import("./words.d.ts").Words} */
export const words = {
  sums: {
    blunder: (n) => count(n, `${n} gaffe`, `${n} gaffes`),
    mistake: (n) => count(n, `${n} erreur`, `${n} erreurs`),
    slip: (n) => count(n, `${n} imprécision`, `${n} imprécisions`),
  },
  flawless: "Chaque décision valait la meilleure.",
  graph: "Chances de gagner, pas à pas. Touchez pour voir la décision.",
  previous: "Décision précédente",
  next: "Décision suivante",
  nextCostly: "Erreur suivante",
  at: (n, of) => `${n} sur ${of}`,
  where: (deal, name) => `Donne ${deal} : ${name}`,
  verdicts: {
    best: "le meilleur choix",
    slip: "une imprécision",
    mistake: "une erreur",
    blunder: "une gaffe",
  },
  count: (n) => `compte ${n}`,
  starter: "Retourne",
  pile: "Jouées",
  hand: "Main",
  threw: "Écarté",
  played: "Joué",
  better: "Mieux",
  asGood: "Rien n’était meilleur.",
  parts: (hand, crib) => `main ${hand} + crib ${crib}`,
  partsLess: (hand, crib) => `main ${hand} − crib ${crib}`,
  discards: "Tous les écarts",
  columns: {
    cards: "Écart",
    hand: "Main",
    crib: "Crib",
    play: "Jeu",
    total: "Total",
    behind: "Retard",
  },
  practice: "S’exercer à l’écart",
  practiceHow: "Dix mains : écartez deux cartes à chaque fois, et voyez ce que cela coûte.",
  ownCrib: "Votre crib",
  theirCrib: "Crib adverse",
  chooseTwo: "Choisissez deux cartes pour le crib.",
  throwThese: "Écarter ces deux",
  nextHand: "Main suivante",
  handOf: (n, of) => `Main ${n} sur ${of}`,
  bestThrow: "Le meilleur écart !",
  lost: (points) => `${points} points de moins que le meilleur.`,
  result: (average, best, of) => `Perte moyenne : ${average} points par main. Le meilleur écart ${best} fois sur ${of}.`,
  tenMore: "Dix de plus",
  weighing: "Évalue chaque écart …",
  refused: "La planche ne répond pas. Essayez encore.",
};
