"""Computer players, one module or package per level.

A player gets a `View` and nothing else, so it cannot peek at hidden cards. It keeps no state
between decisions, so one player may play for any number of seats.
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
    """Codes of `ConfigError` for an unknown player name."""

    UNKNOWN = "no-such-player", "unknown player {name}: must be one of {known}"


class Player(Protocol):
    """Interface of a computer player."""

    @property
    def name(self) -> str:
        """Name of the player in the configuration."""

    def choose(self, view: View, rng: Random) -> Action:
        """Returns one of `view.legal`, which must not be empty. Uses no randomness except `rng`."""


@runtime_checkable
class Caller(Protocol):
    """A player that checks the points that other players claim."""

    def calls(self, view: View, rng: Random) -> Muggins | None:
        """Returns a call of muggins, or None if the player notices no missed points.

        For a seat whose only legal actions are calls.
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
"""Class of each player by level name, weakest first. Modules are imported on first use, because the
stronger players need numpy."""

FOR_PEOPLE = ("novice", "beginner", "club", "expert")
"""Levels that people can choose, weakest first; the others are for tests and comparisons."""


@cache
def by_name(name: str) -> Player:
    """Returns the player with this name.

    Raises:
        ConfigError: there is no such player.
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
