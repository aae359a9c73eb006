"""Reasons for refusing a device."""

from pegboard.errors import Code


class PairingFault(Code):
    """Codes of `Refused` and of the notice after a reset."""

    NO_PAIRING = "no-pairing", "This board does not accept devices."
    FULL = "pairing-full", "{n} devices are already paired; remove one first."
    UNINVITED = "uninvited", "Get a code on the board's own page: Menu, then Phones."
    HOLD_OK = "hold-ok", "Hold OK on the board for three seconds, then ask within half a minute."
    TWO_ASK = "two-ask", "More than one device asked, so none was let in. Hold OK again."
    STALE = "code-stale", "That code is no longer valid. Get a new one at the board."
    WRONG_CODE = "wrong-code", "That is not the code shown on the board. Tries left: {n}."
    NOT_PAIRED = "not-paired", "That device is no longer paired."
    NOBODY_WAITS = "nobody-waits", "Nobody by that name is waiting."
    DEVICES_FORGOTTEN = (
        "devices-forgotten",
        "UNDO and COUNT were held: all paired devices were removed.",
    )
