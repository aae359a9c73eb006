// What /api/review and /api/history/games/…/review tell of a game looked at again.

import type { Seat } from "./protocol.d.ts";

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
  not_judged: string[];
}

export interface Decision {
  deal: number;
  seat: Seat;
  cost_points: number;
  cost_chance: number | null;
  verdict: "best" | "slip" | "mistake" | "blunder";
  /** What it cost, what was done and why that was worse, in words. */
  cost: string;
  said: string;
  why: string;
}
