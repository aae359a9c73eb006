"""Round-robin rating of players on the same cards: games, ratings and chart."""
