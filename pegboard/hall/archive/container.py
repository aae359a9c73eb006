"""The container of an exported event: a zip in which every changed byte is detected.

Each member's SHA-256 is in `event.json`, which the hall signs in `event.sig`. The zip's comment is
the SHA-256 of all bytes before it, which covers the bytes between the members. Members have a
fixed time and order, so the same event gives the same members.
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
"""Maximum unpacked size in bytes; a national congress needs a sixteenth of it."""
MEMBERS_MOST = 20_000
BROKEN = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, ValueError, RuntimeError),
    *(OSError, OverflowError, KeyError),
)
"""Exceptions that reading a damaged zip may raise."""

LinkText = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""A link or public key as hexadecimal digits."""


class MemberFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """Length and hash of a member."""

    bytes: Annotated[int, Meta(ge=0)]
    sha256: str


class JournalFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """Start and end of the exported part of a board's journal.

    Attributes:
        after, before: number and link of the item before the first one.
        seq, link: number and link of the last one.
    """

    board: Annotated[str, Meta(max_length=64)]
    epoch: Annotated[int, Meta(ge=0, lt=2**53)]
    after: Annotated[int, Meta(ge=0, lt=2**53)]
    before: LinkText
    seq: Annotated[int, Meta(ge=0, lt=2**53)]
    link: LinkText


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """The manifest of an exported event, which the hall signs.

    Attributes:
        format: 1.
        event: id of the event.
        hall: public key of the hall.
        decisions: number of decisions.
        link: link of the last decision.
        journals: exported journals by member name.
        members: all members except the manifest and its signature.
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
    """Returns the container as bytes.

    Args:
        members: content by name, as listed in the manifest.
        manifest: written first, with its signature.
        key: secret key of the hall.
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
    """Reads an exported event.

    Raises:
        WireError: the data is not an exported event.
    """

    def __init__(self, data: bytes, name: str) -> None:
        self.faults: list[PegboardError] = []
        """Faults of the members read so far."""
        self.unreadable: set[str] = set()
        """Names of members that cannot be read."""
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
        """False if any byte of the container was changed."""

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
        expected = {MANIFEST, SIGNATURE, *self.manifest.members}
        if sorted(self._names) != sorted(expected):
            wrong = sorted(expected.symmetric_difference(self._names)) or ["one of them twice"]
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
        """Returns a member's content, empty if unreadable; records a fault if it changed."""
        content = self._unpacked(name)
        if content is None:
            if name not in self._names:
                self.faults.append(PegboardError(ProofFault.MEMBERS, names=name))
            return b""
        if member_facts(content) != self.manifest.members.get(name):
            self.faults.append(PegboardError(ProofFault.MEMBER, member=name))
        return content


def checked_lines(content: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    """Yields the lines of a chained member: number from 1, first 4 bytes of the link, text.

    A malformed line is yielded with an empty check.
    """
    for number, line in enumerate(content.split(b"\n")[:-1], 1):
        check, _, text = line.partition(b" ")
        try:
            yield number, bytes.fromhex(check.decode("ascii")), text
        except ValueError:
            yield number, b"", text


def chained_line(link: bytes, text: bytes) -> bytes:
    """Formats one line of a chained member."""
    return b"%s %s\n" % (link[:4].hex().encode(), text)
