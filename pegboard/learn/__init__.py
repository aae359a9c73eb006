"""Learning the game: the guided first deal and the quick reference."""
