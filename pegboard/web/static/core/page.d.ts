// Interfaces between the parts of the page; messages of the board are in protocol.d.ts.

import type { Card, Command, Mode, Seat, State } from "./protocol.d.ts";

/** A part of the page. It draws each state, and is opened if it is a dialog. */
export interface View {
  show?(state: State): void;
  open?(...what: any[]): unknown;
}

/** The tabs of the settings, in order. */
export type SettingsTab = "here" | "board" | "sound" | "camera" | "games" | "machine";

/** The views that can be opened, with their arguments. */
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

/** A partially known hand, to be completed by touch. */
export interface KnownHand {
  cards: Card[];
  starter: Card | null;
  doubtful?: Card[];
  problem?: string | null;
  /** The hand's owner; if missing, the board knows. */
  seat?: Seat;
}

/** Result of a command; `text` says why it failed. */
export interface Answer {
  ok: boolean;
  text: string;
}

export interface Sending {
  /** The sender shows a refusal itself. */
  quiet?: boolean;
  /** It must not be executed twice because two people saw the same: it names the seen state. */
  once?: boolean;
}

/** Services of the page for its views. */
export interface Page {
  /** The last state shown. */
  readonly state: State | null;
  /** Whether the board is connected. */
  readonly connected: boolean;
  /** Sends a command to the board. */
  dispatch(command: Command, how?: Sending): Promise<Answer>;
  /** Opens another view, loading it first. */
  open<Name extends keyof Openings>(name: Name, ...what: Openings[Name]): Promise<void>;
  /** Shows a message at the foot of the page for a moment. */
  notice(text: string): void;
  /** The voice. */
  readonly voice: import("./voice.js").Voice;
}

declare global {
  interface HTMLElementTagNameMap {
    "peg-board": import("../board/board.js").PegBoard;
    "playing-card": HTMLElement;
  }
}
