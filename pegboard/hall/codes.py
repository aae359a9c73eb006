"""Codes and English sentences for everything the hall refuses."""

from pegboard.errors import Code


class HallFault(Code):
    """Codes of `ConfigError` and `IllegalAction`: an event, or a card, that cannot be."""

    # --- score cards
    GAME_NUMBER = "hall-game-number", "the number of a game must be 1 or more, got {value}"
    GAME_POINTS = "hall-game-points", "game points must be 0, 2 or 3, got {value}"
    MARGIN = "hall-margin", "a spread must be 1 to {most}, got {value}"
    GAME_TWICE = "hall-game-twice", "the card of {player} has a game twice"
    OTHER_LINE = (
        "hall-other-line",
        "game {game} on the card of {player}: the correction is of another line",
    )
    NO_REASON = (
        "hall-no-reason",
        "game {game} on the card of {player}: a correction needs a name and a reason",
    )
    LINE_CHANGED = (
        "hall-line-changed",
        "game {game} on the card of {player} has been changed meanwhile",
    )
    # --- rotation, bracket, points
    PLAYER_TWICE = "hall-player-twice", "{player} is entered twice"
    TOO_FEW = "hall-too-few", "at least {least} players are needed, got {n}"
    NO_RATING = (
        "hall-no-rating",
        "rating points of the {kind} are not defined for {games} games; they are for {known}",
    )
    BEST_OF = "hall-best-of", "a match must be best of 1, 3, 5 or 7, got {value}"
    NO_SCORE = (
        "hall-no-score",
        "round {round}, match {match}: {won} to {lost} is no result of best of {best_of}",
    )


class UploadFault(Code):
    """Codes of `WireError`: what a board sends that no board of ours would."""

    EMPTY = "upload-empty", "board {board}: an upload without an entry"
    NUMBER = "upload-number", "board {board}: entry {seq} is missing, got {got}"
    FORGED = "upload-forged", "board {board}: the signature at entry {seq} is not that of its key"


class StoreFault(Code):
    """Codes of `DeviceError` and `StoreConflict`: a store that cannot be used, or is ahead."""

    TROUBLE = "hall-store-trouble", "{file}: {why}"
    NEWER = (
        "hall-store-newer",
        "{file}: version {version} of the hall's tables, and this pegboard knows {known}",
        "update pegboard",
    )
    CONFLICT = "hall-store-conflict", "{what} has been changed meanwhile: look again"
