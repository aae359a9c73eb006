// Answer of /api/welcome: the choices for a new game.

import type { Mode, SetupRequest } from "../core/protocol.d.ts";

export interface Welcome {
  found: Found[];
  board: { layout: string; tracks: number };
  colors: { name: string; color: string }[];
  levels: string[];
  targets: number[];
  tables: Table[];
  options: Option[];
  /** The setup of the last game. */
  setups: Partial<Record<Mode, Setup>> & { score: Setup; computer: Setup };
  /** By seat of each setup: whether a person gave the name. */
  named: Partial<Record<Mode, boolean[]>> & { score: boolean[]; computer: boolean[] };
  /** By kind of game: whether it was played with this setup. */
  played: { score: boolean; computer: boolean };
  /** Names of regular players. */
  regulars: string[];
}

/** A device in plain words. */
export interface Found {
  name: string;
  ok: boolean;
  simulated: boolean;
  text: string;
  says: string;
}

/** Number of players at a table, and partners. */
export interface Table {
  key: string;
  players: number;
  partners: boolean;
  /** By seat. */
  sides: number[];
}

export interface Option {
  name: string;
  values: (boolean | number | string)[];
  usual: OptionValue;
  text: string;
}

/** A value of an option. */
export type OptionValue = boolean | number | string | number[];

/** A request with all choices; without a match if there is none. */
export type Setup = { [Key in Exclude<keyof SetupRequest, "level" | "phrase" | "match">]-?: NonNullable<SetupRequest[Key]> }
  & { match?: NonNullable<SetupRequest["match"]> };
