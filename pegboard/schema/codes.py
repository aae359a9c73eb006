"""Codes and English sentences for requests that name something unknown."""

from pegboard.errors import Code


class Mistaken(Code):
    """Codes of `NotationError` for requests that name something unknown."""

    NO_SUCH_SEAT = "seat-unknown", "no such seat: {got}"
    NO_SUCH_BUTTON = "no-such-button", "button {name}: no such seat: {got}"
    NOBODYS_SEAT = "nobodys-seat", "only a seat that a person plays can be assigned, not {seat}"
    SIX_CARDS = "six-cards", "six different cards are needed, got {n}"
    # --- corrections of an offered hand
    WHICH_CARD = "which-card", "name the card that is meant"
    NOT_AMONG = "not-among", "{card} is not among these cards"
    THERE_ALREADY = "there-already", "{card} is already there"
    # --- setup of a game
    DEALER = "dealer-unknown", "dealer must be 0 to {most}, got {got}"
    NAMES = "names-too-many", "names must be {seats}, one per seat, got {n}"
    TARGET = "target-unknown", "target must be 121 or 61, got {value}"
    RULES = "rules-refused", "rules: {why}"
    LEVEL = "level-unknown", "level must be one of {known}, got {value}"
    SEATS = "seats-count", "seats must name {seats} players, got {n}"
    PLAYER = "player-unknown", "{seat} must be one of {known}, got {value}"
    TOO_FEW_TRACKS = (
        "too-few-tracks",
        "{sides} sides need {sides} tracks; this board has {tracks} ({layout}). Suitable layouts: "
        "{known}",
    )
    COLOR = "color-unknown", "colors must be from {known}, got {value}"
    COLOR_TWICE = "color-twice", "colors must differ for every side"
    COLORS = "colors-too-many", "colors must be {sides}, one per side, got {n}"
    SCORES = "scores-count", "scores must be {sides}, one per side, got {n}"
    SCORE = "score-too-high", "scores must be below {target}, got {value}"
