"""The watchdog of systemd, notified only while event loop, journal and strip all respond.

A hanging service looks alive from outside, so systemd restarts it unless it is notified within
WatchdogSec=. The event loop that owns the game sends the notification, and only after every
essential part has responded since the previous one. So a stuck loop is restarted, and so is a
service whose journal or strip hangs in a driver.

An error counts as a response: a full disk or an unpowered strip is reported on the page, and a
restart would not cure it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

from pegboard.host.systemd import Systemd, watchdog_s

log = logging.getLogger(__name__)

Checks = Mapping[str, Callable[[], Awaitable[object]]]
"""Checks by name of the part; returning and raising both count as a response."""

START_POLL_S = 0.01


async def run_watchdog(checks: Checks, has_started: Callable[[], bool], systemd: Systemd) -> None:
    """Notifies systemd once the service has started, then feeds its watchdog until cancelled.

    Args:
        checks: the parts that have to respond.
        has_started: returns whether the page is being served.
        systemd: receives the notifications.
    """
    while not has_started():
        await asyncio.sleep(START_POLL_S)
    systemd.notify("READY=1", "STATUS=playing")
    span = watchdog_s()
    if span is not None:
        await feed(checks, span / 3, systemd.notify)


async def feed(checks: Checks, every_s: float, notify: Callable[..., object]) -> None:
    """Checks every part repeatedly; feeds the watchdog after each round in which all responded.

    Args:
        checks: the parts that have to respond.
        every_s: seconds between rounds; a third of WatchdogSec= tolerates one slow response.
        notify: sends lines to systemd.
    """
    running: dict[str, asyncio.Task[None]] = {}
    status = ""
    try:
        while True:
            for name, check in checks.items():
                # Do not start another check of a part that is busy: its queue would only grow.
                if name not in running:
                    running[name] = asyncio.create_task(_answer(check))
            done, _ = await asyncio.wait(running.values(), timeout=every_s)
            silent = [name for name, task in running.items() if task not in done]
            running = {name: task for name, task in running.items() if task not in done}
            previous, status = status, f"waiting for {' and '.join(silent)}" if silent else ""
            if silent and status != previous:
                log.warning("watchdog: %s", status)
                notify(f"STATUS={status}")
            elif not silent:
                notify("WATCHDOG=1", *(["STATUS=playing"] if previous else []))
                await asyncio.sleep(every_s)
    finally:
        for task in running.values():
            task.cancel()


async def _answer(check: Callable[[], Awaitable[object]]) -> None:
    with suppress(Exception):
        await check()
