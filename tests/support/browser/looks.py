"""Screen sizes, each with a language, for accessibility tests."""

LOOKS = [(390, 844, "de"), (800, 480, "fr"), (1280, 800, "en")]
"""Width, height, language."""
SMALLEST = LOOKS[0]
