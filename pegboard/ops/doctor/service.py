"""The doctor in the running service: its report for the page, and fixes without root rights."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pegboard.errors import Code, NotationError
from pegboard.notice import Fix, Notice, is_well

FRESH_S = 3.0
"""Seconds for which a report is reused; an examination takes a second on a small Pi."""

Mend = Callable[[], Awaitable[str]]
"""Applies a fix and returns a message with the result."""


class Fixing(Code):
    """Codes of `NotationError` for unknown fixes."""

    UNKNOWN = "fix-unknown", "unknown fix {name}; must be one of: {known}"


class DoctorService:
    """The doctor of the service; makes one examination at a time. Use from one event loop only."""

    def __init__(
        self,
        examine: Callable[[], Awaitable[list[Notice]]],
        fixes: Mapping[Fix, Mend],
        state: Path,
    ) -> None:
        """Stores the sources; examines nothing yet.

        Args:
            examine: runs the checks.
            fixes: fixes that the service can apply.
            state: state folder, which identifies the service.
        """
        self._examine, self._fixes = examine, fixes
        self._state = str(state.resolve())
        self._latest: tuple[float, asyncio.Future[list[Notice]]] | None = None

    async def report(self) -> dict[str, Any]:
        """Returns the doctor's report.

        `{"ok": …, "findings": [see `Notice.as_json`, …], "folder": the state folder}`
        """
        now = time.monotonic()
        if self._latest is None or (self._latest[1].done() and now - self._latest[0] > FRESH_S):
            self._latest = now, asyncio.ensure_future(self._examine())
        findings = await asyncio.shield(self._latest[1])
        fixable = [
            finding if finding.fix in self._fixes else replace(finding, fix=None)
            for finding in findings
        ]
        return {
            "ok": is_well(findings),
            "findings": [finding.as_json() for finding in fixable],
            "folder": self._state,
        }

    async def fix(self, name: str) -> str:
        """Applies a fix offered by a notice; returns a message with the result.

        Raises:
            NotationError: the fix is unknown.
            PegboardError: the fix failed.
        """
        apply = next((mend for fix, mend in self._fixes.items() if fix == name), None)
        if apply is None:
            names = ", ".join(self._fixes) or "none"
            raise NotationError(Fixing.UNKNOWN, name=repr(name[:40]), known=names)
        message = await apply()
        self._latest = None
        return message
