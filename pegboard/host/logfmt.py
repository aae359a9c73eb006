"""The service's log: one line per event, `event=… key=value …`, for journald and grep.

    <6>event=game.begun mode=score seats=2 target=121
    <4>event=device.lost device=strip says="/dev/spidev0.0 has gone"

Under journald each line begins with its priority (`<4>` is a warning). No line holds personal
data: no name, no address of a device on the network, no card of a hand. An exception's message
may quote such data, so a traceback is logged only by its places and its type.
"""

import json
import logging
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

from pegboard.host.repeated_lines import SparingHandler

PRIORITIES = {logging.DEBUG: 7, logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3}
"""Priorities of syslog by Python's level; above them it is 2."""
LONGEST = 1000
"""Characters of one value; the rest is cut."""
_PLAIN = re.compile(r"[\w./:@+-]+")


def tell(log: logging.Logger, event: str, level: int = logging.INFO, **fields: object) -> None:
    """Logs an event with its fields.

    Args:
        log: whose event it is.
        event: what happened, `game.begun`.
        level: of `logging`.
        fields: further data; nothing personal.
    """
    if log.isEnabledFor(level):
        log.log(level, event, extra={"fields": fields})


class Lines(logging.Formatter):
    """Formats every record as one line."""

    def __init__(self, *, priorities: bool) -> None:
        """Stores `priorities`: whether lines begin with theirs, for journald."""
        super().__init__()
        self._priorities = priorities

    def format(self, record: logging.LogRecord) -> str:
        """Returns the line, without its line end."""
        fields: Mapping[str, object] | None = getattr(record, "fields", None)
        if fields is None:
            name = record.name.removeprefix("pegboard.")
            told: dict[str, object] = {"event": name, "says": record.getMessage()}
        else:
            told = {"event": record.getMessage(), **fields}
        if record.exc_info and record.exc_info[1] is not None:
            told["error"] = record.exc_info[1].__class__.__name__
            told["at"] = _places(record.exc_info[1])
        line = " ".join(f"{key}={_value(value)}" for key, value in told.items())
        if not self._priorities:
            return f"{record.levelname} {line}"
        levels = [priority for level, priority in PRIORITIES.items() if record.levelno <= level]
        return f"<{levels[0] if levels else 2}>{line}"


def _value(value: object) -> str:
    text = str(value)
    if len(text) > LONGEST:
        # A traceback says the most at its end.
        text = f"{text[: LONGEST // 2]}…{text[-LONGEST // 2 :]}"
    if _PLAIN.fullmatch(text):
        return text
    # Line ends and other controls become \n and \u…: one event stays one line.
    quoted = json.dumps(text, ensure_ascii=False)
    return re.sub("[\x7f-\x9f\u2028\u2029]", lambda m: f"\\u{ord(m[0]):04x}", quoted)


def _places(error: BaseException) -> str:
    """Returns the places an error passed through, innermost last: `moves.py:58 commands.py:63`."""
    places, trace = [], error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{Path(code.co_filename).name}:{trace.tb_lineno}")
        trace = trace.tb_next
    return " ".join(places)


def for_journald(stream: TextIO) -> bool:
    """Returns whether output goes to journald, by its JOURNAL_STREAM."""
    device, _, inode = os.environ.get("JOURNAL_STREAM", "").partition(":")
    try:
        status = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return (device, inode) == (str(status.st_dev), str(status.st_ino))


def start(level: str, stream: TextIO | None = None) -> None:
    """Starts logging as `key=value` lines; a second call changes the level.

    Args:
        level: of `[log]`.
        stream: where to; stderr if not said.
    """
    stream = stream or sys.stderr
    journald = for_journald(stream)
    if level == "auto":
        level = "info" if journald else "warning"
    handler = SparingHandler(stream)
    handler.setFormatter(Lines(priorities=journald))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    # Libraries tell their own troubles and nothing else: what they say in passing may name anybody.
    logging.getLogger("pegboard").setLevel(level.upper())
