"""An invitation to pair: a QR code and six digits; two minutes, five tries, used once."""

import hmac
import secrets
from collections.abc import Callable

from pegboard.session.pairing.errors import PairingFault, Refused

VALID_S = 120.0
"""Seconds an invitation is valid, and a request waits for its press."""
TRIES = 5
"""Number of wrong answers before the lock."""
LOCKED_S = 60.0
"""Duration of the first lock; each later one lasts twice as long."""
LONGEST_LOCK_S = 3600.0


class Invitation:
    """An invitation, shown on the board's own page to those in front of it."""

    def __init__(self, until: float) -> None:
        """Creates a fresh invitation.

        Args:
            until: when it ends, on the registry's clock.
        """
        self.until = until
        self.code = secrets.token_urlsafe(16)
        """128 bits, for the QR; nobody types it."""
        self.pin = f"{secrets.randbelow(10**6):06d}"
        """Six digits, for people."""

    def fits(self, given: str) -> bool:
        """Returns whether an answer fits. Takes equally long for every wrong one."""
        said = given.replace(" ", "").encode()
        code = hmac.compare_digest(said, self.code.encode())
        pin = hmac.compare_digest(said, self.pin.encode())
        return code or pin


class Tries:
    """Counts wrong answers from anybody: a guesser may have many addresses."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._wrong = 0
        self._locks = 0
        self._until = 0.0

    @property
    def left(self) -> int:
        """Wrong answers left before the lock."""
        return TRIES - self._wrong

    def check(self) -> None:
        """Raises an error while it is locked.

        Raises:
            Refused: it is, with the seconds to wait.
        """
        wait_s = self._until - self._clock()
        if wait_s > 0:
            seconds = max(1, round(wait_s))
            raise Refused(PairingFault.TOO_MANY_TRIES, n=seconds, wait_s=wait_s)

    def wrong(self) -> bool:
        """Counts a wrong answer; returns whether that was the last one."""
        self._wrong += 1
        if self._wrong < TRIES:
            return False
        self._wrong = 0
        self._until = self._clock() + min(LONGEST_LOCK_S, LOCKED_S * 2**self._locks)
        self._locks += 1
        return True

    def right(self) -> None:
        """Resets the count after a right answer."""
        self._wrong = self._locks = 0
