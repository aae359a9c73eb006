"""The code with which boards join a hall, created by the director.

It has two forms: six digits for people, and 128 bits in the QR code. Six digits can be guessed, so
wrong ones are slowed down, see `guess_throttle.py`; they never void the code, or a guest could keep
all boards out. The QR code cannot be guessed, and always works.

Both are derived from the hall's key and a stored nonce: they survive a restart, all processes of
the hall share them, and the store alone does not reveal them.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable

from msgspec import Struct

from pegboard.chain.keys import SigningKey
from pegboard.errors import WireError
from pegboard.hall.hall import Hall
from pegboard.hall.service.guess_throttle import GuessThrottle
from pegboard.hall.store.key_values import KeyValues
from pegboard.hall.store.port import HallStore
from pegboard.hall_link.codes import TalkFault
from pegboard.hall_link.messages import Hello
from pegboard.http.invitation import PinFault, Refused

CODE_S = 900.0
"""Lifetime of a code, in seconds."""
DIGITS, SCANNED_LENGTH = 6, 32
"""Length of the code for people, and of the one in the QR code, in hexadecimal digits."""
WRONG_CODES = "hall.wrong_codes"
"""Name of the event logged for wrong codes."""


class _StoredCode(Struct, frozen=True):
    """The stored code: its nonce, and when it expires, in seconds since 1970."""

    nonce: str
    until: float


CODE = KeyValues("code", _StoredCode)


class JoinCode:
    """The current join code, which admits boards. Use on the store's thread.

    Args:
        store: store of the hall.
        key: secret key of the hall.
        clock: monotonic clock in seconds.
        now: clock in seconds since 1970.
        on_notice: called with the number of wrong codes, see `GuessThrottle`.
    """

    def __init__(
        self,
        store: HallStore,
        key: SigningKey,
        clock: Callable[[], float],
        now: Callable[[], float],
        on_notice: Callable[[int], None] = lambda n: None,
    ) -> None:
        self._store, self._secret, self._now = store, key.secret, now
        self.wrong_codes = GuessThrottle(
            clock, now, on_notice, event=WRONG_CODES, refusal=PinFault.TOO_MANY_TRIES
        )

    def renew(self) -> None:
        """Replaces the code with a new one."""
        self._save(_StoredCode(secrets.token_hex(16), self._now() + CODE_S))

    def void(self) -> None:
        """Voids the code."""
        CODE.put(self._store, None)

    def current(self) -> tuple[str, float] | None:
        """Returns the code and its remaining seconds; None if there is none."""
        stored = self._valid()
        return None if stored is None else (self._digits(stored), stored.until - self._now())

    def to_scan(self) -> str | None:
        """Returns the longer code that the QR code carries; None if there is none."""
        stored = self._valid()
        return None if stored is None else self._scanned(stored)

    def admit(self, hall: Hall, address: str, hello: Hello) -> None:
        """Joins a board with an unknown key.

        Args:
            hall: the hall to join.
            address: address of the board.
            hello: the board's hello, with a valid signature.

        Raises:
            WireError: the code is missing or wrong, or there were too many tries.
        """
        stored = self._valid()
        if stored is None or not hello.code:
            raise WireError(TalkFault.NOT_JOINED)
        code = hello.code.replace(" ", "")
        if not _is_equal(code, self._scanned(stored)):
            self._check_digits(stored, code, address)
        hall.join(bytes.fromhex(hello.key), hello.name, self._now())

    def _check_digits(self, stored: _StoredCode, code: str, address: str) -> None:
        """Checks a typed code.

        Raises:
            WireError: the code is wrong, or the address has to wait.
        """
        if len(code) == SCANNED_LENGTH:  # an expired QR code does not count as a guess
            raise WireError(TalkFault.WRONG_CODE)
        try:
            self.wrong_codes.check(address)
        except Refused as error:
            raise WireError(
                TalkFault.TOO_MANY_TRIES, seconds=max(1, round(error.wait_s))
            ) from error
        if not _is_equal(code, self._digits(stored)):
            self.wrong_codes.record_failure(address)
            raise WireError(TalkFault.WRONG_CODE)
        self.wrong_codes.record_success(address)

    def _save(self, stored: _StoredCode) -> None:
        CODE.put(self._store, stored)

    def _valid(self) -> _StoredCode | None:
        stored = CODE.get(self._store)
        if stored is None:
            return None
        good = 0 < stored.until - self._now() <= CODE_S
        return stored if good else None

    def _digits(self, stored: _StoredCode) -> str:
        digest = self._digest(f"pegboard code 1 {stored.nonce}")
        return f"{int.from_bytes(digest[:16]) % 10**DIGITS:0{DIGITS}d}"

    def _scanned(self, stored: _StoredCode) -> str:
        return self._digest(f"pegboard scan 1 {stored.nonce}").hex()[:SCANNED_LENGTH]

    def _digest(self, text: str) -> bytes:
        return hmac.new(self._secret, text.encode(), hashlib.sha256).digest()


def _is_equal(answer: str, code: str) -> bool:
    return hmac.compare_digest(answer.encode(), code.encode())
