"""A random player: for tests, and as a baseline."""

from random import Random

from pegboard.cribbage.game import Action, View


class Chance:
    """Player that chooses among the legal actions with equal probability."""

    name = "random"

    def choose(self, view: View, rng: Random) -> Action:
        """Returns one of `view.legal`."""
        return rng.choice(view.legal)
