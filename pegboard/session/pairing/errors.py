"""Reasons a device is refused."""

from pegboard.errors import Code, PegboardError


class PairingFault(Code):
    """Codes of `Refused`: reasons to keep a device out."""

    NO_PAIRING = "no-pairing", "This board pairs with no devices."
    FULL = "pairing-full", "{n} devices are paired already; put one out first."
    UNINVITED = "uninvited", "Ask for a code on the board's own page: Menu, then Phones."
    ANOTHER_ASKS = "another-asks", "Another device is asking; wait two minutes."
    STALE = "code-stale", "That code is not valid any more. Ask for a new one at the board."
    WRONG_CODE = "wrong-code", "That is not the code the board shows. Tries left: {n}."
    TOO_MANY_TRIES = "too-many-tries", "Too many wrong PINs. Wait {n} seconds."
    NOT_PAIRED = "not-paired", "That device is not paired any more."
    NOBODY_WAITS = "nobody-waits", "Nobody of that name is waiting any more."


class Refused(PegboardError, ValueError):
    """A device is not let in, or is not there any more."""

    @property
    def wait_s(self) -> float:
        """Seconds after which asking again may help; 0 where it is another matter."""
        wait_s = self.facts.get("wait_s", 0.0)
        return float(wait_s) if isinstance(wait_s, int | float) else 0.0
