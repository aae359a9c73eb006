"""GPIO pins of two dials."""

PINS = {"0a": 16, "0b": 20, "0push": 21, "1a": 19, "1b": 26, "1push": 4}
"""Wiring of a two-player board as proposed in the README."""
