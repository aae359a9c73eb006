// Messages of /api/camera.

import type { Card, Corner } from "../core/protocol.d.ts";

export type StepKey = "place" | "focus" | "light" | "read" | "result";
export type Verdict = "good" | "weak" | "bad" | "not told";
export type CameraWish = "start" | "look" | "next" | "again" | "read";

export interface CameraReport {
  /** Whether the camera is usable; null before the first picture. */
  live?: boolean | null;
  simulated?: boolean;
  steps?: CameraStep[];
  readings?: { done: number; of: number };
  /** Focus distance; null if it cannot be set. */
  focus?: { metres: number; fixed: boolean } | null;
  /** The pack on the table and its letters by rank; null until one was seen. */
  pack?: { code: string; letters: Record<string, string>; is_read: boolean } | null;
  /** Null while unknown. */
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
  /** Position along the bar, 0 to 1. */
  level: number;
}

export interface Picture {
  number: number;
  cards: { card: Card; corners: Corner[] }[];
  width: number;
  height: number;
}

/** The report with its picture, or a temporary or permanent problem. */
export type CameraAnswer = CameraReport & Partial<Picture> & { busy?: string; fault?: string };
