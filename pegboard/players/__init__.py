"""Computer players, one file for each strength.

A player is given a `View` and nothing else, so it cannot peek: what is not in the view it does
not know. It keeps nothing between two decisions, so one player may hold any number of seats.
"""

from collections.abc import Mapping
from random import Random
from typing import Protocol

from pegboard.errors import ConfigError
from pegboard.game import Action, View
from pegboard.players.chance import Chance
from pegboard.players.simple import Simple


class Player(Protocol):
    """Somebody who decides."""

    @property
    def name(self) -> str:
        """What the configuration calls it."""

    def choose(self, view: View, rng: Random) -> Action:
        """One of `view.legal`, which is not empty. Draws on no chance but `rng`."""


LEVELS: Mapping[str, Player] = {player.name: player for player in (Chance(), Simple())}
"""All players by name, the weakest first."""


def by_name(name: str) -> Player:
    """The player of that name.

    Raises:
        ConfigError: there is none.
    """
    try:
        return LEVELS[name]
    except KeyError:
        raise ConfigError(f"no player is called {name!r}: there are {', '.join(LEVELS)}") from None


__all__ = ["LEVELS", "Chance", "Player", "Simple", "by_name"]
