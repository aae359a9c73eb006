"""A speaker that makes no sound but records the texts: for tests, and for quiet rooms.

It is strict: it refuses overlapping texts, an empty text, or a language the board does not
speak. It can be made to fail:

    mock:                   never fails
    mock:slow-ms=50         takes this long for every text
    mock:fail-after=3       is lost after three texts
    mock:missing            cannot be opened

Faults are joined with commas. `unplug` and `replug` do the same from a program.
"""

import threading
from collections import deque

from pegboard.devices.fault_injection import Faults
from pegboard.devices.sound_cards import DEFAULT
from pegboard.i18n import LANGUAGES

HISTORY = 64
"""Number of texts kept."""


class MockSpeaker:
    """Records the texts it is asked to say."""

    def __init__(self, volume: float, faults: str = "", device: str = DEFAULT) -> None:
        """Creates a speaker with a volume, 0 to 1, at a sound device.

        Raises:
            DeviceMissing: the faults ask for it, or are malformed.
        """
        self.volume, self.device = volume, device
        self.spoken: deque[tuple[str, str]] = deque(maxlen=HISTORY)
        """The latest texts as (language, text), oldest first."""
        self.closed = False
        self._faults = Faults("mock", "speaker", faults)
        self._speaking = threading.Lock()
        self._stop = threading.Event()

    def say(self, text: str, language: str) -> None:
        """Records a text.

        Raises:
            ValueError: the text is empty, the language unknown, or another text is being said.
            DeviceLost: the speaker was closed or unplugged, or its uses are exhausted.
        """
        if not text.strip():
            raise ValueError("mock: there is nothing to say")
        if language not in LANGUAGES:
            raise ValueError(f"mock: no language {language!r}; there are {', '.join(LANGUAGES)}")
        if not self._speaking.acquire(blocking=False):
            raise ValueError(f"mock: {text!r} would be said over {self.spoken[-1][1]!r}")
        try:
            self._faults.use(self.closed)
            self.spoken.append((language, text))
            self._stop.wait(self._faults.slow_s)
        finally:
            self._speaking.release()

    def unplug(self) -> None:
        """Makes every use of the speaker fail from now on."""
        self._faults.unplug()

    def replug(self) -> None:
        """Makes the speaker work again; later uses no longer count towards a fault."""
        self._faults.replug()

    def close(self) -> None:
        """Stops in mid-word; a second call does nothing."""
        self.closed = True
        self._stop.set()


def open(rest: str, volume: float, device: str) -> MockSpeaker:
    """Returns a simulated speaker with the faults named in `rest`.

    Raises:
        DeviceMissing: `rest` asks for it, or is malformed.
    """
    return MockSpeaker(volume, rest, device)
