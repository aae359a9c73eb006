// Answers of /api/lesson for the guided first deal.

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
  /** Number of the opponent's cards. */
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

/** Feedback on a choice. */
export interface Judged {
  kind: "well" | "better" | "not" | "hint";
  text: string;
  cards: Card[];
}
