// What /api/lesson tells of the guided first deal.

import type { Action, Card, CountStep, Seat } from "../core/protocol.d.ts";

export interface Lesson {
  page: "aim" | "lay" | "cut" | "play" | "other" | "own" | "crib" | "end";
  number: number;
  of: number;
  wants: "read" | "lay" | "play" | "go" | "count" | "";
  title: string;
  text: string[];
  happened: string[];
  hand: Card[];
  legal: Action[];
  pile: Card[];
  count: number;
  starter: Card | null;
  scores: [number, number];
  pegs: [number, number][];
  /** Cards the other player holds. */
  others: number;
  shown: CountedHand | null;
  choices: number[];
  judged: Judged | null;
  /** The lines so far. */
  done: string[];
}

export interface CountedHand {
  seat: Seat;
  crib: boolean;
  cards: Card[];
  points: number | null;
  steps: CountStep[];
}

/** What is said of a choice. */
export interface Judged {
  kind: "well" | "better" | "not" | "hint";
  text: string;
  cards: Card[];
}
