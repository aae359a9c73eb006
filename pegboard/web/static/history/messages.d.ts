// Answers of /api/history/…. Unknown values are null or missing.

import type { Card, Mode, Seat } from "../core/protocol.d.ts";

/** Progress, while games are still being read. */
export type Reading = { ready: false; done: number; of: number };
/** The answer; or the error; null if another page has been opened. */
export type Found<Page> = { page: Page } | { fault: string } | null;

export interface Somebody {
  name: string;
  /** Folded name of a person. */
  key: string | null;
  /** Level of a computer; `usual` if not recorded. */
  level: string | null;
}

export interface GameRow {
  id: string;
  number: number;
  mode: Mode;
  /** Seconds since 1970. */
  started: number;
  target: number;
  seats: (Somebody & { side: number })[];
  /** By side. */
  scores: number[];
  winner: number | null;
  skunk: 0 | 1 | 2;
  dealer: Seat;
  known: "all" | "some" | "none";
  reviewed: boolean;
  fault: string;
  /** True if people can resume it. */
  open: boolean;
}

/** Data needed to resume a game. */
export interface GoingOn {
  may_continue: boolean;
  /** The unfinished game on the table. */
  table: { id: string; scores: number[] } | null;
}

export interface GamesPage extends GoingOn {
  total: number;
  page: number;
  size: number;
  modes: Mode[];
  players: Somebody[];
  games: GameRow[];
}

export interface GamePage extends GameRow, GoingOn {
  rounds: Round[];
  story: { deal: number; at: number; scores: number[]; says: string[] }[];
  /** As SVG. */
  charts: { scores?: string };
}

export interface Round {
  dealer: Seat;
  starter: Card | null;
  left_out: string;
  /** By seat. */
  play: number[];
  totals: number[];
  hands: { seat: Seat; crib: boolean; points: number; cards: string | null }[];
}

export type Role = "dealer" | "pone";
export type What = "hand" | "crib" | "play" | "other" | "total";
/** By role: points per deal. */
export type Averages = Partial<Record<Role, Average>>;
export type Average = { deals: number; error: number | null } & Record<What, number>;

export interface PlayerRow extends Somebody {
  games: number;
  wins: number;
  /** Plain wins, skunks, double skunks. */
  skunks: number[];
  skunked: number[];
  last_at: number;
  averages: Averages;
}

export interface Published {
  per_deal: { role: Role; what: What; value: number; source: string }[];
  first_dealer_wins: { value: number; source: string };
  hands: Counts;
  cribs: Counts;
  every_hand: Counts;
}

/** By points: number of hands. */
export type Counts = Record<string, number>;

export interface PlayersPage {
  players: PlayerRow[];
  published: Published;
}

/** A game and its date. */
interface Then {
  game: string;
  at: number;
}

export interface PlayerPage extends PlayerRow {
  /** By number of players. */
  tables: Record<string, Averages>;
  /** Games in which this player dealt first, and the number won. */
  first: [games: number, wins: number];
  second: [games: number, wins: number];
  streak: number;
  hands: Counts;
  cribs: Counts;
  best: (Then & { points: number; cards: string; starter: Card; crib: boolean })[];
  opponents: (Somebody & { games: number; wins: number; skunks: number; skunked: number; points: number; against: number })[];
  best_win: (Then & { score: number; against: number }) | null;
  worst_loss: (Then & { score: number; against: number }) | null;
  best_deal: (Then & { points: number }) | null;
  pegs_only: number;
  left_out: Record<string, number>;
  course: (Then & { unit: "chance" | "points"; luck: number; decisions: number; good: number; points: number })[];
  published: Published;
  reviews: { done: number; of: number };
  /** As SVG. */
  charts: { per_deal: Record<string, string>; hands?: string; cribs?: string; skill?: string; luck?: string };
}

export interface MatchesPage {
  matches: MatchRow[];
}

export interface MatchRow {
  won: number[];
  over: boolean;
  agreed: boolean;
  first_to: number;
  length: number;
  /** Number of sides. */
  winners: number[];
  started: number;
  games: GameRow[];
}

/** The page in view: the rest of the address, and the function that requests it. */
export interface Looked {
  path: string[];
  query: URLSearchParams;
  ask<Page>(path: string): Promise<Found<Page>>;
}
