"""In-memory journals that are closed at the end of each test."""

import asyncio
from typing import Any

from pegboard.storage.journal import SqliteJournal

_open: list[SqliteJournal] = []


def memory_journal(kind: type[SqliteJournal] = SqliteJournal) -> SqliteJournal:
    """Opens a journal in memory."""
    journal = kind(":memory:")
    _open.append(journal)
    return journal


def close_all() -> None:
    """Closes the journals that tests left open."""
    while _open:
        _open.pop().close()


async def run_inline(call: Any, *args: Any) -> Any:
    await asyncio.sleep(0)
    return call(*args)
