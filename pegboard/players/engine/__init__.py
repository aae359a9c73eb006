"""Plays many deals at once: the net that chooses cards, beliefs about hidden hands, the tables."""
