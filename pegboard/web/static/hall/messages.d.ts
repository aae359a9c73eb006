// Messages of a hall: see pegboard/hall/live/game.py, event/shown.py and service/.

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
  /** Chance of each side to win, in percent; null if unknown. */
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
  /** At the end of the game, by the cards; null before. */
  scores?: [number, number] | null;
  /** The board's latest game that was over before the draw; empty without one. */
  previous?: string;
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
  /** Games won so far by each player, if played game by game. */
  score: [number, number];
  /** Number of the table, while being played. */
  table: number | null;
}

/** A table of a match or, in round 0, of a play-off. */
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
  /** Id of the event besides the bracket; empty without one. */
  consolation: string;
  /** Of a duplicate night; the secret is empty until the deals are revealed. */
  duplicate: { commitment: string; secret: string; scores: Record<string, number>; games: [game: number, datum: number, margins: Record<string, number>][] } | null;
  /** True while the director hides the standings. */
  hidden: boolean;
}

/** Answer of `/api/card` for a player; `place` is null while the standings are hidden. */
export interface PlayerCard {
  ok: boolean;
  name: string;
  /** Name of the event. */
  event: string;
  lines: { game: number; opponent: string; points: number | null; plus: number | null; minus: number | null; signed: boolean }[];
  place: number | null;
  of: number;
}

/** Of a round: the end in seconds since 1970, or the remaining seconds of a paused timer. */
export interface Timer {
  until: number | null;
  left: number | null;
}

/** All public parts: `boards` by id. */
export interface Hall {
  name: string;
  /** Address for phones, if the hall listens to them. */
  address: string;
  reachable: boolean;
  boards: Map<string, Board>;
  event: ClubEvent | null;
  timer: Timer;
  /** Other running events. */
  beside: { event: ClubEvent; timer: Timer }[];
}

/** A table as drawn: of the event, or a board without one. */
export interface Table {
  key: string;
  /** Of the event; null for a board without one. */
  number: number | null;
  /** Id of the event, unless it is the main one. */
  event: string;
  title: string;
  names: string[];
  board: Board | null;
  /** On the cards; null before. */
  scores: [number, number] | null;
}

/** Answer of `/api/director/report.json`. */
export interface Report {
  ok: boolean;
  event: ClubEvent;
  /** Time of the first decision, in seconds since 1970. */
  began: number;
  players: Record<string, { name: string; number: string; club: string }>;
  rounds: { round: number; tables: EventTable[]; bye: string | null }[];
  /** Those in force. */
  decisions: { seq: number; decision: LogEntry["decision"] }[];
}

export type Line = [game: number, opponent: string, points: number | null, plus: number | null, minus: number | null];

/** A player to enter; number and club may be empty. */
export interface Newcomer {
  name: string;
  number: string;
  club: string;
}

/** Answer of `/api/director/last-players`: the players of the latest other event, by name. */
export interface LastPlayers {
  event: string;
  players: Newcomer[];
}

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
  /** The event of the game. */
  match: [number, number] | null;
}

/** A board that requests a table; `gone` is the board there now, if any. */
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

/** When a signed game was played, by the hall's clock: seconds after the draw, and from first to last entry. */
export interface Timing {
  round: number;
  table: number;
  game: string;
  after_s: number;
  took_s: number;
  match: [number, number] | null;
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
  /** Refused games that were over before the draw. */
  early: { round: number; table: number; board: string; game: string }[];
  timings: Timing[];
  asked: Asked[];
}

export interface Boards {
  boards: BoardRow[];
  code: { code: string; seconds: number } | null;
  /** Address for boards and phones. */
  address: string;
  reachable: boolean;
  /** Since the last quiet hour: their number, and the time of the latest in seconds since 1970. */
  wrong_pins: { n: number; at: number } | null;
  wrong_codes: { n: number; at: number } | null;
}
