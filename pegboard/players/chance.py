"""A player that does anything it may: for tests, and to show what thinking is worth."""

from random import Random

from pegboard.cribbage.game import Action, View


class Chance:
    """Every legal action with the same chance."""

    name = "random"

    def choose(self, view: View, rng: Random) -> Action:
        """Returns one of `view.legal`."""
        return rng.choice(view.legal)
