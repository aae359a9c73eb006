"""Watching the table: the camera follows the deal, and its lines become actions of the game."""
