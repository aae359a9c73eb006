"""Journals in memory, each closed when its test is over."""

import asyncio
from typing import Any

from pegboard.storage.journal import SqliteJournal

_open: list[SqliteJournal] = []


def memory_journal(kind: type[SqliteJournal] = SqliteJournal) -> SqliteJournal:
    """A new one."""
    journal = kind(":memory:")
    _open.append(journal)
    return journal


def close_all() -> None:
    """What the tests left open."""
    while _open:
        _open.pop().close()


async def run_inline(call: Any, *args: Any) -> Any:
    await asyncio.sleep(0)
    return call(*args)
