// What a hall tells: see pegboard/hall/live/game.py, event/shown.py and service/.

export interface OpenGame {
  game: string;
  mode: string;
  began: number;
  at: number;
  entries: number;
  players: number;
  target: number;
  sides: { front: number; rear: number }[];
  dealer: number;
  turn: number | null;
  stage: "deal" | "discard" | "cut" | "play" | "show" | "over";
  starter: string | null;
  pile: string[];
  count: number;
  shown: string[][];
  crib: string[];
  winner: number | null;
  skunk: number;
  /** Of each side to win, in percent; none where it is not known. */
  chances: number[];
}

export interface Board {
  name: string;
  connected: boolean;
  behind: number;
  revoked: boolean;
  game: OpenGame | null;
}

export interface EventTable {
  table: number;
  board: string | null;
  players: [string, string];
  points: [number | null, number | null];
}

export interface Place {
  place: number;
  tied: boolean;
  player: string;
  points: number;
  won: number;
  plus: number;
  minus: number;
  games: number;
  grass_roots: number | null;
}

export interface Match {
  number: number;
  players: [string | null, string | null];
  winner: string | null;
  games: [number, number];
  bye: boolean;
  /** Games won so far by each of the players, where it is played game by game. */
  score: [number, number];
  /** At which it is played now. */
  table: number | null;
}

/** A table at which a match or, in round 0, a play-off goes on. */
export interface MatchTable {
  match: [round: number, number: number];
  table: number;
  board: string | null;
  players: [string, string];
  score: [number, number];
  /** Number of the next game. */
  game: number;
}

export interface ClubEvent {
  id: string;
  name: string;
  kind: "club" | "main" | "consolation" | "duplicate";
  games: number;
  round: number;
  names: Record<string, string>;
  present: string[];
  bye: string | null;
  tables: EventTable[];
  boards: Record<string, string>;
  standings: Place[];
  seeds: string[];
  bracket: Match[][];
  best_of: number;
  matches: MatchTable[];
  /** Id of the event beside the bracket; empty without one. */
  consolation: string;
  /** Of a duplicate night; the secret is empty until the deals are revealed. */
  duplicate: { commitment: string; secret: string; scores: Record<string, number>; games: [game: number, datum: number, margins: Record<string, number>][] } | null;
  /** The director keeps the standings to themselves for now. */
  hidden: boolean;
}

/** What `/api/card` tells of a player; `place` is null while the standings are hidden. */
export interface PlayerCard {
  ok: boolean;
  name: string;
  /** What the event is called. */
  event: string;
  lines: { game: number; opponent: string; points: number | null; plus: number | null; minus: number | null; signed: boolean }[];
  place: number | null;
  of: number;
}

/** Of a round: when its time is up, in seconds since 1970, or how many seconds are left in a pause. */
export interface Timer {
  until: number | null;
  left: number | null;
}

/** Everything that all may see: `boards` by their ids. */
export interface Hall {
  name: string;
  /** As phones reach it, if it listens to them. */
  address: string;
  reachable: boolean;
  boards: Map<string, Board>;
  event: ClubEvent | null;
  timer: Timer;
  /** The other events that go on at the same time. */
  beside: { event: ClubEvent; timer: Timer }[];
}

/** A table as it is drawn: of the event, or a board without one. */
export interface Table {
  key: string;
  /** Of the event; null for a board without one. */
  number: number | null;
  /** Id of the event, if it is not the first that goes on. */
  event: string;
  title: string;
  names: string[];
  board: Board | null;
}

export type Line = [game: number, opponent: string, points: number | null, plus: number | null, minus: number | null];

export interface BoardRow {
  id: string;
  name: string;
  connected: boolean;
  heard: number | null;
  entries: number;
  states: Record<string, number>;
  courses: { epoch: number; branches: { branch: number; shares: number; entries: number }[] }[];
}

export interface Pending {
  round: number;
  table: number;
  board: string;
  game: string;
  scores: [number, number];
  winner: number;
  /** Of which it is a game. */
  match: [number, number] | null;
}

/** A board that asks for a table; `gone` stands there now, if any does. */
export interface Asked {
  board: string;
  event: string;
  round: number;
  table: number;
  gone: string;
  doubt: "here" | "just-now" | "entries" | "result" | "busy" | "dealt" | "several";
}

export interface LogEntry {
  seq: number;
  counts: boolean;
  undone: boolean;
  decision: { do: string; at: number; by: string } & Record<string, any>;
}

export interface Desk extends Timer {
  event: ClubEvent | null;
  hidden: boolean;
  /** All events of the hall, the oldest first. */
  events: { id: string; name: string; kind: ClubEvent["kind"]; running: boolean; beside: string | null }[];
  qualifying: { qualified: string[]; undecided: string[]; open: number } | null;
  cards: Record<string, Line[]>;
  log: LogEntry[];
  pending: Pending[];
  asked: Asked[];
}

export interface Boards {
  boards: BoardRow[];
  code: { code: string; seconds: number } | null;
  /** As boards and phones reach it. */
  address: string;
  reachable: boolean;
  /** Since the last quiet hour: how many there were, and when the latest was, in seconds since 1970. */
  wrong_pins: { n: number; at: number } | null;
}
