"""Learning the game: a guided first deal, and a quick reference."""
