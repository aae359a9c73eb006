"""Review of a game: the cost of each decision, luck and skill, and hints."""
