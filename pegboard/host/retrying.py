"""Pauses between tries that grow, and tasks of which the first to end stops the others."""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any


class Backoff:
    """The pauses of one thing that is tried again and again; the last one repeats.

    Args:
        pauses_s: seconds, shortest first.
    """

    def __init__(self, pauses_s: Sequence[float]) -> None:
        self._pauses_s, self._tries = pauses_s, 0

    def next_s(self) -> float:
        """Returns the pause before the next try, in seconds."""
        pause_s = self._pauses_s[min(self._tries, len(self._pauses_s) - 1)]
        self._tries += 1
        return pause_s

    def reset(self) -> None:
        """Begins with the shortest pause again: it has worked."""
        self._tries = 0


def doubled(first_s: float, longest_s: float) -> tuple[float, ...]:
    """Returns pauses of which each is twice as long as the one before."""
    pauses_s = [first_s]
    while pauses_s[-1] < longest_s:
        pauses_s.append(min(2 * pauses_s[-1], longest_s))
    return tuple(pauses_s)


async def until_first(*coroutines: Coroutine[Any, Any, None]) -> None:
    """Runs all until one ends, then stops the others; re-raises an error of that one."""
    tasks = [asyncio.create_task(each) for each in coroutines]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await end(*tasks)
    for task in done:
        task.result()


async def end(*tasks: asyncio.Task[None]) -> None:
    """Cancels tasks until they are over: what waits by `wait_for` can lose a cancellation."""
    for _ in range(20):
        for task in tasks:
            task.cancel()
        _, left = await asyncio.wait(tasks, timeout=0.25)
        if not left:
            break
    for task in tasks:
        if task.done() and not task.cancelled():
            task.exception()  # it was looked at
