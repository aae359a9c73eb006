"""Query and parsing of epochs and branches, shared by both stores."""

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
"""Query for `epoch_views`; an epoch and its first branch are committed together."""


def epoch_views(rows: Iterable[tuple[Any, ...]]) -> list[EpochView]:
    """Builds epochs from rows, oldest first."""
    found = []
    for (_, board, epoch, chosen), branches in groupby(rows, lambda row: row[:4]):
        parsed = tuple(
            Branch(number, parent, start, Anchor(seq, link), signature)
            for number, parent, start, seq, link, signature in (row[4:] for row in branches)
        )
        found.append(EpochView(board, epoch, parsed, chosen))
    return found


def by_board(views: Iterable[EpochView]) -> dict[str, list[EpochView]]:
    """Groups epochs by board."""
    found: dict[str, list[EpochView]] = {}
    for view in views:
        found.setdefault(view.board, []).append(view)
    return found
