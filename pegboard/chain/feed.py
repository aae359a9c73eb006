"""A board's journal as one hash chain: the board's side."""

from collections.abc import Iterable, Sequence

from pegboard.chain.item import BEGIN, Item, next_link, root_link
from pegboard.chain.keys import SigningKey
from pegboard.chain.upload import Anchor, Upload, make_upload
from pegboard.cribbage.notation import Record, format_record, parse_record

LINK_BYTES = 32
UPLOAD_MOST = 500
"""Maximum number of items in one upload."""

Row = tuple[str, int, str, float, str, str]
"""A journal entry: game, number, id, at, by, action."""
Beginning = tuple[float, str, str]
"""The beginning of a game: start time, mode, header."""


def rules_of(header: str) -> str:
    """Returns a record's header without names and comments, which people may remove later."""
    record = parse_record(header, "header")
    plain = Record(type(record.header)(record.header.rules, record.header.dealer), ())
    return format_record(plain).strip()


class TrimmedItems(Exception):
    """The hall needs items that are no longer in memory; the journal has to be read again.

    Attributes:
        after: number of the last item that the hall has.
    """

    def __init__(self, after: int) -> None:
        super().__init__(after)
        self.after = after


class Feed:
    """The part of one epoch's chain that has been read.

    A game enters the chain with its first entry, so the chain only grows at its end. Old items may
    be trimmed, except for their links (32 bytes each), because a board has years of games.
    """

    def __init__(self, board: str, epoch: int) -> None:
        self.board, self.epoch = board, epoch
        self.items: list[Item] = []
        """The items that have not been trimmed."""
        self.trimmed = 0
        """Number of trimmed items."""
        self._links = bytearray(root_link(board, epoch))
        self._games: set[str] = set()

    @property
    def head(self) -> Anchor:
        """The last item; the root of an empty feed."""
        return Anchor(len(self), self.link(len(self)))

    def __len__(self) -> int:
        """Returns the number of items, including trimmed ones."""
        return self.trimmed + len(self.items)

    def has(self, anchor: Anchor) -> bool:
        """Returns True if an anchor is in this chain."""
        return anchor.seq <= len(self) and self.link(anchor.seq) == anchor.link

    def link(self, seq: int) -> bytes:
        """Returns the link of an item; the root for 0."""
        return bytes(self._links[LINK_BYTES * seq : LINK_BYTES * (seq + 1)])

    def trim(self, until: int) -> None:
        """Removes the items up to a number from memory; their links stay."""
        some = until - self.trimmed
        if some > 0:
            del self.items[:some]
            self.trimmed = until

    def add(self, game: str, beginning: Beginning, rows: Iterable[Row]) -> None:
        """Appends entries of one game, in journal order."""
        for _, number, id, at, by, action in rows:
            if game not in self._games:
                self._games.add(game)
                started, mode, header = beginning
                self._append(game, BEGIN, "", started, mode, rules_of(header))
            self._append(game, number, id, at, by, action)

    def _append(self, game: str, number: int, id: str, at: float, by: str, text: str) -> None:
        at += 0.0  # turns -0.0, which halls reject, into 0.0
        item = Item(len(self) + 1, game, number, id, at, by, text)
        self._links += next_link(self.link(len(self)), item)
        self.items.append(item)

    def upload(
        self, key: SigningKey, have: Sequence[Anchor], most: int = UPLOAD_MOST
    ) -> Upload | None:
        """Returns the next upload for a hall, or None if it has everything.

        Args:
            key: secret key of the board.
            have: heads known to the hall, the longest first, the root last.
            most: maximum number of items.

        Raises:
            TrimmedItems: items that the hall lacks are no longer in memory.
        """
        after = next(anchor for anchor in have if self.has(anchor))
        if after.seq < self.trimmed:
            raise TrimmedItems(after.seq)
        first = after.seq - self.trimmed
        items = self.items[first : first + most]
        return make_upload(key, self.epoch, after, items) if items else None
