"""Pairings of every round: rotation, bracket."""
