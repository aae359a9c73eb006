"""The named states of a board, as a director sees them."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from pegboard.chain.branches import EpochView

CLOCK_OFF_S = 300.0
"""A clock that differs by more is shown; nothing else depends on it."""


class Condition(StrEnum):
    """States that are not normal; a board may be in several."""

    BEHIND = "behind"
    """It has entries that the hall has not."""
    OLDER = "older"
    """It has fewer entries than the hall: its card was set back, and its next entry will fork."""
    FORK = "fork"
    """It has sent two different courses of one epoch."""
    REPLACED = "replaced"
    """A newer epoch, or another board, has taken its place."""
    REVOKED = "revoked"
    """Its key does not count any more."""
    CLOCK = "clock"
    """Its clock is wrong."""


@dataclass(frozen=True, slots=True)
class Announced:
    """A board's own words about itself when it connects.

    Attributes:
        epoch: of its journal.
        seq: its last item.
        at: its clock, in seconds since 1970.
    """

    epoch: int
    seq: int
    at: float


def conditions(
    epochs: Sequence[EpochView],
    announced: Announced | None,
    now: float,
    *,
    revoked: bool = False,
    replaced: bool = False,
) -> dict[Condition, int]:
    """Names everything that is not normal about a board.

    Args:
        epochs: what the hall has of the board, in the order in which they began.
        announced: what the board said last; None if it has never connected.
        now: the hall's clock when the board said so.
        revoked: True if its key was revoked.
        replaced: True if another board plays at its table.

    Returns:
        Each state with its number: entries to send, entries too few, number of courses, number of
        epochs before, seconds by which the clock is wrong; 1 where there is none.
    """
    found: dict[Condition, int] = {}
    if revoked:
        found[Condition.REVOKED] = 1
    if replaced or len(epochs) > 1:
        found[Condition.REPLACED] = max(len(epochs) - 1, 1)
    for view in epochs:
        if view.forked:
            found[Condition.FORK] = max(found.get(Condition.FORK, 0), len(view.branches))
    if announced is not None:
        lengths = [
            branch.head.seq
            for view in epochs
            if view.epoch == announced.epoch
            for branch in view.branches
        ]
        longest = max(lengths, default=0)
        if announced.seq > longest:
            found[Condition.BEHIND] = announced.seq - longest
        elif announced.seq < min(lengths, default=0):
            found[Condition.OLDER] = longest - announced.seq
        if abs(announced.at - now) > CLOCK_OFF_S:
            found[Condition.CLOCK] = round(abs(announced.at - now))
    return found
