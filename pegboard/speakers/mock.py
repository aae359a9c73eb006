"""A speaker that makes no sound and remembers what it said: for tests, and for quiet rooms.

It is strict: it refuses to say two things at once, an empty text, or a language the board does not
speak, and it breaks when it is told to:

    mock:                   never fails
    mock:slow-ms=50         takes so long for everything it says
    mock:fail-after=3       is lost after three sayings
    mock:missing            cannot be opened

Faults are joined with commas. `unplug` and `replug` do the same from a program.
"""

import threading
from collections import deque

from pegboard.errors import DeviceLost, DeviceMissing
from pegboard.words import LANGUAGES

KEPT = 64
"""The last so many sayings are kept."""


class MockSpeaker:
    """Keeps what it is given to say."""

    def __init__(
        self, volume: float, *, fail_after: int | None = None, slow_s: float = 0.0
    ) -> None:
        self.volume = volume
        self.said: deque[tuple[str, str]] = deque(maxlen=KEPT)
        """Language and text of the latest, oldest first."""
        self.closed = False
        self._left, self._slow_s, self._plugged = fail_after, slow_s, True
        self._speaking = threading.Lock()
        self._stop = threading.Event()

    def say(self, text: str, language: str) -> None:
        """Remembers it.

        Raises:
            ValueError: there is nothing to say, in no language, or something is being said.
            DeviceLost: the speaker was closed or unplugged, or its sayings are used up.
        """
        if not text.strip():
            raise ValueError("mock: there is nothing to say")
        if language not in LANGUAGES:
            raise ValueError(f"mock: no language {language!r}; there are {', '.join(LANGUAGES)}")
        if not self._speaking.acquire(blocking=False):
            raise ValueError(f"mock: {text!r} would be said over {self.said[-1][1]!r}")
        try:
            if self.closed:
                raise DeviceLost("mock: the speaker is closed")
            if self._left == 0 or not self._plugged:
                raise DeviceLost("mock: the speaker is unplugged")
            if self._left is not None:
                self._left -= 1
            self.said.append((language, text))
            self._stop.wait(self._slow_s)
        finally:
            self._speaking.release()

    def unplug(self) -> None:
        """From now on the speaker is lost."""
        self._plugged = False

    def replug(self) -> None:
        """The speaker works again, and no longer counts towards a fault."""
        self._plugged, self._left = True, None

    def close(self) -> None:
        """Stops in mid-word; a second call does nothing."""
        self.closed = True
        self._stop.set()


def open(rest: str, volume: float) -> MockSpeaker:
    """A simulated speaker with the faults that `rest` names.

    Raises:
        DeviceMissing: `rest` asks for that, or cannot be understood.
    """
    fail_after: int | None = None
    slow_s = 0.0
    for fault in filter(None, rest.split(",")):
        match fault.partition("="):
            case "fail-after", "=", count if count.isdecimal():
                fail_after = int(count)
            case "slow-ms", "=", count if count.isdecimal():
                slow_s = int(count) / 1000
            case "missing", "", "":
                raise DeviceMissing("mock:missing: there is no speaker, as was asked for")
            case _:
                raise DeviceMissing(
                    f"mock:{rest}: unknown fault {fault!r}; there are fail-after=N, slow-ms=N "
                    f"and missing"
                )
    return MockSpeaker(volume, fail_after=fail_after, slow_s=slow_s)
