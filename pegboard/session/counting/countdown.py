"""Narration of a hand's count, one combination at a time, and its automatic pegging.

All pages and the board follow the same narration: the lit hole ahead moves with the words. The
countdown to the pegging is visible; any press or touch cancels it, and OK is awaited.
"""

import asyncio
from collections.abc import Awaitable, Callable
from math import ceil

STEP_S = 1.6
"""Seconds per combination, enough to say "a double run of three is twelve"."""


class CountNarration:
    """Narration of one hand at a time. Use from one event loop only."""

    def __init__(
        self,
        on_change: Callable[[], None],
        peg: Callable[[], Awaitable[None]],
        *,
        peg_after_s: float,
        step_s: float = STEP_S,
    ) -> None:
        """Starts idle.

        Args:
            on_change: called after every step.
            peg: pegs the hand after its narration.
            peg_after_s: seconds from the last word to the pegging; 0 for never.
            step_s: seconds per combination.
        """
        self.step: int | None = None
        """Index of the current combination; None before the first and after the last."""
        self.narrated = False
        """True once all combinations have been narrated."""
        self.countdown: int | None = None
        """Seconds until automatic pegging, if pending."""
        self._on_change, self._peg = on_change, peg
        self.step_s, self.peg_after_s = step_s, peg_after_s
        self.autopeg_pending = False
        """True if it will be pegged automatically, unless somebody presses or touches anything."""
        self._task: asyncio.Task[None] | None = None
        self._pegging: asyncio.Task[None] | None = None

    def narrate(self, steps: int, *, certain: bool) -> None:
        """Starts narrating a number of combinations; ends any earlier narration.

        Args:
            steps: number of combinations.
            certain: whether it may be pegged automatically afterwards.
        """
        self.stop()
        self.autopeg_pending = certain and self.peg_after_s > 0
        self._task = asyncio.ensure_future(self._run(steps))

    def cancel_autopeg(self) -> None:
        """Cancels automatic pegging."""
        if not self.autopeg_pending:
            return
        self.autopeg_pending = False
        if self.countdown is not None:
            self._cancel()
            self.countdown = None
        self._on_change()

    def stop(self) -> None:
        """Stops narrating."""
        self._cancel()
        self.step, self.narrated, self.countdown, self.autopeg_pending = None, False, None, False

    def _cancel(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.cancel()

    async def _run(self, steps: int) -> None:
        for self.step in range(steps):
            self._on_change()
            await asyncio.sleep(self.step_s)
        self.step, self.narrated = None, True
        self._on_change()
        left = self.peg_after_s if self.autopeg_pending else 0.0
        while left > 0:
            self.countdown = ceil(left)
            self._on_change()
            await asyncio.sleep(left - self.countdown + 1)
            left = self.countdown - 1
        self.countdown = None
        if self.autopeg_pending:
            self.autopeg_pending = False
            # From here on it cannot be cancelled: the actions of a hand must be pegged together.
            self._pegging, self._task = self._task, None
            await self._peg()
