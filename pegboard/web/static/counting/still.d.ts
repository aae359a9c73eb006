import type { Offer } from "../core/protocol.d.ts";

/** The part of an offer that does not change during its narration. */
export type StillOffer = Omit<Offer, "step" | "narrated" | "countdown" | "saved" | "autopeg_pending">;
