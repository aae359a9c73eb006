"""What QEMU wrote down of a disk, and what the power may leave of it at any moment.

QEMU's driver `blklogwrites` records every write, flush and discard of a disk in the format of
Linux's dm-log-writes (Documentation/admin-guide/device-mapper/log-writes.rst). From that, for any
moment:

* what was written before the last flush is there;
* of each write since, nothing, all, or any of its sectors is there, in any order;
* a discard may have done nothing, which is what this assumes.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

MAGIC = 0x6A736677736872
SECTOR = 512
SUPER = struct.Struct("<QQQI")
ENTRY = struct.Struct("<QQQQ")
FLUSH, FUA, DISCARD = 1, 2, 4
SCHEMES = ("none", "all", "some", "torn")


@dataclass(frozen=True, slots=True)
class Write:
    """One entry of a log: `data` for sectors from `sector` on; `end` is its end in the log."""

    sector: int
    flags: int
    data: bytes
    end: int


def options(disk: Path, log: Path) -> list[str]:
    """QEMU's options for a raw disk that is watched; the log begins anew."""
    log.write_bytes(b"")
    return [
        *("-blockdev", f"driver=file,filename={disk},node-name=watched-file"),
        *("-blockdev", f"driver=file,filename={log},node-name=log-file"),
        "-blockdev",
        f"driver=blklogwrites,node-name=watched,file=watched-file,log=log-file,"
        f"log-sector-size={SECTOR}",
        *("-device", "virtio-blk-pci,drive=watched"),
    ]


def read_log(log: Path) -> Iterator[Write]:
    """What happened to a disk, in order; a last entry that is not whole is left out."""
    with log.open("rb") as file:
        magic, _, entries, size = SUPER.unpack(file.read(SUPER.size))
        assert not entries or (magic, size) == (MAGIC, SECTOR), "this is no log of writes"
        file.seek(SECTOR)
        while len(head := file.read(ENTRY.size)) == ENTRY.size:
            sector, sectors, flags, _ = ENTRY.unpack(head)
            if not sectors and not flags:
                return
            file.seek(SECTOR - ENTRY.size, 1)
            wanted = 0 if flags & DISCARD else sectors * SECTOR
            data = file.read(wanted)
            if len(data) < wanted:
                return
            yield Write(sector, flags, data, file.tell())


@dataclass(slots=True)
class Disk:
    """A disk as it is written to: what it surely holds, and what it may."""

    sure: bytearray
    maybe: list[Write] = field(default_factory=list)

    def take(self, write: Write) -> None:
        """Takes in one entry of the log."""
        if write.flags & FLUSH:
            for earlier in self.maybe:
                _put(self.sure, earlier.sector, earlier.data)
            self.maybe.clear()
        if not write.data:
            return
        if write.flags & FUA:
            _put(self.sure, write.sector, write.data)
        else:
            self.maybe.append(write)

    def cut(self, scheme: str, rng: Random) -> bytearray:
        """What it may hold if the power fails now.

        Args:
            scheme: of what was not flushed: `none`, `all`, `some` of the writes, or any sectors of
                them (`torn`).
            rng: chooses them.
        """
        left = bytearray(self.sure)
        for write in self.maybe:
            if scheme == "none" or (scheme in ("some", "torn") and rng.random() < 0.5):
                continue
            if scheme != "torn":
                _put(left, write.sector, write.data)
                continue
            for at in range(0, len(write.data), SECTOR):
                if rng.random() < 0.5:
                    _put(left, write.sector + at // SECTOR, write.data[at : at + SECTOR])
        return left


def _put(disk: bytearray, sector: int, data: bytes) -> None:
    disk[sector * SECTOR : sector * SECTOR + len(data)] = data
