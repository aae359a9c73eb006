// What /api/review and /api/history/games/…/review tell of a game looked at again.

import type { Card, Seat } from "./protocol.d.ts";

export interface Reviewing {
  ready: false;
  done: number;
  of: number;
}

export interface Review {
  ready: true;
  game: string;
  names: string[];
  unit: "chance" | "points";
  scores: number[];
  decisions: Decision[];
  curve: unknown[];
  /** The chart of winning chances as SVG, with a bar `data-step` for each step of the curve. */
  graph: string;
  not_judged: string[];
}

export interface Decision {
  deal: number;
  seat: Seat;
  cost_points: number;
  cost_chance: number | null;
  /** Standard errors of both; 0 where nothing was sampled. */
  doubt_points: number;
  doubt_chance: number;
  verdict: "best" | "slip" | "mistake" | "blunder";
  /** What it cost, what was done and why that was worse, in words. */
  cost: string;
  said: string;
  why: string;
  /** Its place in the curve. */
  step: number;
  /** The cards it names, and those of the better choice. */
  chosen: Card[];
  better: Card[];
  /** What lay there before: cards as one text, the starter, the scores by seat. */
  hand: string;
  pile: string;
  count: number;
  starter: Card | null;
  scores: number[];
  /** Of a discard: what it was worth, and what the better one. */
  parts?: { action: { hand: number; crib: number; play: number }; best: { hand: number; crib: number; play: number } };
}

/** One discard and its worth in points on average; see `analysis.discards`. */
export interface DiscardRow {
  cards: Card[];
  kept: Card[];
  hand: number;
  crib: number;
  play: number;
  total: number;
  behind: number;
  /** How far from it the truth may be, in 19 of 20 cases. */
  within: number;
  chance: number | null;
}

export interface PracticeHand {
  cards: Card[];
  dealer: boolean;
}
