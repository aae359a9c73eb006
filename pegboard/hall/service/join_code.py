"""The code with which boards join: made by the director, good for all boards of an evening.

As phones are let in by a board: six digits can be guessed, so wrong ones are counted, lock their
address, and make the code void. The code follows from the hall's key and a number that the store
keeps: it survives a restart, every process of the hall knows it, and the store alone does not tell.
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
"""Seconds for which a code is good; the director may make another at any time."""


class _StoredCode(Struct, frozen=True):
    """The present code in the store: what it follows from, its end, the wrong answers to it."""

    nonce: str
    until: float
    wrong: int = 0


CODE = KeyValues("code", _StoredCode)


class JoinCode:
    """Lets boards join that bring the code. Use where the store may be used.

    Args:
        store: of the hall.
        key: the hall's.
        clock: monotonic seconds.
        now: seconds since 1970.
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
        """Makes a new code; the one before is void."""
        self._save(_StoredCode(secrets.token_hex(16), self._now() + CODE_S))

    def void(self) -> None:
        """Makes the code void."""
        CODE.put(self._store, None)

    def current(self) -> tuple[str, float] | None:
        """Returns the code and the seconds for which it is good; None if there is none."""
        kept = self._valid()
        return None if kept is None else (self._pin(kept), kept.until - self._now())

    def admit(self, hall: Hall, address: str, hello: Hello) -> None:
        """Lets a board join whose key is not known.

        Args:
            hall: that it joins.
            address: it comes from.
            hello: signed by the key that it shows.

        Raises:
            WireError: it brings no code, a wrong one, or too many of them.
        """
        kept = self._valid()
        if kept is None or not hello.code:
            raise WireError(TalkFault.NOT_JOINED)
        place = network_key(address)
        try:
            self._tries.check(place)
        except Refused as error:
            raise WireError(TalkFault.TOO_MANY_TRIES, seconds=round(error.wait_s)) from error
        invitation = Invitation(kept.until)
        invitation.pin, invitation.wrong = self._pin(kept), kept.wrong
        if not invitation.has_pin(hello.code):
            self._tries.record_wrong(place, invitation)
            wrong = TRIES_OF_ALL if invitation.pin_void else invitation.wrong
            self._save(msgspec.structs.replace(kept, wrong=wrong))
            raise WireError(TalkFault.WRONG_CODE)
        self._tries.record_right(place)
        hall.join(bytes.fromhex(hello.key), hello.name, self._now())

    def _save(self, kept: _StoredCode) -> None:
        CODE.put(self._store, kept)

    def _valid(self) -> _StoredCode | None:
        kept = CODE.get(self._store)
        if kept is None:
            return None
        good = kept.wrong < TRIES_OF_ALL and 0 < kept.until - self._now() <= CODE_S
        return kept if good else None

    def _pin(self, kept: _StoredCode) -> str:
        text = f"pegboard code 1 {kept.nonce}".encode()
        digest = hmac.new(self._secret, text, hashlib.sha256).digest()
        return f"{int.from_bytes(digest[:16]) % 10**6:06d}"
