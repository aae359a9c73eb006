"""Write log of a disk, recorded by QEMU, and possible disk contents after a power cut.

QEMU's driver `blklogwrites` records every write, flush and discard of a disk in the format of
Linux's dm-log-writes (Documentation/admin-guide/device-mapper/log-writes.rst). From that, for any
moment:

* everything written before the last flush is present;
* of each later write none, all, or any of the sectors may be present, in any order;
* a discard may have had no effect, as is assumed here.
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
    """An entry of a log: `data` for sectors from `sector`; `end` is its end in the log."""

    sector: int
    flags: int
    data: bytes
    end: int


def options(disk: Path, log: Path) -> list[str]:
    """Returns QEMU's options for a logged raw disk; clears the log."""
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
    """Returns the entries of a log in order, without an incomplete last one."""
    with log.open("rb") as file:
        magic, _, entries, size = SUPER.unpack(file.read(SUPER.size))
        assert not entries or (magic, size) == (MAGIC, SECTOR), "this is no log of writes"
        file.seek(SECTOR)
        while len(head := file.read(ENTRY.size)) == ENTRY.size:
            sector, sectors, flags, _ = ENTRY.unpack(head)
            if not sectors and not flags:
                return
            file.seek(SECTOR - ENTRY.size, 1)
            sectors_wanted = 0 if flags & DISCARD else sectors * SECTOR
            data = file.read(sectors_wanted)
            if len(data) < sectors_wanted:
                return
            yield Write(sector, flags, data, file.tell())


@dataclass(slots=True)
class Disk:
    """A disk with its durable content, and unflushed writes."""

    sure: bytearray
    maybe: list[Write] = field(default_factory=list)

    def take(self, write: Write) -> None:
        """Applies an entry of the log."""
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
        """Returns possible content after a power cut now.

        Args:
            scheme: unflushed writes to keep: `none`, `all`, `some`, or any sectors of
                them (`torn`).
            rng: chooses the writes or sectors.
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
