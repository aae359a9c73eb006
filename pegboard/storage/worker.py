"""The thread that blocking calls on files run on."""

from collections.abc import Awaitable, Callable
from typing import Any

OffLoop = Callable[..., Awaitable[Any]]
"""Runs a blocking call on the journal's own thread and waits for it: `await off_loop(f, *args)`."""
