"""Retry backoff, and task groups that stop when their first task ends."""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any


class Backoff:
    """The pauses between attempts of an operation; the last one repeats.

    Args:
        pauses_s: pauses in seconds, shortest first.
    """

    def __init__(self, pauses_s: Sequence[float]) -> None:
        self._pauses_s, self._tries = pauses_s, 0

    def next_s(self) -> float:
        """Returns the pause before the next attempt, in seconds."""
        pause_s = self._pauses_s[min(self._tries, len(self._pauses_s) - 1)]
        self._tries += 1
        return pause_s

    def reset(self) -> None:
        """Restarts at the shortest pause, after a success."""
        self._tries = 0


def doubled(first_s: float, longest_s: float) -> tuple[float, ...]:
    """Returns pauses that double from `first_s` up to `longest_s`."""
    pauses_s = [first_s]
    while pauses_s[-1] < longest_s:
        pauses_s.append(min(2 * pauses_s[-1], longest_s))
    return tuple(pauses_s)


async def until_first(*coroutines: Coroutine[Any, Any, None]) -> None:
    """Runs coroutines until one ends, then cancels the others; raises that one's error, if any."""
    tasks = [asyncio.create_task(coroutine) for coroutine in coroutines]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await end(*tasks)
    for task in done:
        task.result()


async def end(*tasks: asyncio.Task[None]) -> None:
    """Cancels tasks repeatedly until all have ended, because `wait_for` can lose a cancellation."""
    for _ in range(20):
        for task in tasks:
            task.cancel()
        _, left = await asyncio.wait(tasks, timeout=0.25)
        if not left:
            break
    for task in tasks:
        if task.done() and not task.cancelled():
            task.exception()  # mark the exception as retrieved
