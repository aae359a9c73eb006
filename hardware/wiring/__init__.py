"""The wiring of each of the three builds, as data and as diagrams."""
