"""Pegboard programs run as child processes."""

import signal
import subprocess
import sys
from collections.abc import Sequence
from typing import IO, Any, Self
from weakref import WeakSet

from tests.support.forked_process import Forked

WAIT_S = 30.0
"""Seconds that anything may take."""


class Child:
    """A child process: its stdout as text, its stderr in a file."""

    process: "subprocess.Popen[str] | Forked"
    errors: IO[str]
    address: str = ""
    """The URL of its pages, once it serves them."""

    def __new__(cls, *args: Any, **options: Any) -> Self:
        """Registers the child in `started_children`."""
        child = super().__new__(cls)
        started_children.add(child)
        return child

    def start(
        self, arguments: Sequence[str], under: Sequence[str] = (), fresh: bool = False
    ) -> None:
        """Starts `pegboard` with stderr redirected to the open file.

        Args:
            arguments: of its command line.
            under: another program's command line, which runs it.
            fresh: whether Python starts anew: where the time of a start is measured, or a library
                is loaded before it that reads its environment only once.
        """
        if fresh or under:
            self.process = subprocess.Popen(
                [*under, sys.executable, "-m", "pegboard", *arguments],
                stdout=subprocess.PIPE,
                stderr=self.errors,
                text=True,
            )
        else:
            self.process = Forked(arguments, self.errors)

    def kill(self) -> None:
        """Sends SIGKILL, the closest a process comes to a power cut."""
        self.process.kill()
        self.process.wait(WAIT_S)
        self._close()

    def stop(self) -> int:
        """Sends SIGTERM, as systemd does; returns the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(WAIT_S)
        self._close()
        return code

    def _close(self) -> None:
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.errors.close()


started_children: WeakSet[Child] = WeakSet()
"""All children that are still referred to: a failed test leaves a copy of their errors."""
