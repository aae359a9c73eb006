"""Codes and English sentences for refusals at the table that are not about the rules."""

from pegboard.errors import Code


class Refusal(Code):
    """Codes of `IllegalAction` for actions not allowed now, or not from here."""

    # --- who may act
    ONLY_LOOKING = "only-looking", "This device may only look. Pair it first."
    ONLY_PAIRED = (
        "only-paired",
        "This board shows itself to paired devices only. Pair this one first.",
    )
    ONLY_BOARD = "only-board", "Only the board's own page may do that."
    DEMO_PLAYS = "demo-plays", "a demo game is playing; start a game of your own first"
    BOARD_COUNTS = "board-counts", "the board counts a game against the computer by itself"
    COMPUTERS_SEAT = "computers-seat", "{line}: the computer plays seat {seat} itself"
    OTHERS_SEAT = "others-seat", "{line}: seat {seat} is played by {name}, not from here"
    NOT_NOW = "not-now", "{line}: not now, in a game against the computer"
    BEING_ENTERED = (
        "being-entered",
        "{other} is entering a score for {name}; wait until it is pegged",
    )
    # --- the game is not the one that was seen
    ANOTHER_GAME = "another-game", "another game has begun meanwhile"
    OUTRUN = "outrun", "somebody was quicker: {came}. Look, and do it again if need be"
    MOVED_ON = "moved-on", "the game has moved on"
    NO_GAME_WAITS = "no-game-waits", "no game waits to go on; begin a new one"
    # --- taking back
    MOVED_ON_SINCE = "moved-on-since", "the game has moved on meanwhile: look again"
    NOTHING_TO_TAKE_BACK = "nothing-to-take-back", "there is nothing to take back"
    NO_MOVE_YET = "no-move-yet", "undo: you have not moved yet"
    OWN_MOVES_ONLY = (
        "own-moves-only",
        "against the computer, only a move of one's own is taken back",
    )
    OTHER_HAS_MOVED = (
        "other-has-moved",
        "undo: {name} has moved since; the board's own page can",
    )
    # --- seats
    NOT_AT_BOARD = "not-at-board", "seat {seat} is not played at the board"
    HAS_EVERY_SEAT = "has-every-seat", "the board's own page has every seat that no phone has"
    SEAT_TAKEN = "seat-taken", "{other} sits there; the board's own page can give the seat"
    CARDS_ARE_DEALT = (
        "cards-are-dealt",
        "the cards are dealt: wait, or have the seat given on the board's own page",
    )
    BOARD_GIVES_SEATS = "board-gives-seats", "only the board's own page gives seats"
    # --- counting what lies on the table
    OFFER_GONE = "offer-gone", "that hand is not on offer any more"
    NOTHING_COUNTED = "nothing-counted", "there is no counted hand to peg"
    NO_PICTURE = "no-picture", "there is no picture to keep"


class Uncountable(Code):
    """Why the cards of an offer have no points yet."""

    CARD_TWICE = "offer-card-twice", "the same card is there twice"
    STARTER_IN_HAND = (
        "starter-in-hand",
        "{card} is the starter of this deal, so it cannot be in the hand",
    )
    NO_CARD = "no-card", "no card was recognised"
    TOO_FEW = (
        "too-few",
        "four cards and the starter are wanted, and there are {n}: add what is missing",
    )
    TOO_MANY = "too-many", "four cards and the starter are wanted, and there are {n}: take one away"
    TOO_FEW_BESIDE = (
        "too-few-beside",
        "four cards are wanted beside {card}, and there are {n}: add what is missing",
    )
    TOO_MANY_BESIDE = (
        "too-many-beside",
        "four cards are wanted beside {card}, and there are {n}: take one away",
    )
    WHICH_IS_STARTER = "which-is-starter", "which of these is the starter?"
    WAS_PLAYED = (
        "was-played",
        "{card} was played by {who} in this deal, so it cannot be in this hand",
    )


class Mistaken(Code):
    """Codes of `NotationError` for requests of something unknown."""

    NO_SUCH_SEAT = "seat-unknown", "seat {seat}: there is no such seat"
    NO_SUCH_BUTTON = "no-such-button", "button {name}: there is no seat {seat}"
    NOBODYS_SEAT = "nobodys-seat", "seat {seat}: people sit at {known}"
    # --- corrections of an offered hand
    WHICH_CARD = "which-card", "which card is meant?"
    NOT_AMONG = "not-among", "{card} is not among these cards"
    THERE_ALREADY = "there-already", "{card} is there already"
    # --- who sits down to what
    DEALER = "dealer-unknown", "dealer must be 0 to {most}, got {seat}"
    NAMES = "names-too-many", "{n} names for {seats} seats"
    TARGET = "target-unknown", "target {value}: a game is to 121 or to 61"
    RULES = "rules-refused", "rules: {why}"
    LEVEL = "level-unknown", "level {value}: one of {known}"
    SEATS = "seats-count", "{n} seats are given for {seats} players"
    PLAYER = "player-unknown", "seat {seat}: {value}; it is one of {known}"
    PEOPLE_ALONE = (
        "people-alone",
        "seats: people alone play with cards of their own; mode computer deals",
    )
    DEMO_ALONE = "demo-alone", "seats: in a demo the computer holds every seat"
    NO_PERSON = "no-person", "seats: one of them is a person; without people it is a demo"
    TOO_FEW_TRACKS = (
        "too-few-tracks",
        "{sides} sides need {sides} tracks; this board has {tracks} ({layout}). "
        "Layouts that would do: {known}",
    )
    COLOR = "color-unknown", "colors: {value}; they are {known}"
    COLOR_TWICE = "color-twice", "colors: every side has one of its own"
    COLORS = "colors-too-many", "{n} colors for {sides} sides"


class Malformed(Code):
    """Codes of `BadMessage` for messages that are not commands."""

    TOO_LONG = "message-too-long", "the message is longer than {most} bytes"
    NOT_JSON = "message-not-json", "the message is not JSON"
    NO_OBJECT = "message-no-object", "the message is not a JSON object"
    OTHER_FORM = "message-other-form", "{why}"
    NOT_ONE_COMMAND = (
        "message-not-one-command",
        "a command says exactly one of {known}; this one says {said}",
    )
