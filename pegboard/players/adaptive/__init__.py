"""The adaptive player: as strong as the person it plays, from novice to expert."""

ADAPTIVE = "adaptive"
"""The level that people choose; the one that plays is named after its strength, `adaptive-14`."""
STEPS = 10
"""Steps between two neighbouring levels."""
