"""The thread that runs blocking calls on files."""

from collections.abc import Awaitable, Callable
from typing import Any

RunBlocking = Callable[..., Awaitable[Any]]
"""Runs a blocking call on the journal's thread and waits for it: `await run_blocking(f, *args)`."""
