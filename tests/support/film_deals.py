"""The deal of a film as it was played."""

import json
from pathlib import Path

from pegboard.cribbage import Crib, Hand, parse_action
from pegboard.cribbage.game import Action


def deal_of(film: Path) -> list[Action]:
    """The lines of the deal; the hands count themselves."""
    lines = json.loads((film / "truth.json").read_text())["lines"]
    actions = [parse_action(line) for line in lines]
    return [action for action in actions if not isinstance(action, Hand)]


def same(one: Action, other: Action) -> bool:
    """Whether two lines say the same: the order of the cards in a crib is nothing."""
    cribs = isinstance(one, Crib) and isinstance(other, Crib)
    return set(one.cards) == set(other.cards) if cribs else one == other  # type: ignore[union-attr]
