"""Waits for an event by polling; fails if it does not come.

Tests wait for events, not for seconds: each of them calls one of these two functions, and
`tests/tools/sleeps.py` refuses any other sleep. The limit only ends a test that would hang, so it
is long enough for a machine that is many times slower.
"""

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, overload

T = TypeVar("T")
Event = str | Callable[[], object]

LIMIT_S = 60.0
"""Seconds after which an event is taken as never coming."""
EVERY_S = 0.01


def wait_until(
    test: Callable[[], T | None],
    event: Event = "the event",
    limit_s: float = LIMIT_S,
    *,
    every_s: float = EVERY_S,
) -> T:
    """Returns the first true value of a test.

    Args:
        test: polled every every_s seconds.
        event: names what is awaited, for the message; a function is called once the wait fails.
        limit_s: seconds until the wait fails.
        every_s: longer where the test itself is costly, as a request to a service.

    Raises:
        AssertionError: the test stayed false for limit_s.
    """
    end = time.monotonic() + limit_s
    while not (value := test()):
        assert time.monotonic() < end, _message(event, limit_s)
        time.sleep(every_s)
    return value


@overload
async def await_until(
    test: Callable[[], Awaitable[T | None]], event: Event = ..., limit_s: float = ..., *,
    every_s: float = ...,
) -> T: ...  # fmt: skip


@overload
async def await_until(
    test: Callable[[], T | None], event: Event = ..., limit_s: float = ..., *, every_s: float = ...
) -> T: ...


async def await_until(
    test: Callable[[], Any],
    event: Event = "the event",
    limit_s: float = LIMIT_S,
    *,
    every_s: float = EVERY_S,
) -> Any:
    """Returns the first true value of a test; the event loop runs meanwhile.

    Args:
        test: polled every every_s seconds; what it returns is awaited where it can be.
        event: names what is awaited, for the message; a function is called once the wait fails.
        limit_s: seconds until the wait fails.
        every_s: longer where the test itself is costly, as a request to a service.

    Raises:
        AssertionError: the test stayed false for limit_s.
    """
    end = time.monotonic() + limit_s
    while True:
        value = test()
        if inspect.isawaitable(value):
            value = await value
        if value:
            return value
        assert time.monotonic() < end, _message(event, limit_s)
        await asyncio.sleep(every_s)


def _message(event: Event, limit_s: float) -> str:
    name = event if isinstance(event, str) else event()
    return f"{name} did not come within {limit_s:g} s"
