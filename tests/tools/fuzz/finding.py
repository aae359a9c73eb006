"""Results of fuzzing: findings and number of inputs."""

import gc
import os
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

MOST = 10
"""Number of findings reported in full."""


@dataclass
class Outcome:
    """Result of one target."""

    target: str
    inputs: int = 0
    taken: int = 0
    """Of these were not refused."""
    findings: list[str] = field(default_factory=list)
    grown_bytes: int = 0
    seconds: float = 0.0

    def add_finding(self, what: str, caused: object) -> None:
        """Adds a finding with its cause."""
        if len(self.findings) < MOST:
            self.findings.append(f"{what}: {str(caused)[:600]}")

    def try_input(
        self, call: Callable[[], object], caused: object, refusals: tuple[type[Exception], ...]
    ) -> None:
        """Runs one input; only the expected refusals may be raised."""
        self.inputs += 1
        try:
            call()
        except refusals as error:
            message = str(error)
            if not message or "Traceback" in message:
                self.add_finding(f"refused without a word ({type(error).__name__})", repr(caused))
        except Exception:
            self.add_finding(traceback.format_exc(limit=-3), repr(caused))
        else:
            self.taken += 1


def resident(process: int | None = None) -> int:
    """Returns the resident memory of a process, in bytes."""
    if process is None:
        gc.collect()
    pages = int(Path(f"/proc/{process or 'self'}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE")
