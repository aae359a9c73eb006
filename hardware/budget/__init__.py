"""How much current a board draws, what has to carry it, and what is left at the farthest LED."""
