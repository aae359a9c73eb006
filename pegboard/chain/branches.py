"""A hall's view of one epoch of a board: what it has, and what an upload adds to it.

Pure: nothing is read or written here. Each item is stored once and in order, whatever is sent
twice, late, or in another order. If a board sends what contradicts what it sent before (a card that
was cloned, or set back), both are kept as branches that share their beginning; the director
chooses.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import takewhile

from pegboard.chain.item import Item, root_link
from pegboard.chain.upload import Anchor, Upload

LinkAt = Callable[[int, int], bytes | None]
"""(branch, seq) -> the link that is stored there, also in the part it shares; None beyond."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One course of an epoch.

    Attributes:
        number: 0 for the first one.
        parent: the branch whose beginning it shares; its own number for the first one.
        start: how many items it shares.
        head: its last item.
        signature: of the board over the head; empty while it has none of its own.
    """

    number: int
    parent: int
    start: int
    head: Anchor
    signature: bytes = b""


@dataclass(frozen=True, slots=True)
class EpochView:
    """Everything a hall knows of one epoch, but for the items."""

    board: str
    epoch: int
    branches: tuple[Branch, ...]
    chosen: int | None = None
    """The branch that counts, by the director's choice."""

    @classmethod
    def new(cls, board: str, epoch: int) -> "EpochView":
        """Returns an epoch of which nothing is known."""
        return cls(board, epoch, (Branch(0, 0, 0, Anchor(0, root_link(board, epoch))),))

    @property
    def forked(self) -> bool:
        """True if there are several courses, and nobody has chosen yet."""
        return len(self.branches) > 1 and self.chosen is None

    @property
    def current(self) -> Branch:
        """The branch that counts: the chosen one, or else the first."""
        return self.branches[self.chosen or 0]


@dataclass(frozen=True, slots=True)
class Growth:
    """An addition to be stored: items with their links, at the end of a branch."""

    branch: Branch
    """As it will be; new if its number is that of no branch yet."""
    after: int
    """The length that the branch must have now: `start` for a new one."""
    items: tuple[Item, ...]
    links: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Received:
    """The decision about an upload.

    Attributes:
        acknowledged: the board's last item that is stored, once `growth` is committed; None if the
            upload does not continue anything that is known: then the board asks for `have` again.
        growth: None if there is nothing new.
    """

    acknowledged: Anchor | None
    growth: Growth | None = None


def have(view: EpochView) -> tuple[Anchor, ...]:
    """Returns the ends of all branches, the longest first, and the root.

    The board goes on from the first that lies in its own chain, and after that from what is
    acknowledged.
    """
    heads = sorted((branch.head for branch in view.branches), key=lambda head: -head.seq)
    return (*heads, Anchor(0, root_link(view.board, view.epoch)))


def receive(view: EpochView, upload: Upload, links: tuple[bytes, ...], link_at: LinkAt) -> Received:
    """Decides about an upload.

    Args:
        view: of the upload's board and epoch.
        upload: checked, see `checked_links`.
        links: of its items.
        link_at: looks up stored links.
    """
    after = upload.after
    fitting = [b for b in view.branches if link_at(b.number, after.seq) == after.link]
    if not fitting:
        return Received(None)

    def known(branch: Branch) -> int:
        same = takewhile(
            lambda pair: link_at(branch.number, pair[0]) == pair[1],
            enumerate(links, after.seq + 1),
        )
        return sum(1 for _ in same)

    branch = max(fitting, key=lambda each: (known(each), -each.number))
    skipped = known(branch)
    head = Anchor(upload.items[-1].seq, links[-1])
    if skipped == len(links):
        return Received(head)
    length = after.seq + skipped
    if length == branch.head.seq:
        grown = replace(branch, head=head, signature=upload.signature)
    else:
        grown = Branch(len(view.branches), branch.number, length, head, upload.signature)
    return Received(head, Growth(grown, length, upload.items[skipped:], links[skipped:]))


def grown(view: EpochView, growth: Growth) -> EpochView:
    """Returns the view after a growth is committed."""
    branches = {branch.number: branch for branch in view.branches}
    branches[growth.branch.number] = growth.branch
    return replace(view, branches=tuple(branches[number] for number in sorted(branches)))
