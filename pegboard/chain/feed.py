"""A board's whole journal as one chain of items: the board's side."""

from collections.abc import Iterable, Sequence

from pegboard.chain.item import BEGIN, Item, next_link, root_link
from pegboard.chain.keys import SigningKey
from pegboard.chain.upload import Anchor, Upload, make_upload
from pegboard.cribbage.notation import Record, format_record, parse_record

LINK_BYTES = 32
UPLOAD_MOST = 500
"""Items of one upload."""

Row = tuple[str, int, str, float, str, str]
"""One entry of the journal: game, number, id, at, by, action."""
Beginning = tuple[float, str, str]
"""How a game began: started, mode, header."""


def rules_of(header: str) -> str:
    """Returns a record's header without names and comments, which people may have removed later."""
    record = parse_record(header, "header")
    plain = Record(type(record.header)(record.header.rules, record.header.dealer), ())
    return format_record(plain).strip()


class Forgotten(Exception):
    """A hall asks for items that are not in memory any more: the journal is to be read again.

    Attributes:
        after: the place that the hall has.
    """

    def __init__(self, after: int) -> None:
        super().__init__(after)
        self.after = after


class Feed:
    """The chain of one epoch, as far as it has been read.

    A game begins in it with its first entry, so that it only ever grows at its end. Its beginning
    may be forgotten but for the links, 32 bytes an item: a board has years of games.
    """

    def __init__(self, board: str, epoch: int) -> None:
        self.board, self.epoch = board, epoch
        self.items: list[Item] = []
        """Those that are not forgotten."""
        self.forgotten = 0
        """How many are."""
        self._links = bytearray(root_link(board, epoch))
        self._begun: set[str] = set()

    @property
    def head(self) -> Anchor:
        """The last item; the root of an empty feed."""
        return Anchor(len(self), self.link(len(self)))

    def __len__(self) -> int:
        """Returns the number of items, the forgotten ones too."""
        return self.forgotten + len(self.items)

    def has(self, anchor: Anchor) -> bool:
        """Tells if a place is in this chain."""
        return anchor.seq <= len(self) and self.link(anchor.seq) == anchor.link

    def link(self, seq: int) -> bytes:
        """Returns the link of an item; the root for 0."""
        return bytes(self._links[LINK_BYTES * seq : LINK_BYTES * (seq + 1)])

    def forget(self, until: int) -> None:
        """Forgets the items up to a number; their links stay."""
        some = until - self.forgotten
        if some > 0:
            del self.items[:some]
            self.forgotten = until

    def add(self, game: str, beginning: Beginning, rows: Iterable[Row]) -> None:
        """Adds entries of one game, in the order of the journal."""
        for _, number, id, at, by, action in rows:
            if game not in self._begun:
                self._begun.add(game)
                started, mode, header = beginning
                self._append(game, BEGIN, "", started, mode, rules_of(header))
            self._append(game, number, id, at, by, action)

    def _append(self, game: str, number: int, id: str, at: float, by: str, text: str) -> None:
        at += 0.0  # no -0.0, which no hall takes
        item = Item(len(self) + 1, game, number, id, at, by, text)
        self._links += next_link(self.link(len(self)), item)
        self.items.append(item)

    def upload(
        self, key: SigningKey, have: Sequence[Anchor], most: int = UPLOAD_MOST
    ) -> Upload | None:
        """Returns the next upload for a hall; None if it has everything.

        Args:
            key: the board's.
            have: what the hall has, the longest first, the root last.
            most: items of one upload.

        Raises:
            Forgotten: what the hall has not is not in memory any more.
        """
        after = next(anchor for anchor in have if self.has(anchor))
        if after.seq < self.forgotten:
            raise Forgotten(after.seq)
        first = after.seq - self.forgotten
        items = self.items[first : first + most]
        return make_upload(key, self.epoch, after, items) if items else None
