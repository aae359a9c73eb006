// The steps of the set-up, and the tools they use.

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

/** A step: its elements and its callbacks. */
export interface Step {
  nodes: HTMLElement[];
  /** Called before the step is shown, to load data from the board. */
  ready?(): unknown;
  /** Called when the step is shown. */
  open?(): void;
  close?(): void;
  /** Saves the entries; resolves to the error, empty on success. */
  keep?(): Promise<string>;
  show?(state: State): void;
}

export interface Tools {
  page: Page;
  dialog: HTMLDialogElement;
  /** Shows an error; empty clears it. */
  refuse(text: string): void;
  /** Goes to the next step. */
  onward(): void;
  /** Reloads the page with `then`, and goes to the next step. */
  anew(then: () => void): void;
  /** Sets the action of the main button; null to continue. */
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
