"""Watching the table: the camera follows the deal, and what it sees becomes actions of the game."""
