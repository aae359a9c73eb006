"""Power budget: current of a board, supply parts, and voltage at the farthest LED."""
