"""Glyphs printed in the index of a card, above the suit sign.

A glyph is a shape. Its rank depends on the country of the pack: a V is a jack in France and a queen
in the Netherlands.
"""

GLYPHS = (
    "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K",
    "1", "V", "D", "R", "B", "H", "W", "Kn", "E",
    "other",
)  # fmt: skip
"""Glyphs in the order of the net's outputs. The first 13 are those of an English pack, ace to king;
"other" is a letter of no known pack."""
RANKS = 13
"""Number of ranks, and of glyphs of an English pack."""
OTHER = GLYPHS.index("other")
