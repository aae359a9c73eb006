// Type of the catalogues of the game review.

export interface Words {
  sums: { blunder: (n: number) => string; mistake: (n: number) => string; slip: (n: number) => string };
  flawless: string;
  graph: string;
  previous: string;
  next: string;
  nextCostly: string;
  at: (n: number, of: number) => string;
  where: (deal: number, name: string) => string;
  verdicts: Record<"best" | "slip" | "mistake" | "blunder", string>;
  count: (n: number) => string;
  starter: string;
  pile: string;
  hand: string;
  threw: string;
  played: string;
  better: string;
  asGood: string;
  parts: (hand: string, crib: string) => string;
  partsLess: (hand: string, crib: string) => string;
  discards: string;
  columns: { cards: string; hand: string; crib: string; play: string; total: string; behind: string };
  practice: string;
  practiceHow: string;
  ownCrib: string;
  theirCrib: string;
  chooseTwo: string;
  throwThese: string;
  nextHand: string;
  handOf: (n: number, of: number) => string;
  bestThrow: string;
  lost: (points: string) => string;
  result: (average: string, best: number, of: number) => string;
  tenMore: string;
  weighing: string;
  refused: string;
}
