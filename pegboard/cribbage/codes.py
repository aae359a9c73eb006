"""Codes and English sentences for everything the rules refuse, doubt or cannot read.

Seats are numbers from 0, cards are text; the code that shows a sentence may insert names.
The names in a template are the error's facts, so this table also documents them for programs.
"""

from pegboard.errors import Code


class Illegal(Code):
    """An action that the rules forbid now: codes of `IllegalAction`."""

    GAME_OVER = "game-over", "the game is over: only undo is accepted"
    NO_SUCH_SEAT = "no-such-seat", "seat must be 0 to {most}, got {got}"
    NOTHING_TO_UNDO = "nothing-to-undo", "there is nothing to undo"
    UNDO_IS_REPLAY = (
        "undo-is-replay",
        "undo is replay without the undone action, not an action of the game",
    )
    # --- another action is due
    DEAL_DUE = "deal-due", "{action} is not possible now: {seat} is to deal"
    DISCARD_DUE = "discard-due", "{action} is not possible now: the seats are to discard"
    CUT_DUE = "cut-due", "{action} is not possible now: {seat} is to cut the starter"
    PLAY_DUE = "play-due", "{action} is not possible now: {seat} is to play"
    HAND_DUE = "hand-due", "{action} is not possible now: the hand of {seat} is to be counted"
    CRIB_DUE = "crib-due", "{action} is not possible now: the crib is to be counted"
    NOT_YOUR_TURN = "not-your-turn", "it is not {seat:of} turn, but {turn:of}"
    # --- the cut for the first deal
    DEALER_KNOWN = "dealer-known", "the cut is decided: {seat} deals"
    ONE_CUT_EACH = "one-cut-each", "{seats} seats must cut one card each, got {n}"
    CUT_TWICE = "cut-twice", "{card} is cut twice"
    # --- the deal
    NOT_YOUR_DEAL = "not-your-deal", "{seat} cannot deal: it is {dealer:of} deal"
    NO_CRIB_CARD = "no-crib-card", "a table deal takes no crib card"
    HANDS_DEALT = "hands-dealt", "{n} hands dealt to {seats} seats"
    CARDS_DEALT = "cards-dealt", "{seat} must be dealt {wanted} cards, got {n}"
    CRIB_CARD_MISSING = (
        "crib-card-missing",
        "with three players one card goes straight to the crib: + CARD",
    )
    CRIB_CARD_FOR_THREE = (
        "crib-card-for-three",
        "a card straight to the crib is for three players only",
    )
    DEALT_TWICE = "dealt-twice", "{card} is dealt twice"
    # --- discards, the starter
    LAID_AWAY_ALREADY = "laid-away-already", "{seat} has already discarded"
    LAID_AWAY = "laid-away", "a seat must discard {wanted}, got {n}"
    NOT_HELD = "not-held", "{seat} does not hold {card}"
    CUT_WAS_DEALT = "cut-was-dealt", "{card} cannot be cut: it was dealt"
    # --- the play
    NO_GO_YET = "no-go-yet", "no go at {count}: every card can be played"
    MUST_PLAY = "must-play", "{seat} can play, and so must"
    COUNT_TOO_HIGH = (
        "count-too-high",
        "{card} would bring the count to {count}; it never passes {most}",
    )
    # --- the show
    OPEN_DEAL_COUNTS_ITSELF = "open-deal-counts-itself", "{action}: the program counts an open deal"
    COUNTED_FIRST = "counted-first", "{seat:of} hand is counted first"
    CLAIMED_ALREADY = (
        "claimed-already",
        "{seat:of} hand was already claimed; use correct to fix a peg",
    )
    HAND_BEFORE_CRIB = "hand-before-crib", "{seat:of} hand is counted before the crib"
    HAND_IS_FOUR = "hand-is-four", "a hand must be four different cards, got {n}"
    CRIB_IS_FOUR = "crib-is-four", "the crib must be four different cards, got {n}"
    COUNTS_HAND_NOW = "counts-hand-now", "{owner} counts the hand now, not {seat}"
    COUNTS_CRIB_NOW = "counts-crib-now", "{owner} counts the crib now, not {seat}"
    HAND_WORTH = "hand-worth", "a hand must be worth 0 to {most} points, got {points}"
    # --- muggins
    NO_MUGGINS = "no-muggins", "muggins is not played in this game"
    CALL_AT_LEAST_ONE = "call-at-least-one", "a muggins call must be at least 1 point, got {points}"
    NO_CLAIM_TO_CALL = "no-claim-to-call", "there is no claim to call muggins on"
    OWN_SIDE = "own-side", "{seat} cannot call points of their own side"
    # --- pegs placed by hand
    NO_SUCH_HOLE = "no-such-hole", "score must be 0 to {most}, got {score}"
    POINTS_OUT_OF_RANGE = "points-out-of-range", "points must be 1 to {most}, got {points}"


class Doubt(Code):
    """Codes of `events.Warned`: contradictions among the known facts of a table deal."""

    CLAIMS_TOO_MUCH = "claims-too-much", "{seat} claims {points}; it is worth {worth}"
    NOTHING_MISSED = "nothing-missed", "{seat} called {points}, but nothing was missed"
    LESS_MISSED = "less-missed", "{seat} called {points}, but only {worth} was missed"
    PLAY_NOT_FOLLOWED = "play-not-followed", "the play was not followed to the end"
    DEAL_NOT_COUNTED = "deal-not-counted", "the previous deal was not fully counted"
    LAID_NOT_SHOWN = (
        "laid-not-shown",
        "{seat} played {card}, which is not in the hand shown",
    )
    SEEN_BEFORE = "seen-before", "{card} was already seen in this deal"
    NOT_LAID = "not-laid", "{card} was not played: the go before it ended the game"
    COULD_HAVE_PLAYED = "could-have-played", "{seat} said go and could have played {card}"


class Unreadable(Code):
    """Codes of `NotationError`: texts that are not a card, an action or a record."""

    IN_RECORD = "in-record", "{file}, line {line}: {why}"
    # --- cards
    NOT_A_CARD = (
        "not-a-card",
        "not a card: {text}; a card is a rank A23456789TJQK and a suit CDHS, such as 5H",
    )
    CARD_TWICE = "card-twice", "{card} appears twice in {text}"
    # --- actions
    EMPTY_LINE = "empty-line", "not an action: an empty line"
    NOT_AN_ACTION = "not-an-action", "not an action: {text}; must be one of {known}"
    ACTION_FORM = "action-form", "'{word}' must be written as {form}"
    NOT_A_NUMBER = "not-a-number", "not a number: {text}"
    CRIB_CARD_ALONE = (
        "crib-card-alone",
        "a crib card is dealt with the hands, not without them",
    )
    # --- header lines
    HEADER_TOO_LATE = "header-too-late", "{text} must come before the first action"
    NO_PLAYERS = "no-players", "'players 2' (or 3, 4) is missing before the first action"
    NOT_A_RULE = "not-a-rule", "not a rule: {text}; must be one of {known}"
    TAKES_NO_VALUE = "takes-no-value", "'{word}' takes no value"
    TAKES_ONE_VALUE = "takes-one-value", "'{word}' takes one value"
    GIVEN_TWICE = "given-twice", "'{word}' is given twice, first on line {first}"
    NOT_A_NAME = "not-a-name", "not a name: {text}; must be printable text without #"
    TOO_MANY_NAMES = "too-many-names", "names must be {seats}, one per seat, got {n}"
    NO_SUCH_DEALER = "no-such-dealer", "dealer must be 0 to {most}, got {got}"
    NO_SEAT_OF_THAT_NAME = "no-seat-to-name", "seat must be 0 to {most}, got {got}"
    RULES = "rules", "{why}"
    # --- tags: comment lines with a meaning
    TAG_TWICE = "tag-twice", "line {line}: '# {word}' is given twice"
    NOT_A_HASH = "not-a-hash", "'# {word}' must be 64 hexadecimal digits, got {text}"
    IN_FILE = "in-file", "{file}: {why}"
    NOT_A_PHRASE = (
        "not-a-phrase",
        "not a phrase: {text}; must be one line of up to {most} characters",
    )


class Foreign(Code):
    """Codes of `NotationError`: a game in the notation of another program."""

    UNKNOWN = "foreign-unknown", "not a notation that is known; must be one of {known}"
    DEAL = "foreign-deal", "line {line}: the deal is not possible: {why}"
    OTHER_DEALER = "foreign-dealer", "line {line}: {seat} is to deal"
    AFTER_THE_END = "foreign-after-end", "line {line}: {card} was played after the game had ended"
    NOT_A_CARD = "foreign-card", "line {line}: {why}"
    CARDS = "foreign-cards", "line {line}: {word} must have {wanted} cards, got {n}"
    NOT_HELD = "foreign-not-held", "line {line}: {card} is in nobody's hand"
    MARK = (
        "foreign-mark",
        "line {line}: {text} does not say which hand it is about",
        "write the game without it, and enter the points as `peg` or `correct`",
    )
    SCORE = "foreign-score", "line {line}: {word} {said} is written, the cards are worth {points}"
    RESULT = "foreign-result", "the result {said} is written; the game is not won like that"
    EMPTY = "foreign-empty", "there is no deal in it"


class Unplayable(Code):
    """Codes of `ConfigError`, fact `option`: options that no game can be played with."""

    PLAYERS = "players", "players must be 2, 3 or 4, got {value}"
    PARTNERS = "partners", "partners needs four players, got {value}"
    TARGET = "target", "target must be 121 or 61, got {value}"
    DEALER_BONUS = (
        "dealer-bonus",
        "dealer-bonus must be 0 or more and below the target, got {value}",
    )
    MATCH = (
        "match",
        "match must be A, B, C, acc, or D for two sides; got {value} for {sides} sides",
    )
    SKUNK_LINE = "skunk-line", "{option} must be a score below {most}, or 0 for none; got {value}"
    DOUBLE_SKUNK = (
        "double-skunk",
        "double-skunk must not be above the skunk line {most}, got {value}",
    )
    HANDICAPS = "handicaps", "handicap must be one starting score per seat, {seats} in all"
    HANDICAP = "handicap", "handicap must be below {most}, got {value}"
    PARTNERS_START = "partners-start", "handicap must be the same for both partners"
    WRONG_CALL = "wrong-call", "wrong-call must be one of {known}, got {value}"
    MATCH_LENGTH = (
        "match-length",
        "match must be either first to a number of wins or a number of games",
    )
