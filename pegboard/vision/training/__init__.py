"""Training of the recogniser's weights; not part of the wheel. See README.md."""
