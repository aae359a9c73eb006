"""Evaluates a board's uploads against the part of an epoch that a hall has stored.

Pure: nothing is read or written here. Each item is stored once and in order, even if it is sent
twice, late or out of order. If a board contradicts an earlier upload (its SD card was cloned or
restored), both histories are kept as branches with a common prefix; the director chooses one.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import takewhile

from pegboard.chain.item import Item, root_link
from pegboard.chain.upload import Anchor, Upload

LinkAt = Callable[[int, int], bytes | None]
"""Returns the stored link of (branch, seq), also in a shared prefix; None beyond the end."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One history of an epoch.

    Attributes:
        number: 0 for the first one.
        parent: number of the branch whose prefix it shares; its own number for the first one.
        start: number of shared items.
        head: the last item.
        signature: the board's signature of the head; empty for a branch without own items.
    """

    number: int
    parent: int
    start: int
    head: Anchor
    signature: bytes = b""


@dataclass(frozen=True, slots=True)
class EpochView:
    """A hall's knowledge of one epoch, without the items."""

    board: str
    epoch: int
    branches: tuple[Branch, ...]
    chosen: int | None = None
    """The branch chosen by the director; None before a choice."""

    @classmethod
    def new(cls, board: str, epoch: int) -> "EpochView":
        """Returns an empty epoch."""
        return cls(board, epoch, (Branch(0, 0, 0, Anchor(0, root_link(board, epoch))),))

    @property
    def is_forked(self) -> bool:
        """True if there are several branches and the director has not chosen one."""
        return len(self.branches) > 1 and self.chosen is None

    @property
    def current(self) -> Branch:
        """The effective branch: the chosen one, or else the first."""
        return self.branches[self.chosen or 0]


@dataclass(frozen=True, slots=True)
class Append:
    """Items with their links, to be appended to a branch."""

    branch: Branch
    """The branch after the append; a new one if its number is unused."""
    after: int
    """The required length of the branch before the append; `start` for a new one."""
    items: tuple[Item, ...]
    links: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Receipt:
    """The result of evaluating an upload.

    Attributes:
        acknowledged: the board's last stored item once `append` is committed; None if the upload
            continues no known branch, so that the hall has to send `have` again.
        append: the new items; None if there are none.
    """

    acknowledged: Anchor | None
    append: Append | None = None


def known_heads(view: EpochView) -> tuple[Anchor, ...]:
    """Returns the heads of all branches, the longest first, and the root.

    The board continues from the first one that is in its own chain.
    """
    heads = sorted((branch.head for branch in view.branches), key=lambda head: -head.seq)
    return (*heads, Anchor(0, root_link(view.board, view.epoch)))


def evaluate_upload(
    view: EpochView, upload: Upload, links: tuple[bytes, ...], link_at: LinkAt
) -> Receipt:
    """Decides which items of an upload are new, and to which branch they belong.

    Args:
        view: the upload's epoch.
        upload: items that passed `checked_links`.
        links: one link per item of the upload.
        link_at: lookup of stored links.
    """
    after = upload.after
    fitting = [b for b in view.branches if link_at(b.number, after.seq) == after.link]
    if not fitting:
        return Receipt(None)

    def matching(branch: Branch) -> int:
        same = takewhile(
            lambda pair: link_at(branch.number, pair[0]) == pair[1],
            enumerate(links, after.seq + 1),
        )
        return sum(1 for _ in same)

    branch = max(fitting, key=lambda branch: (matching(branch), -branch.number))
    skipped = matching(branch)
    head = Anchor(upload.items[-1].seq, links[-1])
    if skipped == len(links):
        return Receipt(head)
    length = after.seq + skipped
    if length == branch.head.seq:
        grown = replace(branch, head=head, signature=upload.signature)
    else:
        grown = Branch(len(view.branches), branch.number, length, head, upload.signature)
    return Receipt(head, Append(grown, length, upload.items[skipped:], links[skipped:]))


def apply_append(view: EpochView, growth: Append) -> EpochView:
    """Returns the view after an append is committed."""
    branches = {branch.number: branch for branch in view.branches}
    branches[growth.branch.number] = growth.branch
    return replace(view, branches=tuple(branches[number] for number in sorted(branches)))
