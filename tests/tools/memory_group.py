"""A control group with the memory of a Raspberry Pi Zero 2 W."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

PI_ZERO = 512 * 2**20
"""Bytes."""
GROUPS = Path("/sys/fs/cgroup")


@dataclass(frozen=True)
class MemoryGroup:
    """A group of processes with a shared memory limit.

    Attributes:
        folder: of the group, in the kernel's file system of control groups, version 1 or 2.
    """

    folder: Path

    @property
    def killed(self) -> int:
        """Number of processes killed for lack of memory."""
        for name in ("memory.events", "memory.oom_control"):
            if (file := self.folder / name).exists():
                counts = dict(line.split() for line in file.read_text().splitlines())
                return int(counts["oom_kill"])
        raise FileNotFoundError(self.folder)

    @property
    def peak_mib(self) -> float:
        """Peak memory including the page cache, in MiB."""
        for name in ("memory.peak", "memory.max_usage_in_bytes"):
            if (file := self.folder / name).exists():
                return int(file.read_text()) / 2**20
        raise FileNotFoundError(self.folder)


@contextmanager
def memory_group(limit: int = PI_ZERO) -> Iterator[MemoryGroup]:
    """Moves this process and its children into a limited group; needs root.

    Args:
        limit: bytes.
    """
    version_1 = (GROUPS / "memory").is_dir()
    parent = GROUPS / "memory" if version_1 else GROUPS
    if not version_1:
        (parent / "cgroup.subtree_control").write_text("+memory")
    folder = parent / f"pegboard-test-{os.getpid()}"
    folder.mkdir()
    try:
        file = "memory.limit_in_bytes" if version_1 else "memory.max"
        (folder / file).write_text(str(limit))
        (folder / "cgroup.procs").write_text(str(os.getpid()))
        yield MemoryGroup(folder)
    finally:
        for process in (folder / "cgroup.procs").read_text().split():
            (parent / "cgroup.procs").write_text(process)
        folder.rmdir()
