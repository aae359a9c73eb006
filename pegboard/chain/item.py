"""One line of a board's whole journal, and the chain that binds all of them.

    root = SHA-256 of ["pegboard feed 1", board, epoch]
    link = SHA-256 of the link before and [seq, game, number, id, at, by, text]

The journal chains each game for itself (`storage/integrity/chain.py`). Here all games of an epoch
are one chain, so that neither a line nor a whole game can be left out, changed or moved. An epoch
is the journal's lineage: a restored backup begins a new one.
"""

import hashlib
import json
import math
from collections.abc import Iterable, Iterator
from typing import Annotated

from msgspec import Meta, Struct

BEGIN = 0
"""The number of the item that begins a game; its entries follow from 1."""

Seq = Annotated[int, Meta(ge=1, lt=2**53)]
Short = Annotated[str, Meta(max_length=200)]


class Item(Struct, frozen=True, array_like=True):
    """One line: the beginning of a game, or an entry of it.

    Attributes:
        seq: its place in the epoch, from 1.
        game: the game's id.
        number: `BEGIN`, or the entry's number in the game.
        id: the command's own; empty for a beginning.
        at: seconds since 1970, by the board's clock.
        by: who acted; for a beginning the mode of the game.
        text: the action; for a beginning the record's header without names and comments.
    """

    seq: Seq
    game: Short
    number: Annotated[int, Meta(ge=BEGIN, lt=2**31)]
    id: Short
    at: float
    by: Short
    text: Annotated[str, Meta(max_length=2000)]


_encode = json.JSONEncoder(ensure_ascii=True, separators=(",", ":")).encode


def encoded(row: object) -> bytes:
    """Returns a value as the one text that is hashed and signed: JSON, ASCII, no spaces."""
    return _encode(row).encode("ascii")


def item_bytes(item: Item) -> bytes:
    """Returns an item as it is hashed, and as it stands in an exported journal."""
    return encoded([item.seq, item.game, item.number, item.id, item.at, item.by, item.text])


def is_kept_alike(item: Item) -> bool:
    """Returns whether every store gives an item's time back as it was signed.

    SQLite knows no -0.0, JSON neither infinity nor NaN. All other times and all texts come back.
    """
    is_negative_zero = item.at == 0.0 and math.copysign(1.0, item.at) < 0
    return math.isfinite(item.at) and not is_negative_zero


def root_link(board: str, epoch: int) -> bytes:
    """Returns the beginning of an epoch's chain, 32 bytes."""
    return hashlib.sha256(encoded(["pegboard feed 1", board, epoch])).digest()


def next_link(before: bytes, item: Item) -> bytes:
    """Returns the link of an item in its place, 32 bytes."""
    return hashlib.sha256(before + item_bytes(item)).digest()


def links_of(before: bytes, items: Iterable[Item]) -> Iterator[bytes]:
    """Yields the link of each item.

    Args:
        before: the link before the first one.
        items: in order.
    """
    for item in items:
        before = next_link(before, item)
        yield before
