"""Waits for an event that only polling can see; fails where it never comes.

Tests wait for events, not for seconds: each of them calls one of these two functions, and
`tests/test_waiting.py` refuses any other sleep. The limit only ends a test that would hang, so it
is long enough for a machine that is many times slower.
"""

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

LIMIT_S = 60.0
"""Seconds after which an event is taken as never coming."""
EVERY_S = 0.01


def wait_until(test: Callable[[], T], event: str = "the event", limit_s: float = LIMIT_S) -> T:
    """Returns the first true value of a test.

    Args:
        test: polled every EVERY_S seconds.
        event: names what is awaited, for the message.
        limit_s: seconds until the wait fails.

    Raises:
        AssertionError: the test stayed false for limit_s.
    """
    end = time.monotonic() + limit_s
    while not (value := test()):
        assert time.monotonic() < end, f"{event} did not come within {limit_s:g} s"
        time.sleep(EVERY_S)
    return value


async def await_until(
    test: Callable[[], T], event: str = "the event", limit_s: float = LIMIT_S
) -> T:
    """Returns the first true value of a test; the event loop runs meanwhile.

    Args:
        test: polled every EVERY_S seconds.
        event: names what is awaited, for the message.
        limit_s: seconds until the wait fails.

    Raises:
        AssertionError: the test stayed false for limit_s.
    """
    end = time.monotonic() + limit_s
    while not (value := test()):
        assert time.monotonic() < end, f"{event} did not come within {limit_s:g} s"
        await asyncio.sleep(EVERY_S)
    return value
