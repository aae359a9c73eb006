"""A timed list of presses from a text file: `script:FILE`.

    # seconds since the start, and a button
    0.5   0+5
    0.7   0+1
    2     ok

Times must not decrease. `#` starts a comment; empty lines are ignored.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from time import monotonic

from pegboard.controls import Button, Pressed
from pegboard.devices.ports import Post, Pressable
from pegboard.errors import Code, DeviceError, DeviceMissing, NotationError
from pegboard.text_file import read_text

LONGEST = 4 * 1024 * 1024
"""Maximum size of a script in bytes."""

Moment = tuple[float, Button]
"""Seconds since the start, and the button pressed then."""


class ScriptFault(Code):
    """Codes of `DeviceMissing` and `NotationError` for a script that cannot be played."""

    FILE = "script-file", "script {file}: {why}"
    NO_TEXT = "script-no-text", "script {file}: not a text file in UTF-8: {why}"
    LINE = "script-line", "{file}:{line}: {why}"
    TOO_EARLY = (
        "script-too-early",
        "{file}:{line}: {seconds} must not be earlier than the line above",
    )
    FORM = "script-form", "{text}: must be seconds and a button, such as `0.5 0+5`"
    SECONDS = "script-seconds", "seconds must be a number, got {text}"


def open(
    rest: str, seats: int, pins: Mapping[str, int], through: Pressable | None = None
) -> "Script":
    """Opens a script.

    Args:
        rest: path of the file.
        seats: not used; presses of seats that do not play are ignored.
        pins: not used.
        through: the board whose buttons the script presses; None posts presses.

    Raises:
        DeviceMissing: there is no such file.
        NotationError: a line cannot be read.
    """
    try:
        text = read_text(Path(rest), LONGEST)
    except OSError as error:
        why = error.strerror or error
        raise DeviceMissing(ScriptFault.FILE, file=repr(rest), why=why) from error
    except NotationError as error:
        raise DeviceMissing(ScriptFault.NO_TEXT, file=repr(rest), why=error) from error
    return Script(parse(text, rest), through)


def parse(text: str, name: str = "script") -> tuple[Moment, ...]:
    """Parses a script; `name` identifies it in errors.

    Raises:
        NotationError: a line is malformed; names the line.
    """
    moments: list[Moment] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        try:
            at, button = _moment(words)
        except NotationError as error:
            raise NotationError(ScriptFault.LINE, file=name, line=number, why=error) from error
        if moments and at < moments[-1][0]:
            raise NotationError(ScriptFault.TOO_EARLY, file=name, line=number, seconds=words[0])
        moments.append((at, button))
    return tuple(moments)


def _moment(words: list[str]) -> Moment:
    if len(words) != 2:
        raise NotationError(ScriptFault.FORM, text=repr(" ".join(words)))
    try:
        at = float(words[0])
    except ValueError:
        at = math.nan
    if not (math.isfinite(at) and at >= 0):
        raise NotationError(ScriptFault.SECONDS, text=repr(words[0]))
    return at, Button.parse(words[1])


class Script:
    """Plays the presses of a script on a thread."""

    def __init__(self, moments: Iterable[Moment], through: Pressable | None = None) -> None:
        """Starts idle; `start` will press buttons of `through`, or post presses if it is None."""
        self._moments = tuple(moments)
        self._through = through
        self._closed = Event()
        self._thread: Thread | None = None

    def start(self, post: Post) -> None:
        """Starts the script's clock."""
        through = self._through
        press = through.press if through else lambda button: post(Pressed(button, monotonic()))
        self._thread = Thread(target=self._run, args=(press,), name="script", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stops; a second call does nothing."""
        self._closed.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self, press: Callable[[Button], None]) -> None:
        start = monotonic()
        for at, button in self._moments:
            if self._closed.wait(max(0.0, start + at - monotonic())):
                return
            with suppress(DeviceError):  # the board was closed, or has no such button
                press(button)
