// Review of a game: the cost of each decision.

/** @import { Decision } from "./reviews.d.ts" */

/**
 * The suboptimal decisions, costliest first.
 *
 * @param {Decision[]} decisions
 */
export const costly = (decisions) => decisions.filter(({ verdict }) => verdict !== "best")
  .sort((a, b) => (b.cost_chance ?? b.cost_points) - (a.cost_chance ?? a.cost_points));
