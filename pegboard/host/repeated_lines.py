"""A log handler that rate-limits repeated warnings and reports how many it dropped.

Any client can trigger a warning with each request; that would wear out the SD card and bury
important lines. So at most `FREELY` identical warnings are written per `SPAN_S`, then one summary:

    WARNING event=log.repeated of=uvicorn.error times=40312 says="Invalid HTTP request received."
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TextIO

FREELY = 5
"""Number of identical lines that are written within a span."""
SPAN_S = 60.0
"""Length of a span in seconds."""
KINDS = 200
"""Maximum number of kinds counted; beyond it the oldest is reported early."""

Kind = tuple[str, int, str, str]


@dataclass(slots=True)
class _Count:
    since: float
    written: int = 0
    left_out: int = 0


class RateLimitedHandler(logging.StreamHandler[TextIO]):
    """Log handler that writes to a stream, and limits repeated warnings and errors."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        """Creates a handler with empty counts.

        Args:
            stream: destination of the lines.
            clock: returns monotonic seconds.
        """
        super().__init__(stream)
        self._clock = clock
        self._counts: dict[Kind, _Count] = {}
        """By kind, in the order in which their spans began."""

    def emit(self, record: logging.LogRecord) -> None:
        """Writes a record unless its limit is reached."""
        now = self._clock()
        self._report_ended(now - SPAN_S)
        if record.levelno >= logging.WARNING:
            count = self._counts.setdefault(_kind(record), _Count(now))
            if count.written == FREELY:
                count.left_out += 1
                return
            count.written += 1
            if len(self._counts) > KINDS:
                self._report(next(iter(self._counts)))
        super().emit(record)

    def close(self) -> None:
        """Writes pending summaries if the stream is still open, then closes."""
        self.acquire()
        try:
            for kind in [] if self.stream.closed else list(self._counts):
                self._report(kind)
        finally:
            self.release()
        super().close()

    def _report_ended(self, before: float) -> None:
        """Writes the summaries for spans that began before a given time."""
        while self._counts:
            kind, count = next(iter(self._counts.items()))
            if count.since > before:
                return
            self._report(kind)

    def _report(self, kind: Kind) -> None:
        count = self._counts.pop(kind)
        if not count.left_out:
            return
        name, level, text, _ = kind
        record = logging.LogRecord(name, level, "", 0, "log.repeated", None, None)
        record.fields = {"of": name, "times": count.left_out, "says": text}
        super().emit(record)


def _kind(record: logging.LogRecord) -> Kind:
    """Returns the key under which equal lines are counted: the message without its arguments."""
    fields = getattr(record, "fields", None)
    error = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
    # Fields are part of the key, because the loss of two devices is two events.
    facts = repr(sorted(fields.items())) if fields else ""
    return record.name, record.levelno, str(record.msg), f"{error} {facts}"
