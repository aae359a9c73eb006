// A game looked at again: what each choice cost.

/** @import { Decision } from "./reviews.d.ts" */

/**
 * What was not as good as any, the dearest first.
 *
 * @param {Decision[]} decisions
 */
export const costly = (decisions) => decisions.filter(({ verdict }) => verdict !== "best")
  .sort((a, b) => (b.cost_chance ?? b.cost_points) - (a.cost_chance ?? a.cost_points));
