"""Two ways to ask: with an invitation's code, or, without a screen, while the door is open."""

from collections.abc import Callable

from pegboard.http.invitation import VALID_S, Invitation, PinTries, Refused
from pegboard.pairing.errors import PairingFault
from pegboard.pairing.window import PairingWindow


class Gate:
    """One board's invitation, and its door."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Starts without an invitation, the door closed; `clock` is in monotonic seconds."""
        self.window = PairingWindow(clock)
        self._clock, self._tries = clock, PinTries(clock)
        self._invitation: Invitation | None = None

    def new_invitation(self) -> Invitation:
        """Returns a fresh code; the previous one becomes invalid."""
        self._invitation = Invitation(self._clock() + VALID_S)
        return self._invitation

    def revoke_code(self) -> None:
        """Revokes the code: it is no longer shown or valid."""
        self._invitation = None

    def check_code(self, code: str, address: str) -> None:
        """Checks an answer, and uses up the invitation if it fits.

        Raises:
            Refused: it does not fit; the fifth time its address is locked for a while.
        """
        invitation = self._invitation
        if invitation is None or self._clock() >= invitation.until:
            self._invitation = None
            raise Refused(PairingFault.STALE)  # there is nothing to guess
        if not invitation.has_code(code):
            self._tries.check(address)
            if invitation.pin_void:
                raise Refused(PairingFault.STALE)
            if not invitation.has_pin(code):
                left = self._tries.record_wrong(address, invitation)
                self._tries.check(address)
                raise Refused(PairingFault.WRONG_CODE, n=left)
        self._invitation = None
        self._tries.record_right(address)
