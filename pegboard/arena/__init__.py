"""Computer players against each other: the arena, programs as players, the ladder."""
