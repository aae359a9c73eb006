"""Games between this board and another, with one seat each."""
