"""The code with which boards join: made by the director, good for all boards of an evening.

As phones are let in by a board: six digits can be guessed, so wrong ones are counted, lock their
address, and make the code void.
"""

import threading
from collections.abc import Callable

from pegboard.errors import WireError
from pegboard.hall.codes import TalkFault
from pegboard.hall.hall import Hall
from pegboard.hall.protocol.messages import Hello
from pegboard.session.pairing.errors import Refused
from pegboard.session.pairing.invitation import Invitation, Tries

CODE_S = 900.0
"""Seconds for which a code is good; the director may make another at any time."""


class Joining:
    """Lets boards join that bring the code. May be used from several threads.

    Args:
        clock: monotonic seconds.
        now: seconds since 1970.
    """

    def __init__(self, clock: Callable[[], float], now: Callable[[], float]) -> None:
        self._clock, self._now = clock, now
        self._tries = Tries(clock)
        self._open: Invitation | None = None
        self._lock = threading.Lock()

    def invite(self) -> Invitation:
        """Makes a new code; the one before is void."""
        with self._lock:
            self._open = Invitation(self._clock() + CODE_S)
            return self._open

    def end(self) -> None:
        """Makes the code void."""
        with self._lock:
            self._open = None

    def code(self) -> tuple[str, float] | None:
        """Returns the code and the seconds for which it is good; None if there is none."""
        with self._lock:
            invitation = self._valid()
            if invitation is None:
                return None
            return invitation.pin, invitation.until - self._clock()

    def admit(self, hall: Hall, address: str, hello: Hello) -> None:
        """Lets a board join whose key is not known.

        Args:
            hall: that it joins.
            address: it comes from.
            hello: signed by the key that it shows.

        Raises:
            WireError: it brings no code, a wrong one, or too many of them.
        """
        with self._lock:
            invitation = self._valid()
            if invitation is None or not hello.code:
                raise WireError(TalkFault.NOT_JOINED)
            try:
                self._tries.check(address)
            except Refused as error:
                raise WireError(TalkFault.TOO_MANY_TRIES, seconds=round(error.wait_s)) from error
            if not invitation.has_pin(hello.code):
                self._tries.wrong(address, invitation)
                raise WireError(TalkFault.WRONG_CODE)
            self._tries.right(address)
        hall.join(bytes.fromhex(hello.key), hello.name, self._now())

    def _valid(self) -> Invitation | None:
        invitation = self._open
        if invitation is None or invitation.pin_void or self._clock() > invitation.until:
            return None
        return invitation
