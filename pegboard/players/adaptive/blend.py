"""A player between two levels: each decision is made by one of them, at random."""

from random import Random

from pegboard.cribbage.game import Action, Muggins, View
from pegboard.errors import ConfigError
from pegboard.players import FOR_PEOPLE, Caller, Player, PlayerFault, by_name
from pegboard.players.adaptive import ADAPTIVE, STEPS


def neighbours(level: str) -> tuple[str, str, float]:
    """Returns the levels below and above an adaptive level, and the share of the upper one.

    Raises:
        ConfigError: the level is not an adaptive one.
    """
    steps = level.partition("-")[2]
    if not steps.isdecimal() or int(steps) > STEPS * (len(FOR_PEOPLE) - 1):
        valid_names = f"{ADAPTIVE}-0 to {ADAPTIVE}-{STEPS * (len(FOR_PEOPLE) - 1)}"
        raise ConfigError(PlayerFault.UNKNOWN, name=repr(level), known=valid_names)
    below, more = divmod(int(steps), STEPS)
    return FOR_PEOPLE[below], FOR_PEOPLE[min(below + 1, len(FOR_PEOPLE) - 1)], more / STEPS


class Blend:
    """A player of one adaptive level; see the module.

    Args:
        name: `adaptive-14` is four tenths of the way from the beginner to the club player.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        weaker, stronger, self._share = neighbours(name)
        self._weaker, self._stronger = by_name(weaker), by_name(stronger)

    def choose(self, view: View, rng: Random) -> Action:
        """Returns one of `view.legal`."""
        return self._who(rng).choose(view, rng)

    def calls(self, view: View, rng: Random) -> Muggins | None:
        """Returns a call of muggins out of turn, if the player notices missed points."""
        who = self._who(rng)
        return who.calls(view, rng) if isinstance(who, Caller) else None

    def _who(self, rng: Random) -> Player:
        return self._stronger if rng.random() < self._share else self._weaker
