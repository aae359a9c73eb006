"""The glyphs printed in the index of a card, above the suit.

A glyph is a shape. Its rank depends on the country of the pack: a V is a jack in France and a queen
in the Netherlands.
"""

GLYPHS = (
    "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K",
    "1", "V", "D", "R", "B", "H", "W", "Kn", "E",
    "other",
)  # fmt: skip
"""In the order of the net's outputs. The first 13 are those of an English pack, from the ace to
the king; "other" is a letter that none of the packs we know has."""
RANKS = 13
"""Ranks of a suit, and glyphs of an English pack."""
OTHER = GLYPHS.index("other")
