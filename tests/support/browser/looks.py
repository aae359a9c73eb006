"""Looks that everybody's page must have: sizes of screens, each with a language."""

LOOKS = [(390, 844, "de"), (800, 480, "fr"), (1280, 800, "en")]
"""Width, height, language."""
SMALLEST = LOOKS[0]
