"""Codes and English sentences for refusals at the table that do not come from the rules."""

from pegboard.errors import Code


class Refusal(Code):
    """Codes of `IllegalAction` for actions not allowed now or for this viewer."""

    # --- missing permission
    ONLY_LOOKING = "only-looking", "This device can only watch. Pair it first."
    ONLY_PAIRED = (
        "only-paired",
        "This board can be seen only by paired devices. Pair this one first.",
    )
    ONLY_BOARD = "only-board", "Only the board's own page may do that."
    SAY_AT_BOARD = "say-at-board", "That can be answered only at the board itself."
    NOT_AGREED = "not-agreed", "Nobody at the board said yes."
    COMPUTERS_SEAT = "computers-seat", "the computer plays that seat"
    OTHERS_SEAT = "others-seat", "only {name} can do that"
    NOT_NOW = "not-now", "not possible now in a game against the computer"
    BEING_ENTERED = (
        "being-entered",
        "{other} is entering a score for {name}; wait until it is pegged",
    )
    # --- client with an outdated state
    ANOTHER_GAME = "another-game", "another game has started in the meantime"
    OUTRUN = "outrun", "Someone else acted first: {came}. Check and try again"
    MOVED_ON = "moved-on", "the game has moved on"
    NO_GAME_WAITS = "no-game-waits", "there is no game to continue; start a new one"
    ID_USED = "id-used", "this id was used for another command; choose a new one"
    # --- score cards of an event
    NOTHING_TO_SIGN = "nothing-to-sign", "there is nothing for you to sign now"
    SIGN_FIRST = (
        "sign-first",
        "the score cards first: each player holds their own +1 for two seconds",
    )
    SIGNED_BY_ANOTHER = (
        "signed-by-another",
        "{who} has signed the score card; only {who} or the board itself can change that",
    )
    # --- games with another board
    NO_OTHER_BOARD = "no-other-board", "there is no game with another board"
    NOT_NOW_FAR = "not-now-far", "not possible now in a game with another board"
    # --- names
    COMPUTERS_NAME = (
        "computers-name",
        "{name} is played by the computer and gives its name to nobody",
    )
    # --- undo
    DEALS_STAND = (
        "deals-stand",
        "everyone plays these deals: a move cannot be taken back once another card has been seen",
    )
    CALL_STANDS = "call-stands", "a muggins call stands: the missed points are known to all"
    MOVED_ON_SINCE = "moved-on-since", "the game has moved on in the meantime: check again"
    NOTHING_TO_TAKE_BACK = "nothing-to-take-back", "there is nothing to take back"
    NOTHING_TO_REDO = "nothing-to-redo", "there is nothing to redo"
    OWN_CARDS_ONLY = (
        "own-cards-only",
        "a line can be changed only in a game with your own cards",
    )
    ANOTHER_ACTION = "another-action", "a line can be changed only to the same action of its seat"
    NO_MOVE_YET = "no-move-yet", "undo: you have not moved yet"
    OWN_MOVES_ONLY = (
        "own-moves-only",
        "against the computer you can take back only your own moves",
    )
    OTHER_HAS_MOVED = (
        "other-has-moved",
        "{name} has played since; undo it at the board",
    )
    # --- seats
    NOT_AT_BOARD = "not-at-board", "{seat} does not play at the board"
    HAS_EVERY_SEAT = "has-every-seat", "the board's own page plays every seat that no phone has"
    SEAT_TAKEN = "seat-taken", "{other} has that seat; it can be reassigned on the board's own page"
    CARDS_ARE_DEALT = (
        "cards-are-dealt",
        "the cards are dealt: wait, or have the seat assigned on the board's own page",
    )
    BOARD_GIVES_SEATS = "board-gives-seats", "only the board's own page can assign seats"
    # --- counting
    CAMERA_PEGGED = (
        "camera-pegged",
        "the camera has pegged {points} for {name} already",
        "enter them again if they are to count twice",
    )
    QUESTION_GONE = "question-gone", "that question is no longer asked"
    OFFER_GONE = "offer-gone", "that hand is no longer on offer"
    NOTHING_COUNTED = "nothing-counted", "there is no counted hand to peg"
    CLAIM_FIRST = (
        "claim-first",
        "enter the points that {name} says, then OK",
        "for no points press OK again",
    )
    NOTHING_TO_CLAIM = "nothing-to-claim", "there is no hand whose points are to be claimed"
    NOTHING_TO_CALL = "nothing-to-call", "nothing was missed that this seat may call"
    NO_PICTURE = "no-picture", "there is no picture to save"


class Uncountable(Code):
    """Reasons why the cards on offer cannot be counted."""

    CARD_TWICE = "offer-card-twice", "the same card appears twice"
    STARTER_IN_HAND = (
        "starter-in-hand",
        "{card} is the starter of this deal, so it cannot be in the hand",
    )
    NO_CARD = "no-card", "no card was recognised"
    TOO_FEW = (
        "too-few",
        "{n} of 5 cards found: tap + to add what is missing",
    )
    TOO_MANY = "too-many", "{n} cards found, and 5 are needed: remove one"
    TOO_FEW_BESIDE = (
        "too-few-beside",
        "{n} of 4 cards besides {card} found: tap + to add what is missing",
    )
    TOO_MANY_BESIDE = (
        "too-many-beside",
        "{n} cards besides {card} found, and 4 are needed: remove one",
    )
    WHICH_IS_STARTER = "which-is-starter", "tap the one that is the starter"
    OTHER_STARTER = (
        "other-starter",
        "the starter of this deal was {was}, and here it is {now}",
        "tap the right one, or press OK for {was}",
    )
    WAS_SHOWN = (
        "was-shown",
        "{card} is already in the hand of {who}",
    )
    WAS_IN_CRIB = ("was-in-crib", "{card} was in the crib, so it cannot be in this hand")
    WAS_PLAYED = (
        "was-played",
        "{card} was played by {who} in this deal, so it cannot be in this hand",
    )


class SessionNotice(Code):
    """Codes of notices posted by the session."""

    NOT_SAVED = "not-saved", "Not saved: {why}"
    MAY_PLAY = "may-play", "{other} can play now."
    # --- the camera
    NO_CAMERA = "no-camera-to-count", "There is no camera: enter the hand manually."
    GAVE_UP_WAITING = "camera-gave-up", "The camera timed out: {why}."
    COULD_NOT_COUNT = "camera-could-not-count", "The camera could not count: {why}"
    BROKE_DOWN = (
        "camera-broke-down",
        ("The camera could not count: an internal error occurred; see the log."),
    )
