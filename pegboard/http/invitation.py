"""An invitation to pair: a QR code and six digits; two minutes, used once.

Six digits can be guessed, so they have few tries: five wrong ones from an address, or ten from all
of them, and these digits are void. Nobody can guess the QR code: it stays good, whatever others
try, and so does the next invitation.
"""

import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from pegboard.errors import Code, PegboardError

VALID_S = 120.0
"""Seconds an invitation is valid, and a request waits for its press."""
TRIES = 5
"""Number of wrong answers from one address before its lock."""
TRIES_OF_ALL = 10
"""Number of wrong answers from all addresses before an invitation has no PIN any more."""
LOCKED_S = 60.0
"""Duration of the first lock; each later one lasts twice as long."""
LONGEST_LOCK_S = 3600.0
ADDRESSES = 256
"""The most addresses whose tries are counted; of those that are not locked the first is forgotten
first."""


class PinFault(Code):
    """Codes of `Refused`: an address that guesses."""

    TOO_MANY_TRIES = "too-many-tries", "Too many wrong PINs. Wait {n} seconds."


class Refused(PegboardError, ValueError):
    """A device is not accepted, or is no longer paired."""

    @property
    def wait_s(self) -> float:
        """Seconds until another try may succeed; 0 if waiting does not help."""
        wait_s = self.facts.get("wait_s", 0.0)
        return float(wait_s) if isinstance(wait_s, int | float) else 0.0


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
        self.wrong = 0
        """Wrong answers so far."""
        self.pin_void = False
        """Whether the digits were guessed at too often."""

    def has_code(self, given: str) -> bool:
        """Returns whether an answer is the QR's. Takes equally long for every wrong one."""
        return hmac.compare_digest(given.replace(" ", "").encode(), self.code.encode())

    def has_pin(self, given: str) -> bool:
        """Returns whether an answer is the PIN. Takes equally long for every wrong one."""
        return hmac.compare_digest(given.replace(" ", "").encode(), self.pin.encode())


@dataclass(slots=True)
class _Address:
    wrong: int = 0
    locks: int = 0
    until: float = 0.0


class Tries:
    """Counts the wrong answers of each address while there is an invitation."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._addresses: dict[str, _Address] = {}

    def check(self, address: str) -> None:
        """Raises an error while an address is locked.

        Raises:
            Refused: it is, with the seconds to wait.
        """
        known = self._addresses.get(address)
        wait_s = known.until - self._clock() if known else 0.0
        if wait_s > 0:
            seconds = max(1, round(wait_s))
            raise Refused(PinFault.TOO_MANY_TRIES, n=seconds, wait_s=wait_s)

    def wrong(self, address: str, invitation: Invitation) -> int:
        """Counts a wrong answer; returns how many are left to this address. With none it is locked.

        Args:
            address: that gave it.
            invitation: that it was given to; with no tries left its PIN is void.
        """
        known = self._addresses.setdefault(address, _Address())
        if len(self._addresses) > ADDRESSES:
            now = self._clock()
            free = (each for each, other in self._addresses.items() if other.until <= now)
            oldest = next(iter(self._addresses))
            del self._addresses[next((each for each in free if each != address), oldest)]
        known.wrong += 1
        invitation.wrong += 1
        left = TRIES - known.wrong
        if not left:
            known.wrong = 0
            known.until = self._clock() + min(LONGEST_LOCK_S, LOCKED_S * 2**known.locks)
            known.locks += 1
        invitation.pin_void |= not left or invitation.wrong >= TRIES_OF_ALL
        return left

    def right(self, address: str) -> None:
        """Forgets the wrong answers of an address after a right one."""
        self._addresses.pop(address, None)
