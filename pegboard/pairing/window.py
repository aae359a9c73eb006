"""The door for the first device of a board without a screen, which has no code to show.

    OK held for three seconds --> the door is open for half a minute --> the one that asked is in

Somebody at the board opens it first, on purpose; who asks before is told how. Nobody can see who
asks, so the board waits until the door is closed again: where two have asked, it lets in neither.
One who tries all the time, to be there at the right moment, counts as one of two.
"""

from collections.abc import Callable

from pegboard.http.invitation import Refused
from pegboard.pairing.errors import PairingFault

OPEN_S = 30.0
"""Seconds for which the door is open."""
ATTEMPT_MEMORY_S = 60.0
"""Seconds for which one that found it closed is remembered."""
MAX_ATTEMPTS = 64
"""The most that are remembered."""


class PairingWindow:
    """Open for a while once OK was held."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Starts closed; `clock` is in monotonic seconds."""
        self._clock = clock
        self._until = 0.0
        self._attempts: dict[str, float] = {}
        """When each address last found it closed."""

    @property
    def is_open(self) -> bool:
        """True while a device may ask."""
        return self._clock() < self._until

    def open(self) -> None:
        """Opens it for `OPEN_S`."""
        self._until = self._clock() + OPEN_S

    def close(self) -> None:
        """Closes it."""
        self._until = 0.0

    def check(self, address: str) -> None:
        """Lets one from this address ask.

        Raises:
            Refused: it is closed, or somebody at another address has been trying.
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
