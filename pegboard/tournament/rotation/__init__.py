"""Pairings: rotation and bracket."""
