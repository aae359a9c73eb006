// The messages between a board and whoever watches it, as ../../API.md tells of them.
//
// One declaration a message, in the order of the API page, keys in the order they are sent, and
// nothing of the page's own in it: this file can be written anew from the board's schema as it is.

/** A rank and a suit: `5H`, `TD`. */
export type Card = string;
/** A seat's number, 0 is the first. */
export type Seat = number;
export type Role = "board" | "player" | "watcher";
export type Mode = "score" | "computer" | "demo";
export type Stage = "deal" | "discard" | "cut" | "play" | "show" | "over";
export type Verb =
  | "deal" | "discard" | "cut" | "play" | "go" | "hand" | "crib" | "claim" | "muggins" | "peg" | "correct" | "penalty";

// --- what a board says

/** What comes in as text. Every other type is to be ignored, and every key that is not known. */
export type ServerMessage = StateMessage | ChangeMessage | MissedMessage | AckMessage;

/** What comes in as bytes: three a pixel, red green blue, as the strip was given them. */
export type Frame = Uint8Array;

export interface StateMessage extends State {
  type: "state";
  /** Its number while the board runs. */
  n: number;
}

export interface ChangeMessage {
  type: "change";
  n: number;
  /** The number of the state it changes. */
  after: number;
  /** The fields that are different, whole. */
  set: Partial<State>;
}

export interface MissedMessage {
  type: "missed";
  seq: number;
  lines: string[];
}

export interface AckMessage {
  type: "ack";
  id: string | null;
  ok: boolean;
  /** Why it was not done; `code` names it, the same in every language. */
  error?: string;
  code?: string;
  need?: "pairing";
}

export interface State {
  seq: number;
  game: string;
  mode: Mode;
  layout: string;
  inviting: boolean;
  waiting: WaitingGame | null;
  seats: SeatInfo[];
  /** By seat. */
  scores: number[];
  /** By seat: front and rear. */
  pegs: [number, number][];
  /** By seat. */
  pending: number[];
  target: number;
  /** The highest first. */
  skunks: SkunkLine[];
  muggins: boolean;
  dealer: Seat;
  turn: Seat | null;
  stage: Stage;
  count: number;
  pile: Card[];
  pile_by: Seat[];
  starter: Card | null;
  /** By seat; null where they may not be seen. */
  hands: (Card[] | null)[];
  hand_sizes: number[];
  crib: Card[] | null;
  /** Cards that lie face down in it. */
  crib_size: number;
  crib_of: Seat;
  pass_deal: PassDeal | null;
  /** Cards that are counted beside the starter. */
  hand_size: number;
  /** What such a hand can be worth, the least first. */
  hand_totals: number[];
  claim: ClaimedHand | null;
  call: CalledHand | null;
  callers: Seat[];
  waits: boolean;
  next: string;
  lay: string | null;
  last: LastScore | null;
  commit_s: number;
  log: LogLine[];
  shuffle: Shuffle | null;
  next_commitment: string;
  match: Match | null;
  winner: Seat | null;
  skunk: 0 | 1 | 2;
  /** By side. */
  games: number[] | null;
  offer: Offer | null;
  counting: boolean;
  notice: string | null;
  devices: Device[];
  simulated: boolean;
  bulletins: Bulletin[];
  legal: Action[];
  blocked: BlockedCard[];
  undoes: Action | null;
  you: You;
  asking: Asking[];
}

export interface WaitingGame {
  names: string[];
  scores: number[];
}

export interface SeatInfo {
  name: string;
  /** As `#rrggbb`. */
  color: string;
  /** `person`, or a computer's level. */
  player: string;
  /** `board`, the name of a device, or null for a computer. */
  at: string | null;
  side: number;
}

/** A loser with fewer points than `below` is skunked. */
export interface SkunkLine {
  below: number;
  kind: "skunk" | "double skunk" | "lurch";
}

/** How the deal passes where the board does not see the cards: what to send, one after the other. */
export interface PassDeal {
  to: Seat;
  actions: string[];
}

/** A line of a record, to be sent back as it is, and what it says. */
export interface Action {
  action: string;
  verb: Verb;
  seat: Seat | null;
  cards: Card[];
  /** Of `correct` the score. */
  points: number | null;
}

/** A card that cannot be laid: the count would be `makes`, and is `most` at most. */
export interface BlockedCard {
  card: Card;
  makes: number;
  most: number;
}

export interface ClaimedHand {
  seat: Seat;
  crib: boolean;
  cards: Card[];
  starter: Card | null;
}

export interface CalledHand extends ClaimedHand {
  points: number;
}

export interface LastScore {
  seat: Seat;
  text: string;
  /** Without the name, to stand under it. */
  short: string;
  spoken: string;
}

export interface LogLine {
  /** Null where it is nobody's. */
  seat: Seat | null;
  text: string;
  /** Without the name, to stand under it. */
  short: string;
  /** Whether it pegged points. */
  scored: boolean;
}

export interface Shuffle {
  commitment: string;
  phrase: string;
  /** Once the game is over. */
  seed?: string;
}

export interface Match {
  first_to: number | null;
  length: number | null;
  /** By side. */
  wins: number[];
  played: number;
  over: boolean;
}

export type Corner = [x: number, y: number];

export interface Offer {
  id: string;
  source: string;
  cards: Card[];
  starter: Card | null;
  /** Cards that are lacking; below nothing there are too many. */
  missing: number;
  turned: Card | null;
  doubtful: Card[];
  asks: "starter" | "card" | "";
  others: Record<Card, Card[]>;
  outlines: Record<Card, Corner[]>;
  width: number;
  height: number;
  seat: Seat;
  crib: boolean;
  points: number;
  items: { kind: string; points: number; cards: Card[] }[];
  steps: CountStep[];
  step: number | null;
  told: boolean;
  /** Seconds. */
  countdown: number | null;
  armed: boolean;
  saved: string | null;
  spoken: string;
  problem: string | null;
}

export interface CountStep {
  said: string;
  points: number;
  total: number;
  cards: Card[];
}

export interface Device {
  name: string;
  address: string;
  ok: boolean;
  says: string;
}

export interface Bulletin {
  id: string;
  text: string;
}

export interface Asking {
  id: string;
  name: string;
}

export interface You {
  role: Role;
  seat: Seat | null;
  covered: Seat[];
}

// --- what is asked of a board

/** What is sent: an id of the client's own, what it saw, and exactly one of the commands. */
export type CommandMessage = { id: string; game?: string; seq?: number } & Command;

export type Command =
  | { press: string }
  | { action: string }
  | { new: NewGame }
  | { resume: true }
  | { back: { to: number; seq: number } }
  | { count: true }
  | { cards: (Card | null)[]; starter: Card | null }
  | { accept: true; seat: Seat; crib: boolean }
  | { change: OfferChange }
  | { save: true }
  | { hold: true }
  | { dismiss: true }
  | { sit: Seat }
  | { stand: true }
  | { give: { seat: Seat; to: string | null } }
  | { show: Seat | null };

export interface NewGame {
  mode: Mode;
  players?: number;
  partners?: boolean;
  names?: string[];
  colors?: string[];
  target?: number;
  dealer?: Seat;
  /** The board cuts for the deal; `dealer` is not looked at. */
  cut?: boolean;
  seats?: string[];
  level?: string;
  rules?: Record<string, OptionValue>;
  match?: { first_to?: number; length?: number };
  phrase?: string;
}

export type OptionValue = boolean | number | string | number[];

export type OfferChange = { offer?: string } & (
  | { card: Card | null; to: Card | null }
  | { starter: Card }
  | { seat: Seat; crib: boolean }
);
