"""A pairing invitation: a QR code and a six-digit PIN, valid once and for two minutes.

Six digits can be guessed, so the PIN becomes void after five wrong attempts from one address or
ten in total. The QR code cannot be guessed: it stays valid, and so does the next invitation.
"""

import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from pegboard.errors import Code, PegboardError

VALID_S = 120.0
"""Seconds for which an invitation is valid, and for which a request waits for OK."""
TRIES = 5
"""Number of wrong PINs from one address before it is locked."""
TRIES_OF_ALL = 10
"""Number of wrong PINs from all addresses before the PIN becomes void."""
LOCKED_S = 60.0
"""Duration of the first lock; each later one lasts twice as long."""
LONGEST_LOCK_S = 3600.0
ADDRESSES = 256
"""Largest number of addresses counted; the oldest one that is not locked is dropped first."""


class PinFault(Code):
    """Codes of `Refused` for an address that guesses PINs."""

    TOO_MANY_TRIES = "too-many-tries", "Too many wrong PINs. Wait {n} seconds."


class Refused(PegboardError, ValueError):
    """Refusal of a device, which is not accepted or no longer paired."""

    @property
    def wait_s(self) -> float:
        """Seconds until another attempt may succeed; 0 if waiting does not help."""
        wait_s = self.facts.get("wait_s", 0.0)
        return float(wait_s) if isinstance(wait_s, int | float) else 0.0


class Invitation:
    """A pairing invitation, shown on the board's own page."""

    def __init__(self, until: float) -> None:
        """Creates an invitation with a new code and PIN.

        Args:
            until: expiry time on the registry's clock, seconds.
        """
        self.until = until
        self.code = secrets.token_urlsafe(16)
        """Secret in the QR code, 128 bits."""
        self.pin = f"{secrets.randbelow(10**6):06d}"
        """Six digits, for people."""
        self.wrong = 0
        """Number of wrong PINs entered."""
        self.pin_void = False
        """True after too many wrong PINs."""

    def has_code(self, answer: str) -> bool:
        """Returns whether an answer is the QR code's secret; compares in constant time."""
        return hmac.compare_digest(answer.replace(" ", "").encode(), self.code.encode())

    def has_pin(self, answer: str) -> bool:
        """Returns whether an answer is the PIN; compares in constant time."""
        return hmac.compare_digest(answer.replace(" ", "").encode(), self.pin.encode())


@dataclass(slots=True)
class _Address:
    wrong: int = 0
    locks: int = 0
    until: float = 0.0


class PinTries:
    """Counter of wrong PINs per address, which locks addresses that guess."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._addresses: dict[str, _Address] = {}

    def check(self, address: str) -> None:
        """Raises `Refused` while an address is locked.

        Raises:
            Refused: the address is locked; the error has the seconds to wait.
        """
        record = self._addresses.get(address)
        wait_s = record.until - self._clock() if record else 0.0
        if wait_s > 0:
            seconds = max(1, round(wait_s))
            raise Refused(PinFault.TOO_MANY_TRIES, n=seconds, wait_s=wait_s)

    def record_wrong(self, address: str, invitation: Invitation) -> int:
        """Records a wrong PIN; returns how many attempts this address has left, locking it at 0.

        Args:
            address: remote address of the attempt.
            invitation: the invitation tried; its PIN becomes void when no attempts are left.
        """
        record = self._addresses.setdefault(address, _Address())
        if len(self._addresses) > ADDRESSES:
            now = self._clock()
            free = (host for host, other in self._addresses.items() if other.until <= now)
            oldest = next(iter(self._addresses))
            del self._addresses[next((host for host in free if host != address), oldest)]
        record.wrong += 1
        invitation.wrong += 1
        left = TRIES - record.wrong
        if not left:
            record.wrong = 0
            record.until = self._clock() + min(LONGEST_LOCK_S, LOCKED_S * 2**record.locks)
            record.locks += 1
        invitation.pin_void |= not left or invitation.wrong >= TRIES_OF_ALL
        return left

    def record_right(self, address: str) -> None:
        """Clears the count of wrong PINs from an address, after a correct one."""
        self._addresses.pop(address, None)
