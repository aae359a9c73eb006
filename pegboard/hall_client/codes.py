"""Codes of notices about the hall, shown to people at the board."""

from pegboard.errors import Code


class HallLink(Code):
    """Codes of `DeviceError` for a hall that lacks entries of this board."""

    AWAY = (
        "hall-away",
        "{hall} does not answer; entries to send: {n}",
        "play on: they will be sent when the network is back",
    )
    NOT_YET = "hall-not-yet", "not connected yet"
    NOT_JOINED = (
        "hall-not-joined",
        "{hall} does not know this board; entries to send: {n}",
        "join with the code that the director's page shows",
    )
    WRONG_CODE = (
        "hall-wrong-code",
        "{hall}: that is not the code that the director's page shows",
        "join with a new code",
    )
    REVOKED = "hall-revoked", "{hall} no longer accepts this board"
    OTHER = (
        "hall-other",
        "{hall} is not the hall that this board joined",
        "if it is meant to be, join it with a code",
    )
    ADDRESS = "hall-address", "{key}: must be http://HOST:PORT or https://HOST:PORT, got {value}"
    OTHER_CODE = (
        "hall-other-code",
        "that is not a hall's code",
        "scan the code on the director's page, or the one on the sign of a table",
    )
    NEAR_ADDRESS = (
        "hall-near-address",
        "{host} leads to this machine or its own link, and no scanned code may do that",
        "if a hall is there, type its address",
    )
    NO_TABLE = "hall-no-table", "{hall}: nobody plays at that table now"
    NO_CAMERA = "hall-no-camera", "this board has no camera to scan with"
    REFUSED = "hall-refused", "{hall} refuses what this board sends ({why}); entries to send: {n}"


class RemoteRefusal(Code):
    """Codes of `IllegalAction` for games with another board."""

    OPEN = "far-open", "a game with another board is open: finish it, or leave it first"
    NOT_THERE = "far-not-there", "that board is offline"
    NO_INVITATION = "far-no-invitation", "nobody has invited this board"
    NO_GAME = "far-no-game", "there is no game with another board"
