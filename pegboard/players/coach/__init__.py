"""Tells what each choice is worth, for hints and reviews: slower than a player, and closer."""
