"""The doctor in the running service: reports to the page, and applies fixes that need no root."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pegboard.errors import Code, NotationError
from pegboard.notice import Fix, Notice, is_well

FRESH_S = 3.0
"""An examination answers everybody who asks within this time: it costs a second on a small Pi."""

Mend = Callable[[], Awaitable[str]]
"""Mends something, and says what was done."""


class Fixing(Code):
    """Codes of `NotationError` for a fix that cannot be applied."""

    UNKNOWN = "fix-unknown", "unknown fix {name}; must be one of: {known}"


class DoctorService:
    """Examines one machine, one examination at a time. Use from one event loop only."""

    def __init__(
        self,
        examine: Callable[[], Awaitable[list[Notice]]],
        fixes: Mapping[Fix, Mend],
        state: Path,
    ) -> None:
        """Starts without an examination.

        Args:
            examine: looks at the machine.
            fixes: what the service can mend now.
            state: the service's state folder, by which it is known.
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
        found = await asyncio.shield(self._latest[1])
        told = [each if each.fix in self._fixes else replace(each, fix=None) for each in found]
        return {
            "ok": is_well(found),
            "findings": [each.as_json() for each in told],
            "folder": self._state,
        }

    async def fix(self, name: str) -> str:
        """Applies a fix that a notice named; returns the result.

        Raises:
            NotationError: nothing is called that.
            PegboardError: it could not be done.
        """
        mend = next((mend for fix, mend in self._fixes.items() if fix == name), None)
        if mend is None:
            known = ", ".join(self._fixes) or "none"
            raise NotationError(Fixing.UNKNOWN, name=repr(name[:40]), known=known)
        says = await mend()
        self._latest = None
        return says
