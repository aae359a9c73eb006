"""A program of ours as a process of its own, which a test ends."""

import signal
import subprocess
from typing import IO

WAIT_S = 30.0
"""Seconds that anything may take."""


class Child:
    """A process, its standard output as text, and a file that gets its errors."""

    process: "subprocess.Popen[str]"
    errors: IO[str]

    def kill(self) -> None:
        """SIGKILL: the pulled plug, as far as a process can know it."""
        self.process.kill()
        self.process.wait(WAIT_S)
        self._close()

    def stop(self) -> int:
        """SIGTERM, as systemd stops it; the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(WAIT_S)
        self._close()
        return code

    def _close(self) -> None:
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.errors.close()
