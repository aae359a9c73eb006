"""Uploads of a board's journal to a hall: consecutive items and the signed head."""

from collections.abc import Sequence
from dataclasses import dataclass

from pegboard.chain.codes import UploadFault
from pegboard.chain.item import Item, is_storable, links_of
from pegboard.chain.keys import HEAD, SigningKey, is_signed
from pegboard.errors import WireError


@dataclass(frozen=True, slots=True)
class Anchor:
    """A position in a chain: a number and the link there; number 0 is the root."""

    seq: int
    link: bytes


@dataclass(frozen=True, slots=True)
class Upload:
    """Consecutive items after an anchor.

    Attributes:
        board: id of the board.
        epoch: lineage of its journal.
        after: position of the item before the first one.
        items: at least one, numbered from the anchor on.
        signature: the board's signature of the head after the last item.
    """

    board: str
    epoch: int
    after: Anchor
    items: tuple[Item, ...]
    signature: bytes


def head_content(board: str, epoch: int, head: Anchor) -> list[object]:
    """Returns the content that a board signs for a head."""
    return [board, epoch, head.seq, head.link.hex()]


def make_upload(key: SigningKey, epoch: int, after: Anchor, items: Sequence[Item]) -> Upload:
    """Returns a signed upload."""
    *_, link = links_of(after.link, items)
    head = Anchor(items[-1].seq, link)
    signature = key.sign(HEAD, head_content(key.id, epoch, head))
    return Upload(key.id, epoch, after, tuple(items), signature)


def checked_links(upload: Upload, key: bytes) -> tuple[bytes, ...]:
    """Checks an upload's numbering and signature; returns the link of each item.

    Args:
        upload: the upload as received.
        key: public key of the board, 32 bytes.

    Raises:
        WireError: a number is missing, an item cannot be stored exactly, or the signature is
            invalid.
    """
    if not upload.items:
        raise WireError(UploadFault.EMPTY, board=upload.board)
    for seq, item in enumerate(upload.items, upload.after.seq + 1):
        if item.seq != seq:
            raise WireError(UploadFault.NUMBER, board=upload.board, seq=seq, got=item.seq)
        if not is_storable(item):
            raise WireError(UploadFault.NOT_STORABLE, board=upload.board, seq=seq, at=item.at)
    links = tuple(links_of(upload.after.link, upload.items))
    head = Anchor(upload.items[-1].seq, links[-1])
    content = head_content(upload.board, upload.epoch, head)
    if not is_signed(key, upload.signature, HEAD, content):
        raise WireError(UploadFault.FORGED, board=upload.board, seq=head.seq)
    return links
