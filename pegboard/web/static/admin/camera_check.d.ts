// What /api/camera tells of the camera that is set up.

import type { Card, Corner } from "../core/protocol.d.ts";

export type StepKey = "place" | "focus" | "light" | "read" | "result";
export type Verdict = "good" | "weak" | "bad" | "not told";
export type CameraWish = "start" | "look" | "next" | "again" | "read";

export interface CameraReport {
  /** Whether the camera is one; null before the first picture. */
  live?: boolean | null;
  simulated?: boolean;
  steps?: CameraStep[];
  readings?: { done: number; of: number };
  /** The distance at which the camera sees sharply; null where it cannot be set. */
  focus?: { metres: number; fixed: boolean } | null;
  /** The pack on the table, and its letters by rank; null until one was seen. */
  pack?: { code: string; letters: Record<string, string>; is_read: boolean } | null;
  /** Null until it is known. */
  passed?: boolean | null;
  cure?: string;
  says?: string;
}

export interface CameraStep {
  key: StepKey;
  verdict: Verdict;
  figures: Figure[];
  cure: string;
}

export interface Figure {
  key: string;
  name: string;
  value: number | null;
  shown: string;
  limit: string;
  verdict: Verdict;
  /** 0 to 1, along the bar. */
  level: number;
}

export interface Picture {
  number: number;
  cards: { card: Card; corners: Corner[] }[];
  width: number;
  height: number;
}

/** The report with its picture; or why there is none now, to be asked again; or what is wrong. */
export type CameraAnswer = CameraReport & Partial<Picture> & { busy?: string; fault?: string };
