"""The game history of this board: cached, reviewed while nobody plays, and exported."""
