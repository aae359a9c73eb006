"""Confidence thresholds above which a card is reported, and a reading counts as sure."""

ACCEPTED = 0.55
"""Minimum confidence of a reported card."""
CERTAIN = 0.8
"""Minimum confidence of a card that is not doubtful."""
RIVAL = 0.3
"""Confidence above which an unreported card makes the reading unsure."""
FAINT = 0.2
"""Like RIVAL, for a card apart from all reported ones. Chosen on rendered hands."""
