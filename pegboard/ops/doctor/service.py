"""Doctor inside the running service: asked by the page, and able to mend what needs no root."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from pegboard.errors import Code, NotationError
from pegboard.ops.doctor.finding import Finding, is_well

FRESH_S = 3.0
"""An examination answers everybody who asks within this time: it costs a second on a small Pi."""

Fix = Callable[[], Awaitable[str]]
"""Mends something, and says what was done."""


class Fixing(Code):
    """Codes of `NotationError` for a fix that cannot be applied."""

    UNKNOWN = "fix-unknown", "unknown fix {name}; must be one of: {known}"


class DoctorService:
    """Examines one machine, one examination at a time. For one event loop."""

    def __init__(
        self,
        examine: Callable[[], Awaitable[list[Finding]]],
        fixes: Mapping[str, Fix],
        state: Path,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Looks at nothing yet.

        Args:
            examine: looks at the machine.
            fixes: what findings name as their `fix`.
            state: the service's state folder, by which it is known.
            clock: monotonic seconds.
        """
        self._examine, self._fixes, self._clock = examine, fixes, clock
        self._state = str(state.resolve())
        self._latest: tuple[float, asyncio.Future[list[Finding]]] | None = None

    async def report(self) -> dict[str, Any]:
        """Returns what doctor finds.

        `{"ok": …, "findings": [{name, state, says, cure, fix}, …], "folder": the state folder}`
        """
        now = self._clock()
        if self._latest is None or (self._latest[1].done() and now - self._latest[0] > FRESH_S):
            self._latest = now, asyncio.ensure_future(self._examine())
        findings = await asyncio.shield(self._latest[1])
        told = [each.as_json() for each in findings]
        for each in told:
            if each["fix"] not in self._fixes:
                each["fix"] = ""
        return {"ok": is_well(findings), "findings": told, "folder": self._state}

    async def fix(self, name: str) -> str:
        """Mends what a finding named; what was done.

        Raises:
            NotationError: nothing is called that.
            PegboardError: it could not be done.
        """
        mend = self._fixes.get(name)
        if mend is None:
            known = ", ".join(self._fixes) or "none"
            raise NotationError(Fixing.UNKNOWN, name=repr(name[:40]), known=known)
        says = await mend()
        self._latest = None
        return says
