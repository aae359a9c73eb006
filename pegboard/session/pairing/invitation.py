"""An invitation to pair: a QR code and six digits; two minutes, five tries, used once."""

import hmac
import secrets
from collections.abc import Callable

from pegboard.session.pairing.errors import PairingFault, Refused

VALID_S = 120.0
"""So long an invitation holds, and so long a request waits for its press."""
TRIES = 5
"""So many wrong answers, then nobody is let in for a while."""
LOCKED_S = 60.0
"""How long after the first five wrong answers; twice as long after each five more."""
LONGEST_LOCK_S = 3600.0


class Invitation:
    """Invitation that the board's own page shows to those in front of it."""

    def __init__(self, until: float) -> None:
        """Makes a fresh invitation.

        Args:
            until: when it ends, on the registry's clock.
        """
        self.until = until
        self.code = secrets.token_urlsafe(16)
        """128 bits, for the QR; nobody types it."""
        self.pin = f"{secrets.randbelow(10**6):06d}"
        """Six digits, for people."""

    def fits(self, given: str) -> bool:
        """Tells whether somebody has seen it. Takes as long for a near miss as for a far one."""
        said = given.replace(" ", "").encode()
        code = hmac.compare_digest(said, self.code.encode())
        pin = hmac.compare_digest(said, self.pin.encode())
        return code or pin


class Tries:
    """Counts wrong answers, whoever gives them: a guesser may have many addresses."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._wrong = 0
        self._locks = 0
        self._until = 0.0

    @property
    def left(self) -> int:
        """Wrong answers until the lock."""
        return TRIES - self._wrong

    def check(self) -> None:
        """Passes, unless it is locked.

        Raises:
            Refused: it is, with the seconds to wait.
        """
        wait_s = self._until - self._clock()
        if wait_s > 0:
            seconds = max(1, round(wait_s))
            raise Refused(PairingFault.TOO_MANY_TRIES, n=seconds, wait_s=wait_s)

    def wrong(self) -> bool:
        """Returns one more wrong answer; whether that was the last one."""
        self._wrong += 1
        if self._wrong < TRIES:
            return False
        self._wrong = 0
        self._until = self._clock() + min(LONGEST_LOCK_S, LOCKED_S * 2**self._locks)
        self._locks += 1
        return True

    def right(self) -> None:
        """Clears the wrong guesses of somebody who was let in."""
        self._wrong = self._locks = 0
