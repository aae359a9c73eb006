// What the parts of the page are to each other; what travels to the board is in protocol.d.ts.

import type { Card, Command, Mode, Seat, State } from "./protocol.d.ts";

/** A part of the page. It draws each state, and is opened where it is a dialogue. */
export interface View {
  show?(state: State): void;
  open?(...what: any[]): unknown;
}

/** The tabs of the settings, in their order. */
export type SettingsTab = "here" | "board" | "sound" | "camera" | "games" | "machine";

/** What opens each view that can be opened. */
export interface Openings {
  board: [];
  camera: [];
  claim: [];
  discards: [rows: import("./reviews.d.ts").DiscardRow[]];
  doctor: [];
  far: [];
  first: [how?: { step?: keyof import("../first/steps.d.ts").Steps; unasked?: boolean }];
  home: [how?: { unasked?: boolean }];
  keeping: [];
  learn: [];
  help: [part?: "shuffle"];
  menu: [];
  names: [];
  newgame: [mode?: Mode, choose?: boolean];
  pair: [code?: string];
  phones: [];
  practice: [];
  picker: [known?: KnownHand];
  review: [];
  settings: [tab?: SettingsTab];
  watch: [card?: Card];
  seatcard: [seat: Seat];
  story: [];
}

/** A hand as far as it is known, to be completed by touch. */
export interface KnownHand {
  cards: Card[];
  starter: Card | null;
  doubtful?: Card[];
  problem?: string | null;
  /** Whose hand it is; without, the board knows. */
  seat?: Seat;
}

/** How a command went; `text` says why it was not done. */
export interface Answer {
  ok: boolean;
  text: string;
}

export interface Sending {
  /** Whoever sends it shows a refusal itself. */
  quiet?: boolean;
  /** It must not be done twice because two people saw the same: it names what was seen. */
  once?: boolean;
}

/** What a view may ask of the page it is part of. */
export interface Page {
  /** What was shown last. */
  readonly state: State | null;
  /** Whether there is a connection to the board. */
  readonly connected: boolean;
  /** Sends a command to the board. */
  dispatch(command: Command, how?: Sending): Promise<Answer>;
  /** Opens another view, loading it first. */
  open<Name extends keyof Openings>(name: Name, ...what: Openings[Name]): Promise<void>;
  /** Says something at the foot of the page for a moment. */
  notice(text: string): void;
  /** What speaks. */
  readonly voice: import("./voice.js").Voice;
}

declare global {
  interface HTMLElementTagNameMap {
    "peg-board": import("../board/board.js").PegBoard;
    "playing-card": HTMLElement;
  }
}
