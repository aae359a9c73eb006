"""Items of a board's journal, and the hash chain over them.

    root = SHA-256 of ["pegboard feed 1", board, epoch]
    link = SHA-256 of the previous link and [seq, game, number, id, at, by, text]

The journal chains each game separately (`storage/integrity/chain.py`). Here all games of an epoch
form one chain, so that neither an entry nor a whole game can be omitted, changed or moved. An
epoch is the journal's lineage: a restored backup begins a new one.
"""

import hashlib
import json
import math
from collections.abc import Iterable, Iterator
from typing import Annotated

from msgspec import Meta, Struct

BEGIN = 0
"""Number of the item that begins a game; entries are numbered from 1."""

Seq = Annotated[int, Meta(ge=1, lt=2**53)]
Short = Annotated[str, Meta(max_length=200)]


class Item(Struct, frozen=True, array_like=True):
    """The beginning of a game, or one of its entries.

    Attributes:
        seq: position in the epoch, from 1.
        game: id of the game.
        number: `BEGIN`, or the number of the entry in the game.
        id: id of the command; empty for a beginning.
        at: board time in seconds since 1970.
        by: author of the action; for a beginning, the mode of the game.
        text: the action; for a beginning, the record's header without names and comments.
    """

    seq: Seq
    game: Short
    number: Annotated[int, Meta(ge=BEGIN, lt=2**31)]
    id: Short
    at: float
    by: Short
    text: Annotated[str, Meta(max_length=2000)]


_encode = json.JSONEncoder(ensure_ascii=True, separators=(",", ":")).encode


def canonical_json(row: object) -> bytes:
    """Returns the canonical JSON of a value for hashing and signing: ASCII, no spaces."""
    return _encode(row).encode("ascii")


def item_bytes(item: Item) -> bytes:
    """Returns the bytes of an item that are hashed and exported."""
    return canonical_json([item.seq, item.game, item.number, item.id, item.at, item.by, item.text])


def is_storable(item: Item) -> bool:
    """Returns True if every store preserves an item's time exactly.

    SQLite does not store -0.0; JSON has neither infinity nor NaN.
    """
    is_negative_zero = item.at == 0.0 and math.copysign(1.0, item.at) < 0
    return math.isfinite(item.at) and not is_negative_zero


def root_link(board: str, epoch: int) -> bytes:
    """Returns the root of an epoch's chain, 32 bytes."""
    return hashlib.sha256(canonical_json(["pegboard feed 1", board, epoch])).digest()


def next_link(before: bytes, item: Item) -> bytes:
    """Returns the link of an item, 32 bytes.

    Args:
        before: link of the previous item.
        item: the next item.
    """
    return hashlib.sha256(before + item_bytes(item)).digest()


def links_of(before: bytes, items: Iterable[Item]) -> Iterator[bytes]:
    """Yields the link of each item.

    Args:
        before: link before the first item.
        items: consecutive items.
    """
    for item in items:
        before = next_link(before, item)
        yield before
