#!/usr/bin/env python3
"""Writes a tar file again in GNU's format, in which names are bytes: plain_tar.py FROM TO.

mmdebstrap writes the POSIX format, whose names are text. mke2fs cannot turn text that is not ASCII
into names, and Debian has a certificate with such a name.
"""

import sys
import tarfile
from pathlib import Path


def plain(source: Path, target: Path) -> None:
    """Writes `source` to `target` in GNU's format, in the same order.

    Access lists go: systemd-tmpfiles sets those of the journal again at each start.

    Raises:
        ValueError: a file has capabilities, which that format has no place for.
    """
    with tarfile.open(source) as old, tarfile.open(target, "w", format=tarfile.GNU_FORMAT) as new:
        for member in old:
            if "SCHILY.xattr.security.capability" in member.pax_headers:
                raise ValueError(f"{member.name}: its capabilities would be lost")
            member.mtime = int(member.mtime)
            new.addfile(member, old.extractfile(member) if member.isreg() else None)


if __name__ == "__main__":
    plain(Path(sys.argv[1]), Path(sys.argv[2]))
