"""What both stores read alike: the epochs of boards with their branches."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from pegboard.chain.branches import Branch, EpochView
from pegboard.chain.upload import Anchor

EPOCHS = (
    "select e.number, e.board, e.epoch, e.chosen, "
    "b.number, b.parent, b.start, b.seq, b.link, b.signature "
    "from epoch e join branch b on b.epoch = e.number where {which} order by e.number, b.number"
)
"""Selects the rows of `epoch_views`; an epoch and its first branch are committed together."""


def epoch_views(rows: Iterable[tuple[Any, ...]]) -> list[EpochView]:
    """Returns the epochs of some rows, in the order in which they began."""
    found = []
    for (_, board, epoch, chosen), branches in groupby(rows, lambda row: row[:4]):
        told = tuple(
            Branch(number, parent, start, Anchor(seq, link), signature)
            for number, parent, start, seq, link, signature in (row[4:] for row in branches)
        )
        found.append(EpochView(board, epoch, told, chosen))
    return found


def by_board(views: Iterable[EpochView]) -> dict[str, list[EpochView]]:
    """Returns epochs by their board."""
    found: dict[str, list[EpochView]] = {}
    for view in views:
        found.setdefault(view.board, []).append(view)
    return found
