"""A log handler that writes what repeats a few times, and then how often it came.

A stranger may cause a warning with each request; the log is on a card that wears, and what matters
would drown in it. So of the same warning `FREELY` lines are written, and after `SPAN_S` one more:

    WARNING event=log.repeated of=uvicorn.error times=40312 says="Invalid HTTP request received."
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TextIO

FREELY = 5
"""Lines of one kind that are written within a span."""
SPAN_S = 60.0
"""Seconds after which lines of that kind are written again."""
KINDS = 200
"""The most kinds that are counted; beyond that the oldest is told early."""

Kind = tuple[str, int, str, str]


@dataclass(slots=True)
class _Count:
    since: float
    written: int = 0
    left_out: int = 0


class SparingHandler(logging.StreamHandler[TextIO]):
    """Writes log lines to a stream, repeated warnings and errors only a few times."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        """Starts with nothing counted.

        Args:
            stream: where to.
            clock: monotonic seconds.
        """
        super().__init__(stream)
        self._clock = clock
        self._counts: dict[Kind, _Count] = {}
        """By kind, in the order in which their spans began."""

    def emit(self, record: logging.LogRecord) -> None:
        """Writes a record, unless it has been written often enough."""
        now = self._clock()
        self._tell_ended(now - SPAN_S)
        if record.levelno >= logging.WARNING:
            count = self._counts.setdefault(_kind(record), _Count(now))
            if count.written == FREELY:
                count.left_out += 1
                return
            count.written += 1
            if len(self._counts) > KINDS:
                self._tell(next(iter(self._counts)))
        super().emit(record)

    def close(self) -> None:
        """Writes what is still to be told, if the stream is still there."""
        self.acquire()
        try:
            for kind in [] if self.stream.closed else list(self._counts):
                self._tell(kind)
        finally:
            self.release()
        super().close()

    def _tell_ended(self, before: float) -> None:
        """Tells the kinds whose span began before that time."""
        while self._counts:
            kind, count = next(iter(self._counts.items()))
            if count.since > before:
                return
            self._tell(kind)

    def _tell(self, kind: Kind) -> None:
        count = self._counts.pop(kind)
        if not count.left_out:
            return
        name, level, says, _ = kind
        record = logging.LogRecord(name, level, "", 0, "log.repeated", None, None)
        record.fields = {"of": name, "times": count.left_out, "says": says}
        super().emit(record)


def _kind(record: logging.LogRecord) -> Kind:
    """Returns what lines have in common that say the same: their text without its facts."""
    fields = getattr(record, "fields", None)
    error = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
    # An event tells apart by its fields: two devices that are lost are two pieces of news.
    told = repr(sorted(fields.items())) if fields else ""
    return record.name, record.levelno, str(record.msg), f"{error} {told}"
