// Answers of /api/review and /api/history/games/…/review.

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
  /** Chart of winning chances as SVG, with a bar `data-step` for each step of the curve. */
  graph: string;
  not_judged: string[];
}

export interface Decision {
  deal: number;
  seat: Seat;
  cost_points: number;
  cost_chance: number | null;
  /** Standard errors of both; 0 without sampling. */
  doubt_points: number;
  doubt_chance: number;
  verdict: "best" | "slip" | "mistake" | "blunder";
  /** In words: the cost, the choice, and why it was worse. */
  cost: string;
  said: string;
  why: string;
  /** Index in the curve. */
  step: number;
  /** The cards of the choice, and those of the better one. */
  chosen: Card[];
  better: Card[];
  /** The situation: cards as one text, the starter, the scores by seat. */
  hand: string;
  pile: string;
  count: number;
  starter: Card | null;
  scores: number[];
  /** For a discard: its value, and that of the better one. */
  parts?: { action: { hand: number; crib: number; play: number }; best: { hand: number; crib: number; play: number } };
}

/** A discard and its average value in points; see `analysis.discards`. */
export interface DiscardRow {
  cards: Card[];
  kept: Card[];
  hand: number;
  crib: number;
  play: number;
  total: number;
  behind: number;
  /** 95 % confidence interval, plus or minus. */
  within: number;
  chance: number | null;
}

export interface PracticeHand {
  cards: Card[];
  dealer: boolean;
}
