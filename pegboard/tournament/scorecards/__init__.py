"""Score cards as their players keep them, corrections, and the cross-check."""
