// What /api/layout tells: where each pixel is, in millimetres.

export type Lamp = [pixel: number, x: number, y: number];
export type Point = [x: number, y: number];

export interface Layout {
  name: string;
  /** Pixels in all. */
  length: number;
  width_mm: number;
  height_mm: number;
  names: string[];
  /** By track: holes 1 to the last. */
  tracks: Lamp[][];
  /** By track: hole 0, where the board has it. */
  starts?: (Lamp | null)[];
  extras?: Extra[];
}

/** Lamps beside the holes. */
export interface Extra {
  shows: "crib" | "wins" | "count";
  track: number | null;
  lamps: Lamp[];
}

/** How large what is drawn is, in millimetres. */
export interface Plan {
  tracks: Point[][];
  starts: (Point | null)[];
  holes: Point[];
  pitch: number;
  lane: number;
  /** What holes, numbers and lines are measured by. */
  unit: number;
  radius: number;
}
