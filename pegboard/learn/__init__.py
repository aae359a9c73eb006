"""Learning the game: the guided first deal, and the rule book."""
