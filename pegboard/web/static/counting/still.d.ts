import type { Offer } from "../core/protocol.d.ts";

/** What of an offer stays as it is while the board tells it. */
export type StillOffer = Omit<Offer, "step" | "narrated" | "countdown" | "saved" | "autopeg_pending">;
