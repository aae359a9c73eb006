"""Admission of pairing requests: by an invitation's code, or while the window is open."""

from collections.abc import Callable

from pegboard.http.invitation import VALID_S, Invitation, PinTries, Refused
from pegboard.pairing.errors import PairingFault
from pegboard.pairing.window import PairingWindow


class Gate:
    """The invitation and the pairing window of one board."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Starts without an invitation, the window closed; `clock` is in monotonic seconds."""
        self.window = PairingWindow(clock)
        self._clock, self._tries = clock, PinTries(clock)
        self._invitation: Invitation | None = None

    def new_invitation(self) -> Invitation:
        """Returns a new invitation; the previous one becomes invalid."""
        self._invitation = Invitation(self._clock() + VALID_S)
        return self._invitation

    def revoke_code(self) -> None:
        """Revokes the invitation."""
        self._invitation = None

    def check_code(self, code: str, address: str) -> None:
        """Checks a code or PIN, and consumes the invitation if it is right.

        Raises:
            Refused: the code is wrong; after five failures the address is locked for a while.
        """
        invitation = self._invitation
        if invitation is None or self._clock() >= invitation.until:
            self._invitation = None
            raise Refused(PairingFault.STALE)  # no PIN is valid: do not count this as a guess
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
