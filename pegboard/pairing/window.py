"""The pairing window for the first device of a board that has no screen to show a code.

    OK held for three seconds --> window open for half a minute --> one request is accepted

Somebody at the board must open the window; earlier requests are refused with instructions. As
nobody can see who asks, the board waits until the window closes, and refuses all if two devices
asked. A device at another address that tried shortly before counts as one of two.
"""

from collections.abc import Callable

from pegboard.http.invitation import Refused
from pegboard.pairing.errors import PairingFault

OPEN_S = 30.0
"""Seconds for which the window is open."""
ATTEMPT_MEMORY_S = 60.0
"""Seconds for which a refused attempt is remembered."""
MAX_ATTEMPTS = 64
"""Largest number of remembered attempts."""


class PairingWindow:
    """A period in which pairing may be requested, opened by holding OK."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Starts closed; `clock` is in monotonic seconds."""
        self._clock = clock
        self._until = 0.0
        self._attempts: dict[str, float] = {}
        """Time of the last refused attempt, by address."""

    @property
    def is_open(self) -> bool:
        """True while a device may request pairing."""
        return self._clock() < self._until

    def open(self) -> None:
        """Opens the window for `OPEN_S`."""
        self._until = self._clock() + OPEN_S

    def close(self) -> None:
        """Closes the window."""
        self._until = 0.0

    def check(self, address: str) -> None:
        """Checks that a device at an address may request pairing.

        Raises:
            Refused: the window is closed, or another address has tried recently.
        """
        now = self._clock()
        if not self.is_open:
            self._attempts.pop(address, None)
            self._attempts[address] = now
            if len(self._attempts) > MAX_ATTEMPTS:
                del self._attempts[next(iter(self._attempts))]
            raise Refused(PairingFault.HOLD_OK)
        if any(
            now - at < ATTEMPT_MEMORY_S for other, at in self._attempts.items() if other != address
        ):
            raise Refused(PairingFault.TWO_ASK)
