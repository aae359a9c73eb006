"""Chooses decks whose suits people can tell apart."""

from __future__ import annotations

from random import Random

from pegboard.vision.training.render.signs import alike
from pegboard.vision.training.render.styles import Style, random_style

MOST_ALIKE = 0.84
"""Share of ink that a club and a spade may have in common. Of the 38 installed fonts that have both
signs the most alike have 0.835 (a typewriter's, squeezed into its width), the median 0.75; of the
renderer's drawn signs one pair in ten has more, and then people guess as well."""


def legible_style(pick: Random) -> Style:
    """Returns a style of cards in which clubs are told from spades as well as in any font."""
    while True:
        style = random_style(pick, (), False)
        if all(
            alike(signs["C"], signs["S"]) <= MOST_ALIKE for signs in (style.pips, style.body_pips)
        ):
            return style
