// Answer of /api/layout: the position of each pixel, in millimetres.

export type Lamp = [pixel: number, x: number, y: number];
export type Point = [x: number, y: number];

export interface Layout {
  name: string;
  /** Number of pixels. */
  length: number;
  width_mm: number;
  height_mm: number;
  names: string[];
  /** By track: holes 1 to the last one. */
  tracks: Lamp[][];
  /** By track: hole 0, if the board has it. */
  starts?: (Lamp | null)[];
  extras?: Extra[];
}

/** Lamps beside the holes. */
export interface Extra {
  shows: "crib" | "wins" | "count";
  track: number | null;
  lamps: Lamp[];
}

/** Size of the drawing, in millimetres. */
export interface Plan {
  tracks: Point[][];
  starts: (Point | null)[];
  holes: Point[];
  pitch: number;
  lane: number;
  /** Unit of holes, numbers and lines. */
  unit: number;
  radius: number;
}
