"""The file of an exported event: a zip that shows every changed byte, also between its members.

Each member's SHA-256 is in `event.json`, which the hall signs in `event.sig`. The zip's comment is
the SHA-256 of all bytes before it, so that nothing can be changed that is in no member either.
Members have a fixed time and order: the same event gives the same members.
"""

import hashlib
import io
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from pegboard.chain.keys import EVENT, SigningKey, is_signed
from pegboard.errors import PegboardError, WireError
from pegboard.hall.codes import ProofFault

MANIFEST, SIGNATURE = "event.json", "event.sig"
SEAL_BYTES = 64
UNPACKED_MOST = 4 << 30
"""Bytes; a national congress is a sixteenth of it."""
MEMBERS_MOST = 20_000
BROKEN = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, ValueError, RuntimeError),
    *(OSError, OverflowError, KeyError),
)
"""Everything that reading a damaged zip may raise."""

LinkText = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""A link, or a public key."""


class MemberFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """A member's length and hash."""

    bytes: Annotated[int, Meta(ge=0)]
    sha256: str


class JournalFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a board's journal: where its chain begins, and where it ends.

    Attributes:
        after, before: number and link of the item before the first one.
        seq, link: of the last one.
    """

    board: Annotated[str, Meta(max_length=64)]
    epoch: Annotated[int, Meta(ge=0, lt=2**53)]
    after: Annotated[int, Meta(ge=0, lt=2**53)]
    before: LinkText
    seq: Annotated[int, Meta(ge=0, lt=2**53)]
    link: LinkText


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that the hall signs.

    Attributes:
        format: 1.
        event: its id.
        hall: the hall's public key.
        decisions: how many there are.
        link: of the last one.
        journals: by the name of the member.
        members: all but this and the signature.
    """

    format: Literal[1]
    event: Annotated[str, Meta(max_length=200)]
    hall: LinkText
    decisions: Annotated[int, Meta(ge=0)]
    link: LinkText
    journals: dict[str, JournalFacts]
    members: dict[str, MemberFacts]


def member_facts(content: bytes) -> MemberFacts:
    """Returns the length and the hash of a member."""
    return MemberFacts(len(content), hashlib.sha256(content).hexdigest())


def pack(members: Mapping[str, bytes], manifest: Manifest, key: SigningKey) -> bytes:
    """Returns the file.

    Args:
        members: by name; all that the manifest names.
        manifest: is signed and goes first.
        key: the hall's.
    """
    text = msgspec.json.format(msgspec.json.encode(manifest, order="sorted"), indent=1)
    signature = key.sign(EVENT, hashlib.sha256(text).hexdigest()).hex().encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {MANIFEST: text, SIGNATURE: signature, **members}.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
        archive.comment = b"0" * SEAL_BYTES
    data = packed.getvalue()[:-SEAL_BYTES]
    return data + hashlib.sha256(data).hexdigest().encode()


class Container:
    """An exported event that is read.

    Raises:
        WireError: it is no exported event at all.
    """

    def __init__(self, data: bytes, name: str) -> None:
        self.faults: list[PegboardError] = []
        """Everything that is wrong with the members that have been read."""
        self.unreadable: set[str] = set()
        """Members that cannot be had."""
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(data))
            infos = self._archive.infolist()
        except BROKEN as error:
            raise WireError(ProofFault.NOT_EXPORT, file=name, why=error) from error
        if len(infos) > MEMBERS_MOST or sum(info.file_size for info in infos) > UNPACKED_MOST:
            raise WireError(ProofFault.TOO_LARGE, file=name, most=UNPACKED_MOST >> 20)
        self._names = [info.filename for info in infos]
        text = self._unpacked(MANIFEST)
        if text is None:
            raise WireError(ProofFault.NOT_EXPORT, file=name, why=f"no {MANIFEST}")
        try:
            self.manifest = msgspec.json.decode(text, type=Manifest)
            self.hall = bytes.fromhex(self.manifest.hall)
        except (msgspec.MsgspecError, UnicodeDecodeError, ValueError) as error:
            raise WireError(ProofFault.NOT_EXPORT, file=name, why=error) from error
        self._check(text)
        digest = hashlib.sha256(data[:-SEAL_BYTES]).hexdigest().encode()
        self.sealed = digest == data[-SEAL_BYTES:]
        """False if any byte was changed, wherever it is."""

    def _check(self, text: bytes) -> None:
        signature = self._unpacked(SIGNATURE) or b""
        digest = hashlib.sha256(text).hexdigest()
        try:
            signed = is_signed(self.hall, bytes.fromhex(signature.decode("ascii")), EVENT, digest)
        except ValueError:
            signed = False
        if not signed:
            hall = self.manifest.hall[:24]
            self.faults.append(PegboardError(ProofFault.MANIFEST, hall=hall))
        wanted = {MANIFEST, SIGNATURE, *self.manifest.members}
        if sorted(self._names) != sorted(wanted):
            wrong = sorted(wanted.symmetric_difference(self._names)) or ["one of them twice"]
            self.faults.append(PegboardError(ProofFault.MEMBERS, names=", ".join(wrong)[:200]))

    def _unpacked(self, name: str) -> bytes | None:
        if name not in self._names:
            self.unreadable.add(name)
            return None
        try:
            return self._archive.read(name)
        except BROKEN as error:
            self.unreadable.add(name)
            self.faults.append(PegboardError(ProofFault.UNREADABLE, member=name, why=error))
            return None

    def member(self, name: str) -> bytes:
        """Returns a member's content, empty if it cannot be had; notes it if it was changed."""
        content = self._unpacked(name)
        if content is None:
            if name not in self._names:
                self.faults.append(PegboardError(ProofFault.MEMBERS, names=name))
            return b""
        if member_facts(content) != self.manifest.members.get(name):
            self.faults.append(PegboardError(ProofFault.MEMBER, member=name))
        return content


def checked_lines(content: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    """Yields the lines of a chained member: number from 1, first 4 bytes of its link, text.

    A line that is not so is yielded with an empty check.
    """
    for number, line in enumerate(content.split(b"\n")[:-1], 1):
        check, _, text = line.partition(b" ")
        try:
            yield number, bytes.fromhex(check.decode("ascii")), text
        except ValueError:
            yield number, b"", text


def chained_line(link: bytes, text: bytes) -> bytes:
    """Returns one line of a chained member."""
    return b"%s %s\n" % (link[:4].hex().encode(), text)
