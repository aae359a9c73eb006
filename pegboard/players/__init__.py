"""Computer players, one file for each strength.

A player is given a `View` and nothing else, so it cannot peek: what is not in the view it does
not know. It keeps nothing between two decisions, so one player may hold any number of seats.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from random import Random
from typing import Protocol, runtime_checkable

from pegboard.cribbage.game import Action, Muggins, View
from pegboard.errors import Code, ConfigError
from pegboard.players.chance import Chance
from pegboard.players.simple import Simple


class PlayerFault(Code):
    """Codes of `ConfigError` for a name that no player has."""

    UNKNOWN = "no-such-player", "unknown player {name}: must be one of {known}"


class Player(Protocol):
    """Interface of a computer player."""

    @property
    def name(self) -> str:
        """Player's name in the configuration."""

    def choose(self, view: View, rng: Random) -> Action:
        """Returns one of `view.legal`, which must not be empty. Uses no randomness except `rng`."""


@runtime_checkable
class Caller(Protocol):
    """A player that checks what others count by hand."""

    def calls(self, view: View, rng: Random) -> Muggins | None:
        """Returns a call of muggins when `view.legal` holds nothing else.

        None if it sees none.
        """


LEVELS: Mapping[str, str] = {
    "random": "chance.Chance",
    "novice": "beginner.Novice",
    "beginner": "beginner.Beginner",
    "greedy": "greedy.Greedy",
    "club": "club.Club",
    "simple": "simple.Simple",
    "reference": "reference.Reference",
    "expert": "expert.player.Expert",
}
"""Modules of the players by name, the weakest first. Those that think need numpy: it is loaded with
the first of them."""

FOR_PEOPLE = ("novice", "beginner", "club", "expert")
"""The levels people choose from, weakest first; the others are yardsticks and for tests."""


@cache
def by_name(name: str) -> Player:
    """Returns the player with this name.

    Raises:
        ConfigError: there is none.
    """
    if name.startswith("adaptive-"):
        between: Player = import_module(f"{__name__}.adaptive.blend").Blend(name)
        return between
    if name not in LEVELS:
        raise ConfigError(PlayerFault.UNKNOWN, name=repr(name), known=", ".join(LEVELS))
    module, _, kind = LEVELS[name].rpartition(".")
    player: Player = getattr(import_module(f"{__name__}.{module}"), kind)()
    return player


__all__ = ["FOR_PEOPLE", "LEVELS", "Caller", "Chance", "Player", "Simple", "by_name"]
