"""The games of this board, read from its journal: cached, reviewed while nobody plays, exported."""
