"""The current of a board, the parts that must carry it, and the voltage at the farthest LED."""
