"""Reasons a device is refused."""

from pegboard.errors import Code, PegboardError


class PairingFault(Code):
    """Codes of `Refused`: reasons to keep a device out."""

    NO_PAIRING = "no-pairing", "This board does not accept devices."
    FULL = "pairing-full", "{n} devices are already paired; remove one first."
    UNINVITED = "uninvited", "Get a code on the board's own page: Menu, then Phones."
    HOLD_OK = "hold-ok", "Hold OK on the board for three seconds, then ask within half a minute."
    TWO_ASK = "two-ask", "More than one device asked, so none was let in. Hold OK again."
    STALE = "code-stale", "That code is no longer valid. Get a new one at the board."
    WRONG_CODE = "wrong-code", "That is not the code shown on the board. Tries left: {n}."
    TOO_MANY_TRIES = "too-many-tries", "Too many wrong PINs. Wait {n} seconds."
    NOT_PAIRED = "not-paired", "That device is no longer paired."
    NOBODY_WAITS = "nobody-waits", "Nobody of that name is waiting now."


class Refused(PegboardError, ValueError):
    """A device is not accepted, or is no longer paired."""

    @property
    def wait_s(self) -> float:
        """Seconds until another try may succeed; 0 if waiting does not help."""
        wait_s = self.facts.get("wait_s", 0.0)
        return float(wait_s) if isinstance(wait_s, int | float) else 0.0
