"""This board's game history: cached, reviewed while nobody plays, and exported."""
