"""The adaptive player: as strong as the person it plays, from novice to expert."""

ADAPTIVE = "adaptive"
"""The level that people choose; players are named after their strength, such as `adaptive-14`."""
STEPS = 10
"""Steps between two neighbouring levels."""
