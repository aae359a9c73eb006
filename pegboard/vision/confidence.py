"""Confidence thresholds for reporting a card, and for calling a reading sure."""

ACCEPTED = 0.55
"""Confidence from which a card is reported."""
CERTAIN = 0.8
"""Confidence from which a card is not doubtful."""
RIVAL = 0.3
"""A card below ACCEPTED but above this nearly made it: the reading is not sure."""
FAINT = 0.2
"""The same where no card that is reported lies. Chosen on rendered hands."""
