// The steps of the set-up, and what each of them may use.

import type { Page } from "../core/page.d.ts";
import type { State } from "../core/protocol.d.ts";

export interface Steps {
  language: Step;
  names: Step;
  phones: Step;
  camera: Step;
  board: Step;
  voice: Step;
}

/** One step: its elements, and what is done as it comes and goes. */
export interface Step {
  nodes: HTMLElement[];
  /** Asks the board for what it shows, before it is shown. */
  ready?(): unknown;
  /** It is shown now. */
  open?(): void;
  close?(): void;
  /** Keeps what was entered; returns why not, empty where it is kept. */
  keep?(): Promise<string>;
  show?(state: State): void;
}

export interface Tools {
  page: Page;
  dialog: HTMLDialogElement;
  /** Shows why something was not done; empty for nothing. */
  refuse(text: string): void;
  /** Goes on to the next step. */
  onward(): void;
  /** Begins the page anew with `then`, and goes on with the next step. */
  anew(then: () => void): void;
  /** Has the large button do this in place of going on; null for going on. */
  offer(act: Act | null): void;
}

export interface Act {
  text: string;
  does?: () => void;
  disabled?: boolean;
}

export interface BoardLayout {
  name: string;
  tracks: number;
  leds: number;
  leds_per_m: number | null;
  width_mm: number;
  height_mm: number;
}

export interface StripOffer {
  address: string;
  problem: string;
}
