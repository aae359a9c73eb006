#!/usr/bin/env python3
"""Converts a tar file to GNU format, in which names are bytes: plain_tar.py FROM TO.

mmdebstrap writes the POSIX format, whose names are text. mke2fs cannot handle non-ASCII names in
it, and Debian has a certificate with such a name.
"""

import sys
import tarfile
from pathlib import Path


def plain(source: Path, target: Path) -> None:
    """Writes `source` to `target` in GNU's format, in the same order.

    Drops access control lists: systemd-tmpfiles restores those of the journal at each start.

    Raises:
        ValueError: a file has capabilities, which the format cannot store.
    """
    with tarfile.open(source) as old, tarfile.open(target, "w", format=tarfile.GNU_FORMAT) as new:
        for member in old:
            if "SCHILY.xattr.security.capability" in member.pax_headers:
                raise ValueError(f"{member.name}: its capabilities would be lost")
            member.mtime = int(member.mtime)
            new.addfile(member, old.extractfile(member) if member.isreg() else None)


if __name__ == "__main__":
    plain(Path(sys.argv[1]), Path(sys.argv[2]))
