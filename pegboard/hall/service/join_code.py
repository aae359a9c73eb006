"""The code with which boards join a hall, created by the director.

Six digits can be guessed, so wrong codes are counted, lock their address, and void the code. The
code is derived from the hall's key and a stored nonce: it survives a restart, all processes of the
hall share it, and the store alone does not reveal it.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable

import msgspec
from msgspec import Struct

from pegboard.chain.keys import SigningKey
from pegboard.errors import WireError
from pegboard.hall.hall import Hall
from pegboard.hall.store.key_values import KeyValues
from pegboard.hall.store.port import HallStore
from pegboard.hall_link.codes import TalkFault
from pegboard.hall_link.messages import Hello
from pegboard.http.addresses import network_key
from pegboard.http.invitation import TRIES_OF_ALL, Invitation, PinTries, Refused

CODE_S = 900.0
"""Lifetime of a code, in seconds."""


class _StoredCode(Struct, frozen=True):
    """The stored code: its nonce, its end in seconds since 1970, the number of wrong tries."""

    nonce: str
    until: float
    wrong: int = 0


CODE = KeyValues("code", _StoredCode)


class JoinCode:
    """Admits boards with the current code. Use on the store's thread.

    Args:
        store: store of the hall.
        key: secret key of the hall.
        clock: monotonic clock in seconds.
        now: clock in seconds since 1970.
    """

    def __init__(
        self,
        store: HallStore,
        key: SigningKey,
        clock: Callable[[], float],
        now: Callable[[], float],
    ) -> None:
        self._store, self._secret, self._now = store, key.secret, now
        self._tries = PinTries(clock)

    def renew(self) -> None:
        """Replaces the code with a new one."""
        self._save(_StoredCode(secrets.token_hex(16), self._now() + CODE_S))

    def void(self) -> None:
        """Voids the code."""
        CODE.put(self._store, None)

    def current(self) -> tuple[str, float] | None:
        """Returns the code and its remaining seconds; None if there is none."""
        stored = self._valid()
        return None if stored is None else (self._pin(stored), stored.until - self._now())

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
        place = network_key(address)
        try:
            self._tries.check(place)
        except Refused as error:
            raise WireError(TalkFault.TOO_MANY_TRIES, seconds=round(error.wait_s)) from error
        invitation = Invitation(stored.until)
        invitation.pin, invitation.wrong = self._pin(stored), stored.wrong
        if not invitation.has_pin(hello.code):
            self._tries.record_wrong(place, invitation)
            wrong = TRIES_OF_ALL if invitation.pin_void else invitation.wrong
            self._save(msgspec.structs.replace(stored, wrong=wrong))
            raise WireError(TalkFault.WRONG_CODE)
        self._tries.record_right(place)
        hall.join(bytes.fromhex(hello.key), hello.name, self._now())

    def _save(self, stored: _StoredCode) -> None:
        CODE.put(self._store, stored)

    def _valid(self) -> _StoredCode | None:
        stored = CODE.get(self._store)
        if stored is None:
            return None
        good = stored.wrong < TRIES_OF_ALL and 0 < stored.until - self._now() <= CODE_S
        return stored if good else None

    def _pin(self, stored: _StoredCode) -> str:
        text = f"pegboard code 1 {stored.nonce}".encode()
        digest = hmac.new(self._secret, text, hashlib.sha256).digest()
        return f"{int.from_bytes(digest[:16]) % 10**6:06d}"
