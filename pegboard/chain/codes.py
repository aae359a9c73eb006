"""Codes and English sentences for invalid keys and uploads."""

from pegboard.errors import Code


class KeyFault(Code):
    """Codes of `DeviceError` for an invalid key file."""

    NO_KEY = "hall-no-key", "{file}: not a key: {why}"


class UploadFault(Code):
    """Codes of `WireError` for invalid uploads."""

    EMPTY = "upload-empty", "board {board}: an upload without an entry"
    NUMBER = "upload-number", "board {board}: entry {seq} is missing, got {got}"
    NOT_STORABLE = (
        "upload-not-kept",
        "board {board}: entry {seq} cannot be kept as it was signed; its time is {at}",
    )
    FORGED = "upload-forged", "board {board}: the signature at entry {seq} is not that of its key"
    UNKNOWN = "upload-unknown", "board {board} has not joined"
    REVOKED = "upload-revoked", "the key of board {board} was revoked"
    OTHER_CARDS = (
        "upload-other-cards",
        "board {board}: the cards of game {game} are not what was played",
    )
    OTHER_DEALS = (
        "upload-other-deals",
        "game {game}, deal {deal}: not the cards of this duplicate night",
    )
    TAKEN_BACK = (
        "upload-taken-back",
        "game {game}, deal {deal}: a move was taken back after another card was seen",
    )
