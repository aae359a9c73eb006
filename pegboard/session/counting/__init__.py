"""Counting a hand, from the camera's reading to the points pegged."""
