"""The watchdog of systemd, fed only after the loop, the journal and the strip have each answered.

A service that hangs looks alive from outside. So systemd wants a sign within WatchdogSec=, and
restarts it where none comes. The sign is given by the loop that owns the game, and only once every
part it cannot do without has answered since the sign before: a loop that is stuck gives none, and
neither does one whose journal or strip is stuck in a driver.

An error is an answer. A full disk or a strip without power is named on the page, and starting the
service again would not cure it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

from pegboard.host.systemd import Systemd, watchdog_s

log = logging.getLogger(__name__)

Asks = Mapping[str, Callable[[], Awaitable[object]]]
"""A check by part name: it answers by returning, or by raising."""

STARTED_LOOK_S = 0.01


async def attend(asks: Asks, started: Callable[[], bool], systemd: Systemd) -> None:
    """Reports to systemd that the service has started, then feeds its watchdog until cancelled.

    Args:
        asks: the parts that have to answer.
        started: whether the page is served by now.
        systemd: who is told.
    """
    while not started():
        await asyncio.sleep(STARTED_LOOK_S)
    systemd.tell("READY=1", "STATUS=playing")
    span = watchdog_s()
    if span is not None:
        await feed(asks, span / 3, systemd.tell)


async def feed(asks: Asks, every_s: float, tell: Callable[..., object]) -> None:
    """Checks every part repeatedly, and feeds the watchdog after each round in which all answered.

    Args:
        asks: the parts that have to answer.
        every_s: seconds from one round to the next; a third of what systemd waits, so that one
            slow answer is forgiven.
        tell: takes the lines for systemd.
    """
    asked: dict[str, asyncio.Task[None]] = {}
    says = ""
    try:
        while True:
            for name, ask in asks.items():
                # A part that has not answered yet is not asked again: its queue would only grow.
                if name not in asked:
                    asked[name] = asyncio.create_task(_answer(ask))
            done, _ = await asyncio.wait(asked.values(), timeout=every_s)
            silent = [name for name, task in asked.items() if task not in done]
            asked = {name: task for name, task in asked.items() if task not in done}
            was, says = says, f"waiting for {' and '.join(silent)}" if silent else ""
            if silent and says != was:
                log.warning("watchdog: %s", says)
                tell(f"STATUS={says}")
            elif not silent:
                tell("WATCHDOG=1", *(["STATUS=playing"] if was else []))
                await asyncio.sleep(every_s)
    finally:
        for task in asked.values():
            task.cancel()


async def _answer(ask: Callable[[], Awaitable[object]]) -> None:
    with suppress(Exception):
        await ask()
