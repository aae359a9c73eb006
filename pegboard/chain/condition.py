"""Abnormal conditions of a board, as shown to the director."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from pegboard.chain.branches import EpochView

CLOCK_OFF_S = 300.0
"""Clock error in seconds from which it is reported; nothing else depends on it."""


class Condition(StrEnum):
    """Abnormal conditions; a board may have several."""

    BEHIND = "behind"
    """It has entries that the hall lacks."""
    OLDER = "older"
    """It has fewer entries than the hall (a restored SD card); its next entry will fork."""
    FORK = "fork"
    """It has sent two contradicting histories of one epoch."""
    REPLACED = "replaced"
    """A newer epoch, or another board, has taken its place."""
    REVOKED = "revoked"
    """Its key is no longer accepted."""
    CLOCK = "clock"
    """Its clock is wrong."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """A board's report about itself when it connects.

    Attributes:
        epoch: the lineage of its journal.
        seq: number of its last item.
        at: the board's clock, in seconds since 1970.
    """

    epoch: int
    seq: int
    at: float


def conditions(
    epochs: Sequence[EpochView],
    announced: Announcement | None,
    now: float,
    *,
    revoked: bool = False,
    replaced: bool = False,
) -> dict[Condition, int]:
    """Returns the abnormal conditions of a board.

    Args:
        epochs: the board's stored epochs, oldest first.
        announced: the board's latest report; None if it has never connected.
        now: the hall's clock at the time of the report.
        revoked: True if its key was revoked.
        replaced: True if another board plays at its table.

    Returns:
        Each condition with its number: entries to send, entries missing, branches, earlier epochs,
        or seconds of clock error; 1 for conditions without a number.
    """
    found: dict[Condition, int] = {}
    if revoked:
        found[Condition.REVOKED] = 1
    if replaced or len(epochs) > 1:
        found[Condition.REPLACED] = max(len(epochs) - 1, 1)
    for view in epochs:
        if view.is_forked:
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
