"""Score cards, corrections and the cross-check."""
