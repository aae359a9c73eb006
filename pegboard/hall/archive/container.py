"""The container of an exported event: a zip in which every damaged byte is detected.

Each member's SHA-256 is in `event.json`, which the hall signs in `event.sig`: this proves what the
members contain. The zip's comment, the *seal*, is the SHA-256 of all bytes before it. It detects
damage to the zip's own headers, but anyone can compute it again, so it proves nothing about who
wrote them. Nothing may lie before, between or after the members.

The file may come from a stranger: sizes are limited before anything is unpacked.
"""

import hashlib
import io
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from pegboard.chain.keys import EVENT, SigningKey, is_signed
from pegboard.errors import PegboardError, WireError
from pegboard.hall.codes import ProofFault

MANIFEST, SIGNATURE = "event.json", "event.sig"
SEAL_BYTES = 64
FILE_MOST = 64 << 20
"""Maximum size of an exported event in bytes; a national congress reaches an eighth of it."""
UNPACKED_MOST = 256 << 20
"""Maximum unpacked size in bytes; a national congress reaches a sixth of it."""
MEMBER_MOST = 16 << 20
"""Maximum unpacked size of a member in bytes; a journal of a hundred games takes 2 MiB."""
SMALL_MOST = {MANIFEST: 1 << 20, SIGNATURE: 1024}
"""Maximum unpacked sizes in bytes of manifest and signature; 100 boards need 50 KiB."""
RATIO_MOST = 50
"""Maximum ratio of unpacked to packed size; real events reach about 5."""
MEMBERS_MOST = 20_000
DIRECTORY_MOST = 4 << 20
"""Maximum size of the zip's directory in bytes."""
CHUNK = 1 << 20
_END = struct.Struct("<4s4H2LH")
"""End record of a zip, without its comment: signature, two disk numbers, entries on this
disk and in all, size and offset of the directory, length of the comment."""
_END_MARK, _LOCATOR_MARK, _LOCATOR_BYTES = b"PK\5\6", b"PK\6\7", 20
BROKEN = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, ValueError, RuntimeError),
    *(OSError, OverflowError, KeyError),
)
"""Exceptions that reading a damaged zip may raise."""

LinkText = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""A link or public key as 64 hexadecimal digits."""


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
    """Reader of an exported event.

    Raises:
        WireError: the data is not an exported event.
    """

    def __init__(self, data: bytes, name: str) -> None:
        self.faults: list[PegboardError] = []
        """Faults of the members read so far."""
        self.unreadable: set[str] = set()
        """Names of members that cannot be read."""
        if len(data) > FILE_MOST:
            raise WireError(ProofFault.FILE_TOO_LARGE, file=name, most=FILE_MOST >> 20)
        if why := _end_fault(data):
            raise WireError(ProofFault.NOT_EXPORT, file=name, why=why)
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(data))
            infos = self._archive.infolist()
        except BROKEN as error:
            raise WireError(ProofFault.NOT_EXPORT, file=name, why=error) from error
        _check_sizes(infos, len(data), name)
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
        digest = hashlib.sha256(memoryview(data)[:-SEAL_BYTES]).hexdigest().encode()
        self.sealed = digest == data[-SEAL_BYTES:] and _is_dense(infos, data)
        """False if the container is damaged, or has bytes that belong to no member."""

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
            return b"".join(self._chunks(name))
        except BROKEN as error:
            self.unreadable.add(name)
            self.faults.append(PegboardError(ProofFault.UNREADABLE, member=name, why=error))
            return None

    def _chunks(self, name: str) -> Iterator[bytes]:
        with self._archive.open(name) as member:
            while chunk := member.read(CHUNK):
                yield chunk

    def check_member(self, name: str) -> None:
        """Checks a member that nothing else reads; records a fault if its content was changed."""
        digest, length = hashlib.sha256(), 0
        try:
            for chunk in self._chunks(name):
                digest.update(chunk)
                length += len(chunk)
        except BROKEN as error:
            self.unreadable.add(name)
            if name in self._names:
                self.faults.append(PegboardError(ProofFault.UNREADABLE, member=name, why=error))
            return
        if MemberFacts(length, digest.hexdigest()) != self.manifest.members.get(name):
            self.faults.append(PegboardError(ProofFault.MEMBER, member=name))

    def member(self, name: str) -> bytes:
        """Returns a member's content, empty if unreadable; records a fault if it was changed."""
        content = self._unpacked(name)
        if content is None:
            if name not in self._names:
                self.faults.append(PegboardError(ProofFault.MEMBERS, names=name))
            return b""
        if member_facts(content) != self.manifest.members.get(name):
            self.faults.append(PegboardError(ProofFault.MEMBER, member=name))
        return content


def _end_fault(data: bytes) -> str:
    """Returns why a file does not end like an exported event; an empty text if it does.

    Checked before `zipfile` reads the directory, whose length only the file's size limits.
    """
    start = len(data) - SEAL_BYTES - _END.size
    if start < 0 or data.rfind(_END_MARK, start) != start:
        return "it does not end as one"
    _, *disks, here, entries, size, place, comment = _END.unpack_from(data, start)
    if any(disks) or here != entries or comment != SEAL_BYTES or place + size != start:
        return "it does not end as one"
    if data[max(0, start - _LOCATOR_BYTES) :].startswith(_LOCATOR_MARK):
        return "it is a zip of another kind"
    if entries > MEMBERS_MOST or size > DIRECTORY_MOST:
        return f"it has {entries} members"
    return ""


def _check_sizes(infos: Sequence[zipfile.ZipInfo], packed: int, name: str) -> None:
    """Checks the declared sizes of the members; `zipfile` never unpacks more than that.

    Raises:
        WireError: the file would unpack to more than an event.
    """
    unpacked = sum(info.file_size for info in infos)
    if len(infos) > MEMBERS_MOST or unpacked > UNPACKED_MOST:
        raise WireError(ProofFault.TOO_LARGE, file=name, most=UNPACKED_MOST >> 20)
    if unpacked > RATIO_MOST * packed:
        raise WireError(ProofFault.RATIO, file=name, most=RATIO_MOST)
    for info in infos:
        most = SMALL_MOST.get(info.filename, MEMBER_MOST)
        if info.file_size > most:
            member = info.filename[:100]
            raise WireError(ProofFault.MEMBER_TOO_LARGE, file=name, member=member, most=most >> 10)
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            # Other compression methods may need gigabytes of memory even for small members.
            raise WireError(ProofFault.NOT_EXPORT, file=name, why="a member is packed otherwise")


def _is_dense(infos: Iterable[zipfile.ZipInfo], data: bytes) -> bool:
    """Returns True if the members and the directory adjoin, with no other bytes between them."""
    place = directory = 0
    for info in sorted(infos, key=lambda info: info.header_offset):
        try:
            header = info.FileHeader(zip64=False)
        except (*BROKEN, zipfile.LargeZipFile):
            return False
        if info.header_offset != place or not data.startswith(header, place):
            return False
        if info.extra or info.comment:
            return False
        place += len(header) + info.compress_size
        directory += 46 + len(header) - 30  # fixed lengths of directory header and local header
    return place + directory == len(data) - SEAL_BYTES - _END.size


def checked_lines(content: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    """Yields each line of a chained member: number from 1, first 4 bytes of its link, text.

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
