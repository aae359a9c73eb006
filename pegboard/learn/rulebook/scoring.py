"""Scores: in the play, in the show, and elsewhere. The engine scores every example."""

from pegboard.cribbage.cards import parse_cards
from pegboard.cribbage.play import FULL
from pegboard.cribbage.scoring import Item, Kind, Score, score_hand, score_play
from pegboard.cribbage.show import HIGHEST
from pegboard.i18n import _
from pegboard.learn.rulebook.options import IN_PLAY, IN_SHOW, NAMES, OTHERWISE
from pegboard.learn.rulebook.procedure import faces, in_example
from pegboard.learn.rulebook.section import Section
from pegboard.narration.counting import spoken
from pegboard.narration.events import face

_COLUMNS = (_("for"), _("what it is"), _("example"), _("points"))

_PILES = {
    Kind.FIFTEEN: "9H6C",
    Kind.THIRTY_ONE: "TSKDAC2H8D",
    Kind.PAIR: "8C8D",
    Kind.PAIR_ROYAL: "8C8D8H",
    Kind.DOUBLE_PAIR_ROYAL: "7C7D7H7S",
    Kind.RUN: "9H6C8D7S",
}

# Each has four cards and the starter.
_HANDS = {
    Kind.FIFTEEN: "7H8S2CQD KS",
    Kind.PAIR: "8C8D2HQS 4D",
    Kind.PAIR_ROYAL: "8C8D8HQS 4D",
    Kind.DOUBLE_PAIR_ROYAL: "7C7D7H7S KD",
    Kind.RUN: "4H5C6D9S QS",
    Kind.FLUSH: "2H4H7HKH 9S",
    Kind.NOBS: "JH2C4D8S KH",
}
_FLUSH_OF_FIVE = "2H4H7HKH 9H"
_RUNS = ("9C9DTHJS 2C", "9C9DTHJS QC", "9C9D9HTS JC", "9C9DTHTS JC")
_ALOUD = ("5HTD6C6D JS", "9C9DTHJS QC", "2H4H6H8H 8S", "5C5HJD5S 5D", "2C4D6H8S KC")


def play() -> Section:
    """Returns the section on the play and its scores."""
    text = (
        _(
            "Pone leads. In turn, clockwise, each seat plays one card and announces the count: "
            "the sum of the cards in the pile. It can reach {full} but never pass it.",
            full=FULL,
        ),
        _(
            "If you can play a card, you must. If you cannot, say go: you are out until the count "
            "goes back to 0. The others carry on as long as any of them can."
        ),
        _(
            "At {full}, or when nobody can play, the pile is closed and the count goes back to 0. "
            "Pairs and runs do not reach into a closed pile. The next seat with cards, clockwise "
            "from the one that played the last card, leads.",
            full=FULL,
        ),
        _("A card that scores in several ways pegs for all of them."),
    )
    rows = []
    for kind, written in _PILES.items():
        cards = parse_cards(written)
        points = _item(score_play(cards), kind).points
        rows.append((_name(kind), IN_PLAY[kind], faces(cards), str(points)))
    for kind in (Kind.GO, Kind.LAST):
        rows.append((_name(kind), IN_PLAY[kind], "", str(in_example(kind))))
    return Section("play", _("The play"), text, (), _COLUMNS, tuple(rows))


def show() -> Section:
    """Returns the section on the value of a hand or crib."""
    text = (
        _(
            "Your four cards and the starter make five. A card may be used in many combinations; "
            "two combinations differ if any card differs."
        ),
        _("Count fifteens first, then pairs, runs, flush and nobs."),
        _(
            "The best possible hand is worth {highest}. No hand is worth nineteen, so players "
            "call a worthless hand nineteen.",
            highest=HIGHEST,
        ),
    )
    rows = []
    for kind, written in _HANDS.items():
        item = _item(_counted(written), kind)
        rows.append((_name(kind), IN_SHOW[kind], faces(item.cards), str(item.points)))
        if kind == Kind.FLUSH:
            five = _item(_counted(_FLUSH_OF_FIVE), kind)
            only = _("The starter is of the same suit too. In the crib only this counts.")
            rows.append((_("flush of five"), only, faces(five.cards), str(five.points)))
    return Section("show", _("The show"), text, (), _COLUMNS, tuple(rows))


def runs() -> Section:
    """Returns the section on multiple runs."""
    rows = []
    for written in _RUNS:
        score = _counted(written)
        found = [item for item in score.items if item.kind == Kind.RUN]
        used = sorted({card for item in score.items for card in item.cards})
        name = {
            2: _("double run of {cards:aloud}", cards=len(found[0].cards)),
            3: _("triple run"),
            4: _("double double run"),
        }[len(found)]
        rows.append((name, str(len(found)), faces(tuple(used)), str(score.total)))
    text = (_("A pair within a run makes the run twice. The points include the pairs."),)
    columns = (_("name"), _("runs"), _("example"), _("points"))
    return Section("runs", _("Runs with pairs"), text, (), columns, tuple(rows))


def other() -> Section:
    """Returns the section on points outside play and show."""
    worth = {
        Kind.HEELS: str(in_example(Kind.HEELS)),
        Kind.MUGGINS: _("missed points"),
        Kind.MANUAL: _("entered points"),
        Kind.PENALTY: _("as agreed"),
        Kind.BONUS: _("as chosen"),
    }
    rows = tuple((_name(kind), OTHERWISE[kind], points) for kind, points in worth.items())
    columns = (_("for"), _("what it is"), _("points"))
    return Section("other", _("Other points"), (), (), columns, rows)


def aloud() -> Section:
    """Returns the section with some hands counted aloud."""
    rows = []
    for written in _ALOUD:
        *hand, starter = parse_cards(written)
        score = _counted(written)
        rows.append((faces(tuple(hand)), face(starter), spoken(score), str(score.total)))
    columns = (_("hand"), _("starter"), _("said"), _("points"))
    return Section("aloud", _("Counting aloud"), (), (), columns, tuple(rows))


def _counted(written: str) -> Score:
    *hand, starter = parse_cards(written)
    return score_hand(hand, starter)


def _item(score: Score, kind: Kind) -> Item:
    return next(item for item in score.items if item.kind == kind)


def _name(kind: Kind) -> str:
    return NAMES[kind]
