"""Tests installation and life of a board on an emulated arm64 Debian.

`python -m tests.tools.arm64`, or `make test-arm64`.

A foreign Debian 12 is emulated by qemu: the wheel is installed by the installer, the service
started, a page fetched, a picture counted and a film followed, all with 512 MB of memory, and it is
taken away again. That takes some minutes and says where it is; the system and the packages are kept
in build/roots for the next time.
"""

import os
import signal
import sys
import tempfile
import time
from pathlib import Path
from types import FrameType

from tests.support import wheels
from tests.tools.debian_roots import BUILD, Clock, packages_for, unpacked
from tests.tools.install_lifecycle import Lifecycle

LIMIT_S = 3600


def say(line: str) -> None:
    """Prints a progress line with the time since the start."""
    print(f"{time.monotonic() - BEGUN:6.0f} s  {line}", file=sys.stderr, flush=True)


def too_long(number: int, frame: FrameType | None) -> None:
    """Aborts a run that exceeds the time limit."""
    raise TimeoutError(f"not done in {LIMIT_S} s")


BEGUN = time.monotonic()


def main() -> int:
    """Runs the lifecycle; returns the exit code."""
    if os.getuid() != 0:
        print("This wants root: sudo make test-arm64", file=sys.stderr)
        return 2
    signal.signal(signal.SIGALRM, too_long)
    signal.alarm(LIMIT_S)
    packages = packages_for("arm64", say)
    clock = Clock(say)
    with tempfile.TemporaryDirectory() as folder:
        wheel = wheels.build(Path(folder))
        with unpacked("arm64", BUILD / "arm64", say) as root:
            (root.folder / ".unpacked").unlink()  # used now: the next run unpacks it anew
            assert root.output_of("uname", "-m").strip() == "aarch64"
            Lifecycle(root, clock, wheel, packages).run_board(briefly=True)
    for stage, took in clock.took.items():
        print(f"{stage:45} {took:7.1f} s")
    print("arm64: installed, played, counted, followed with 512 MB, and taken away.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
