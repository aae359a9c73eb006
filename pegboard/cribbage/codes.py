"""Everything the rules refuse, doubt or cannot read: one table of codes and English sentences.

Seats are numbers from 0, cards their text: whoever shows a sentence may put names for them. What a
template names are the facts of the error, so the table says also what a program finds there.
"""

from pegboard.errors import Code


class Illegal(Code):
    """An action that the rules forbid now: codes of `IllegalAction`."""

    GAME_OVER = "game-over", "the game is over: only undo is accepted"
    NO_SUCH_SEAT = "no-such-seat", "seat {seat}: the seats are 0 to {most}"
    NOTHING_TO_UNDO = "nothing-to-undo", "there is nothing to undo"
    UNDO_IS_REPLAY = (
        "undo-is-replay",
        "undo is replay without the undone action, not an action of the game",
    )
    # --- another action is due
    DEAL_DUE = "deal-due", "{action} is not possible now: seat {seat} is to deal"
    DISCARD_DUE = "discard-due", "{action} is not possible now: seats are to lay away"
    CUT_DUE = "cut-due", "{action} is not possible now: seat {seat} is to cut the starter"
    PLAY_DUE = "play-due", "{action} is not possible now: seat {seat} is to play"
    HAND_DUE = "hand-due", "{action} is not possible now: the hand of seat {seat} is to be counted"
    CRIB_DUE = "crib-due", "{action} is not possible now: the crib is to be counted"
    NOT_YOUR_TURN = "not-your-turn", "it is not seat {seat}'s turn, but seat {turn}'s"
    # --- the cut for the first deal
    DEALER_KNOWN = "dealer-known", "there is no more to cut: seat {seat} deals"
    ONE_CUT_EACH = "one-cut-each", "{seats} seats cut a card each, not {n}"
    CUT_TWICE = "cut-twice", "{card} is cut twice"
    # --- the deal
    NOT_YOUR_DEAL = "not-your-deal", "seat {seat} cannot deal: it is seat {dealer}'s deal"
    NO_CRIB_CARD = "no-crib-card", "a table deal knows no crib card"
    HANDS_DEALT = "hands-dealt", "{n} hands dealt to {seats} seats"
    CARDS_DEALT = "cards-dealt", "seat {seat} is dealt {wanted} cards, not {n}"
    CRIB_CARD_MISSING = (
        "crib-card-missing",
        "with three players one card goes straight to the crib: + CARD",
    )
    CRIB_CARD_FOR_THREE = (
        "crib-card-for-three",
        "a card straight to the crib is for three players only",
    )
    DEALT_TWICE = "dealt-twice", "{card} is dealt twice"
    # --- laying away, the starter
    LAID_AWAY_ALREADY = "laid-away-already", "seat {seat} has laid away already"
    LAID_AWAY = "laid-away", "a seat lays away {wanted}, not {n}"
    NOT_HELD = "not-held", "seat {seat} does not hold {card}"
    CUT_WAS_DEALT = "cut-was-dealt", "{card} cannot be cut: it was dealt"
    # --- the play
    NO_GO_YET = "no-go-yet", "no go at {count}: every card can be played"
    MUST_PLAY = "must-play", "seat {seat} can play, and must"
    COUNT_TOO_HIGH = (
        "count-too-high",
        "{card} would bring the count to {count}; it never passes {most}",
    )
    # --- the show
    OPEN_DEAL_COUNTS_ITSELF = "open-deal-counts-itself", "{action}: the program counts an open deal"
    COUNTED_FIRST = "counted-first", "seat {seat}'s hand is counted first"
    CLAIMED_ALREADY = (
        "claimed-already",
        "seat {seat}'s hand was claimed already; correct puts a peg right",
    )
    HAND_BEFORE_CRIB = "hand-before-crib", "seat {seat}'s hand is counted before the crib"
    HAND_IS_FOUR = "hand-is-four", "a hand is four different cards, not {n}"
    CRIB_IS_FOUR = "crib-is-four", "the crib is four different cards, not {n}"
    COUNTS_HAND_NOW = "counts-hand-now", "seat {owner} counts its hand now, not seat {seat}"
    COUNTS_CRIB_NOW = "counts-crib-now", "seat {owner} counts the crib now, not seat {seat}"
    HAND_WORTH = "hand-worth", "{points} points: a hand is worth 0 to {most}"
    # --- muggins
    NO_MUGGINS = "no-muggins", "muggins is not played in this game"
    CALL_AT_LEAST_ONE = "call-at-least-one", "{points} points: call at least 1"
    NO_CLAIM_TO_CALL = "no-claim-to-call", "there is no claim to be called"
    OWN_SIDE = "own-side", "seat {seat} cannot call its own side's points"
    # --- pegs put by hand
    NO_SUCH_HOLE = "no-such-hole", "score {score}: the holes are 0 to {most}"
    POINTS_OUT_OF_RANGE = "points-out-of-range", "{points} points: it is 1 to {most}"


class Doubt(Code):
    """Codes of `events.Warned`: the known facts of a table deal contradict each other."""

    CLAIMS_TOO_MUCH = "claims-too-much", "seat {seat} claims {points}; it is worth {worth}"
    NOTHING_MISSED = "nothing-missed", "seat {seat} calls {points}; nothing was missed"
    LESS_MISSED = "less-missed", "seat {seat} calls {points}; {worth} was missed"
    PLAY_NOT_FOLLOWED = "play-not-followed", "the play was not followed to its end"
    DEAL_NOT_COUNTED = "deal-not-counted", "the deal before was not counted to its end"
    LAID_NOT_SHOWN = (
        "laid-not-shown",
        "seat {seat} laid {card}, which is not in the hand it shows",
    )
    SEEN_BEFORE = "seen-before", "{card} was seen before in this deal"
    NOT_LAID = "not-laid", "{card} is not laid: the go before it ended the game"
    COULD_HAVE_PLAYED = "could-have-played", "seat {seat} said go and could have played {card}"


class Unreadable(Code):
    """A text that says no card, no action, no record: codes of `NotationError`."""

    IN_RECORD = "in-record", "{file}, line {line}: {why}"
    # --- cards
    NOT_A_CARD = (
        "not-a-card",
        "not a card: {text}; a card is a rank A23456789TJQK and a suit CDHS, as 5H",
    )
    CARD_TWICE = "card-twice", "{card} is there twice in {text}"
    # --- actions
    EMPTY_LINE = "empty-line", "not an action: an empty line"
    NOT_AN_ACTION = "not-an-action", "not an action: {text}; it is one of {known}"
    ACTION_FORM = "action-form", "'{word}' is written: {form}"
    NOT_A_NUMBER = "not-a-number", "not a number: {text}"
    CRIB_CARD_ALONE = (
        "crib-card-alone",
        "a crib card is dealt with the hands, not without them",
    )
    # --- header lines
    HEADER_TOO_LATE = "header-too-late", "{text} belongs above the first action"
    NO_PLAYERS = "no-players", "'players 2' (or 3, 4) is missing above the first action"
    NOT_A_RULE = "not-a-rule", "not a rule: {text}; it is one of {known}"
    TAKES_NO_VALUE = "takes-no-value", "'{word}' takes no value"
    TAKES_ONE_VALUE = "takes-one-value", "'{word}' takes one value"
    GIVEN_TWICE = "given-twice", "'{word}' is given twice, first on line {first}"
    NOT_A_NAME = "not-a-name", "not a name: {text}; printable text without # is"
    TOO_MANY_NAMES = "too-many-names", "{n} names for {seats} seats"
    NO_SUCH_DEALER = "no-such-dealer", "dealer {seat}: the seats are 0 to {most}"
    NO_SEAT_OF_THAT_NAME = "no-seat-to-name", "seat {seat}: the seats are 0 to {most}"
    RULES = "rules", "{why}"
    # --- tags: the comment lines that say something
    TAG_TWICE = "tag-twice", "line {line}: '# {word}' is given twice"
    NOT_A_HASH = "not-a-hash", "'# {word}' is 64 hexadecimal digits, not {text}"
    IN_FILE = "in-file", "{file}: {why}"
    NOT_A_PHRASE = "not-a-phrase", "not a phrase: {text}; one line of up to {most} characters is"


class Unplayable(Code):
    """An option that no game can be played with: codes of `ConfigError`, fact `option`."""

    PLAYERS = "players", "players: {value}; it is 2, 3 or 4"
    PARTNERS = "partners", "partners: four players, not {value}"
    TARGET = "target", "target: {value}; it is 121 or 61"
    DEALER_BONUS = "dealer-bonus", "dealer-bonus: {value}; it is usually 3"
    MATCH = (
        "match",
        "match: {value} for {sides} sides; it is A, B, C, acc, or D for two sides",
    )
    SKUNK_LINE = "skunk-line", "{option}: {value}; it is a score below {most}, 0 for none"
    DOUBLE_SKUNK = "double-skunk", "double-skunk: {value}; it is not above the skunk line {most}"
    HANDICAPS = "handicaps", "handicap: one starting score a seat, {seats} of them"
    HANDICAP = "handicap", "handicap: {value}; it is below {most}"
    PARTNERS_START = "partners-start", "handicap: partners start with the same score"
    MATCH_LENGTH = "match-length", "match: it is first to so many games won, or so many games"
