// What /api/welcome tells whoever is to choose a game.

import type { Mode, SetupRequest } from "../core/protocol.d.ts";

export interface Welcome {
  found: Found[];
  board: { layout: string; tracks: number };
  colors: { name: string; color: string }[];
  levels: string[];
  targets: number[];
  tables: Table[];
  options: Option[];
  /** What sits down as the last time. */
  setups: Partial<Record<Mode, Setup>> & { score: Setup; computer: Setup };
  /** By seat of each setup: whether somebody gave it its name. */
  named: Partial<Record<Mode, boolean[]>> & { score: boolean[]; computer: boolean[] };
  /** By kind of game: whether those of its setup have sat down to one. */
  played: { score: boolean; computer: boolean };
  /** Names of people who often play here. */
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

/** How many may sit down together, and which seats are one side. */
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

/** A request that names all that can be chosen, but for a match where there is none. */
export type Setup = { [Key in Exclude<keyof SetupRequest, "level" | "phrase" | "match">]-?: NonNullable<SetupRequest[Key]> }
  & { match?: NonNullable<SetupRequest["match"]> };
