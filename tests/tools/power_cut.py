"""Simulates the possible contents of a disk after a power cut.

`power_cut.c` writes down every change of a folder's files, every sync, and everything said on a
socket. From that, for any moment, this makes a folder as the disk may have left it:

* synced data is intact;
* of each write since, nothing, all, or any of its 512-byte sectors is there, or a sector of it is
  noise; in any order, as a drive with a cache does it;
* a file's length counts as a write;
* names (created, renamed, linked, removed) come in order, as a journaling file system has them, up
  to any one since the last sync of a folder.

It is harsher than ext4: a file's sync does not bring its name along. SQLite's own crash tests
(src/test6.c) are the model. A card that lies about syncs is beyond it.
"""

import re
import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

SOURCE = Path(__file__).with_suffix(".c")
SECTOR = 512
HEAD = struct.Struct("<IIIIII")
(OPEN, WRITE, TRUNCATE, SYNC, UNLINK, RENAME, LINK, SAID, MAKE_FOLDER, REMOVE_FOLDER) = range(1, 11)
CREATED, EMPTIED, FOLDER = 1, 2, 4
SCHEMES = ("none", "all", "some", "torn", "noise")


def build(folder: Path) -> Path:
    """Compiles the preload library."""
    library = folder / "power_cut.so"
    flags = ["-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC"]
    subprocess.run(["gcc", *flags, "-o", library, SOURCE, "-ldl", "-pthread"], check=True)
    return library


def environment(library: Path, watched: Path, log: Path) -> dict[str, str]:
    """Returns the environment variables that record a process's writes to a folder."""
    return {
        "LD_PRELOAD": str(library),
        "POWER_CUT_FOLDER": str(watched),
        "POWER_CUT_LOG": str(log),
    }


@dataclass(frozen=True, slots=True)
class Operation:
    """One recorded operation."""

    what: int
    fd: int
    offset: int
    first: bytes
    second: bytes


def read_log(log: Path) -> Iterator[Operation]:
    """Yields the operations of a log, without a truncated last line."""
    with log.open("rb") as file:
        while len(head := file.read(HEAD.size)) == HEAD.size:
            what, fd, low, high, length, more = HEAD.unpack(head)
            first, second = file.read(length), file.read(more)
            if len(first) < length or len(second) < more:
                return
            yield Operation(what, fd, low | high << 32, first, second)


@dataclass(slots=True)
class Inode:
    """One file: its durable content and its pending writes."""

    durable: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)
    """(offset, data), or (length, None) where it was cut."""

    def sync(self) -> None:
        for write in self.pending:
            put(self.durable, write)
        self.pending.clear()

    def as_left(self, scheme: str, rng: Random) -> bytes:
        """Returns a possible content of the file after the cut."""
        content = bytearray(self.durable)
        for offset, data in self.pending:
            if scheme == "none" or (scheme != "all" and rng.random() < 0.4):
                continue
            if data is None or scheme in ("all", "some"):
                put(content, (offset, data))
                continue
            for at in range(0, len(data), SECTOR):
                sector = data[at : at + SECTOR]
                chance = rng.random()
                if scheme == "noise" and chance < 0.15:
                    sector = rng.randbytes(len(sector))
                elif chance < 0.5:
                    continue
                put(content, (offset + at, sector))
        return bytes(content)


def put(content: bytearray, write: tuple[int, bytes | None]) -> None:
    offset, data = write
    if data is None:
        content.extend(bytes(max(0, offset - len(content))))
        del content[offset:]
        return
    content.extend(bytes(max(0, offset - len(content))))
    content[offset : offset + len(data)] = data


class Disk:
    """A simulated disk: apply operations, and cut the power at any moment."""

    def __init__(self, watched: Path) -> None:
        self.root = str(watched)
        self.now: dict[str, Inode | None] = {self.root: None}
        """Visible contents by path; None for a folder."""
        self.named: dict[str, Inode | None] = dict(self.now)
        """The names the disk surely holds."""
        self.renaming: list[tuple[Operation, Inode]] = []
        """Pending directory operations, each with the created file, if any."""
        self.open: dict[int, Inode | str] = {}

    def apply(self, it: Operation) -> None:
        """Applies one operation."""
        if it.what == OPEN:
            path = it.first.decode()
            if it.offset & FOLDER:
                self.open[it.fd] = path
                return
            if it.offset & CREATED:
                self.name(it)
            inode = self.now[path]
            assert inode is not None
            self.open[it.fd] = inode
            if it.offset & EMPTIED:
                inode.pending.append((0, None))
        elif it.what in (WRITE, TRUNCATE):
            written = self.open[it.fd]
            assert isinstance(written, Inode)
            written.pending.append((it.offset, it.first if it.what == WRITE else None))
        elif it.what == SYNC:
            synced = self.open[it.fd]
            if isinstance(synced, Inode):
                synced.sync()
            else:
                self.named = dict(self.now)
                self.renaming.clear()
        elif it.what != SAID:
            self.name(it)

    def name(self, it: Operation) -> None:
        """Applies a directory operation: visible now, durable after a folder sync."""
        made = Inode()
        rename(self.now, it, made)
        self.renaming.append((it, made))

    def cut(self, into: Path, rng: Random) -> str:
        """Writes a possible folder after a power cut; returns the scheme used."""
        names = dict(self.named)
        many = len(self.renaming)
        for it, made in self.renaming[: rng.choice([0, many, rng.randint(0, many)])]:
            rename(names, it, made)
        scheme = rng.choice(SCHEMES)
        for path in sorted(names):
            inode, place = names[path], into / path[len(self.root) :].lstrip("/")
            if inode is None:
                place.mkdir(parents=True, exist_ok=True)
            elif place.parent.is_dir():
                place.write_bytes(inode.as_left(scheme, rng))
        return scheme


def rename(names: dict[str, Inode | None], it: Operation, made: Inode) -> None:
    """Applies a directory operation to the names."""
    first, second = it.first.decode(), it.second.decode()
    if it.what == OPEN:
        names[first] = made
    elif it.what == MAKE_FOLDER:
        names[first] = None
    elif it.what in (UNLINK, REMOVE_FOLDER):
        names.pop(first, None)
    elif it.what == RENAME:
        for path in [p for p in names if p == first or p.startswith(first + "/")]:
            names[second + path[len(first) :]] = names.pop(path)
    elif it.what == LINK:
        names[second] = names[first]


ACKNOWLEDGED = re.compile(rb'"type":\s*"ack",\s*"id":\s*"([^"]+)",\s*"ok":\s*true')


def acknowledged(said: bytes) -> list[str]:
    """Returns the ids of the acknowledged commands in the output."""
    return [id.decode() for id in ACKNOWLEDGED.findall(said)]
