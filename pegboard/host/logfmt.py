"""The service's log: one line per event, `event=… key=value …`, for journald and grep.

    <6>event=game.begun mode=score seats=2 target=121
    <4>event=device.lost device=strip says="/dev/spidev0.0 has gone"

Under journald each line begins with its priority (`<4>` is a warning). No line holds personal
data: no names, no network addresses of devices, no cards in hands. An exception's message
may quote such data, so only its type and the locations in its traceback are logged.
"""

import json
import logging
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

from pegboard.host.repeated_lines import RateLimitedHandler

PRIORITIES = {logging.DEBUG: 7, logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3}
"""Syslog priorities by Python level; 2 above these."""
LONGEST = 1000
"""Maximum length of a value in characters."""
_PLAIN = re.compile(r"[\w./:@+-]+")


def log_event(log: logging.Logger, event: str, level: int = logging.INFO, **fields: object) -> None:
    """Logs an event with its fields.

    Args:
        log: logger of the module in which it happened.
        event: name of the event, such as `game.begun`.
        level: level as defined by `logging`.
        fields: additional values; no personal data.
    """
    if log.isEnabledFor(level):
        log.log(level, event, extra={"fields": fields})


class LogfmtFormatter(logging.Formatter):
    """Formatter that writes every record as one line."""

    def __init__(self, *, priorities: bool) -> None:
        """Stores whether each line begins with its priority, as journald expects."""
        super().__init__()
        self._priorities = priorities

    def format(self, record: logging.LogRecord) -> str:
        """Returns the record as one line, without a line end."""
        fields: Mapping[str, object] | None = getattr(record, "fields", None)
        if fields is None:
            name = record.name.removeprefix("pegboard.")
            pairs: dict[str, object] = {"event": name, "says": record.getMessage()}
        else:
            pairs = {"event": record.getMessage(), **fields}
        if record.exc_info and record.exc_info[1] is not None:
            pairs["error"] = record.exc_info[1].__class__.__name__
            pairs["at"] = _places(record.exc_info[1])
        line = " ".join(f"{key}={_value(value)}" for key, value in pairs.items())
        if not self._priorities:
            return f"{record.levelname} {line}"
        levels = [priority for level, priority in PRIORITIES.items() if record.levelno <= level]
        return f"<{levels[0] if levels else 2}>{line}"


def _value(value: object) -> str:
    text = str(value)
    if len(text) > LONGEST:
        # Cut out the middle, because the end of a traceback is the most informative part.
        text = f"{text[: LONGEST // 2]}…{text[-LONGEST // 2 :]}"
    if _PLAIN.fullmatch(text):
        return text
    # Escape control characters such as line ends, so that an event stays on one line.
    quoted = json.dumps(text, ensure_ascii=False)
    return re.sub("[\x7f-\x9f\u2028\u2029]", lambda m: f"\\u{ord(m[0]):04x}", quoted)


def _places(error: BaseException) -> str:
    """Returns the locations in a traceback, innermost last: `moves.py:58 commands.py:63`."""
    places, trace = [], error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{Path(code.co_filename).name}:{trace.tb_lineno}")
        trace = trace.tb_next
    return " ".join(places)


def for_journald(stream: TextIO) -> bool:
    """Returns whether a stream is connected to journald, according to JOURNAL_STREAM."""
    device, _, inode = os.environ.get("JOURNAL_STREAM", "").partition(":")
    try:
        status = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return (device, inode) == (str(status.st_dev), str(status.st_ino))


def configure_logging(level: str, stream: TextIO | None = None) -> None:
    """Starts logging in `key=value` lines; a second call changes the level.

    Args:
        level: `level` in the `[log]` section of the configuration.
        stream: destination; stderr by default.
    """
    stream = stream or sys.stderr
    journald = for_journald(stream)
    if level == "auto":
        level = "info" if journald else "warning"
    handler = RateLimitedHandler(stream)
    handler.setFormatter(LogfmtFormatter(priorities=journald))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    # From libraries, log only warnings: their info lines may contain personal data.
    logging.getLogger("pegboard").setLevel(level.upper())
