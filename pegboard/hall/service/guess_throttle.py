"""Throttles attempts to guess the director's PIN, or the six digits with which boards join.

Five wrong guesses lock their network, an IPv4 address or an IPv6 /64, for a minute, and then twice
as long each time. After twenty wrong guesses from anywhere, all unknown networks share one attempt
per ten seconds. An address that has succeeded before is counted alone: others never lock it out,
not even from the same /64.
"""

import logging
from collections.abc import Callable
from typing import Any

from pegboard.errors import Code
from pegboard.host.logfmt import log_event
from pegboard.http.addresses import network_key
from pegboard.http.invitation import Invitation, PinTries, Refused

log = logging.getLogger(__name__)

FREE_TRIES = 20
"""Number of wrong guesses, from all networks, after which unknown networks have to wait."""
PAUSE_S = 10.0
"""Seconds between two attempts from unknown networks."""
CALM_S = 3600.0
"""Seconds without a wrong guess after which the count is reset."""
NOTICE_FROM = 5
"""Number of wrong guesses from which the director sees a notice."""
TRUSTED_MOST = 256
"""Maximum number of addresses remembered after a right answer."""


class GuessThrottle:
    """Throttle for guesses. Use from one thread only.

    Args:
        clock: monotonic seconds.
        now: clock in seconds since 1970.
        on_notice: called with the number of wrong guesses, from `NOTICE_FROM` on.
        event: name of the event to log.
        refusal: code of `Refused` for networks that share their attempts; facts `n` and `wait_s`.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        now: Callable[[], float],
        on_notice: Callable[[int], None] = lambda n: None,
        *,
        event: str,
        refusal: Code,
    ) -> None:
        self._event, self._refusal = event, refusal
        self._clock, self._now, self._on_notice = clock, now, on_notice
        self._tries = PinTries(clock)
        self._trusted: dict[str, None] = {}
        """Addresses that have guessed right, the most recent one last."""
        self._count, self._latest, self._latest_at = 0, 0.0, 0.0

    def check(self, address: str) -> None:
        """Checks that an address may make an attempt.

        Raises:
            Refused: the address has to wait; see the facts.
        """
        self._tries.check(self._place(address))
        if self.count < FREE_TRIES or address in self._trusted:
            return
        wait_s = self._latest + PAUSE_S - self._clock()
        if wait_s > 0:
            raise Refused(self._refusal, n=max(1, round(wait_s)), wait_s=wait_s)

    def record_failure(self, address: str) -> None:
        """Records a wrong guess."""
        place = self._place(address)
        self._count = self.count + 1
        self._latest, self._latest_at = self._clock(), self._now()
        is_locked = not self._tries.record_wrong(place, Invitation(0.0))
        if is_locked or self._count >= FREE_TRIES:
            log_event(log, self._event, logging.WARNING, n=self._count, address=place)
        if self._count >= NOTICE_FROM:
            self._on_notice(self._count)

    def record_success(self, address: str) -> None:
        """Records a right answer."""
        self._tries.record_right(self._place(address))
        self._trusted.pop(address, None)
        self._trusted[address] = None
        if len(self._trusted) > TRUSTED_MOST:
            del self._trusted[next(iter(self._trusted))]

    def _place(self, address: str) -> str:
        """Returns the key under which an address is counted."""
        return address if address in self._trusted else network_key(address)

    @property
    def count(self) -> int:
        """Number of wrong guesses; 0 after an hour without one."""
        return self._count if self._clock() - self._latest < CALM_S else 0

    def notice(self) -> dict[str, Any] | None:
        """Returns the number of wrong guesses and the latest time; None below `NOTICE_FROM`."""
        return {"n": self.count, "at": self._latest_at} if self.count >= NOTICE_FROM else None
