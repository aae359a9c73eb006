"""Names and meanings for people: reasons to peg, options, words.

One entry for every `Kind` and for every option of `Rules`; `tests/learn/test_rulebook.py` sees to
it that none is forgotten. The numbers are not here: they come from the rules themselves.
"""

from typing import NamedTuple

from pegboard.cribbage.scoring import Kind
from pegboard.i18n import _
from pegboard.narration.events import KINDS

IN_PLAY = {
    Kind.FIFTEEN: _("The card that makes the count 15."),
    Kind.THIRTY_ONE: _("The card that makes the count 31. There is no go beside it."),
    Kind.PAIR: _("Two cards of one rank in succession."),
    Kind.PAIR_ROYAL: _("The third of a rank, one right after the other."),
    Kind.DOUBLE_PAIR_ROYAL: _("The fourth of a rank, one right after the other."),
    Kind.RUN: _(
        "Three or more cards on top of the pile whose ranks are in a row, in whatever order "
        "they fell: one point a card. The longest run only."
    ),
    Kind.GO: _("Nobody can lay another card: for the seat that laid the last one."),
    Kind.LAST: _("The last card of the whole deal, unless it makes 31."),
}
"""Points pegged for cards as they are laid."""

IN_SHOW = {
    Kind.FIFTEEN: _("Cards that add up to 15: each different set."),
    Kind.PAIR: _("Two cards of one rank."),
    Kind.PAIR_ROYAL: _("Three of one rank, which are three different pairs."),
    Kind.DOUBLE_PAIR_ROYAL: _("All four of one rank, which are six different pairs."),
    Kind.RUN: _(
        "Three or more ranks in a row: one point a card. The longest only, but each "
        "different set of cards that makes it."
    ),
    Kind.FLUSH: _("All four cards of a hand in one suit. Not in the crib."),
    Kind.NOBS: _(
        "The jack of the starter's suit, in the hand or in the crib. A jack turned up is "
        "heels instead."
    ),
}
"""Points pegged for a hand or a crib."""

OTHERWISE = {
    Kind.HEELS: _("A jack is turned up as the starter: for the dealer, at once."),
    Kind.MUGGINS: _("What a side missed in its own hand, for the opponent that calls it."),
    Kind.MANUAL: _("Points that a person entered: by the buttons, or as a claim."),
    Kind.PENALTY: _("For every opponent of the seat that is to blame; the table decides."),
    Kind.BONUS: _("For the dealer, before each deal, where that option is chosen."),
}
"""Points pegged neither for a card laid nor for a hand counted."""


NAMES = KINDS | {
    Kind.HEELS: _("heels"),
    Kind.NOBS: _("nobs"),
    Kind.MANUAL: _("manual"),
    Kind.BONUS: _("bonus"),
}
"""Names of everything."""


class Option(NamedTuple):
    """An option as it is written in a record, its values, and what it changes."""

    name: str
    values: str
    meaning: str


OPTIONS = {
    "players": Option("players", _("2, 3, 4"), _("How many sit at the table.")),
    "partners": Option(
        "partners", _("yes, no"), _("Four in two sides: seats 0 and 2 against 1 and 3.")
    ),
    "target": Option("target", _("121, 61"), _("The hole that wins; 61 is a short game.")),
    "muggins": Option(
        "muggins",
        _("yes, no"),
        _(
            "At the show each seat says what its hand is worth. The first opponent to call what it "
            "missed pegs that. A wrong call costs nothing. Heels are never lost."
        ),
    ),
    "manual_count": Option(
        "manual-count",
        _("yes, no"),
        _("Each seat says what its hand is worth; what it misses is simply lost."),
    ),
    "dealer_bonus": Option(
        "dealer-bonus",
        _("points"),
        _("The dealer pegs so many before each deal: a house rule, mostly 3."),
    ),
    "match": Option(
        "match",
        _("A, B, C, D, acc"),
        _("Which table says how many games a result wins. D is for two sides only."),
    ),
    "handicap": Option(
        "handicap", _("a score a seat"), _("Where each seat starts; 0 is the usual hole.")
    ),
    "skunk": Option(
        "skunk", _("a score"), _("Who loses with this or less is skunked; 0 for never.")
    ),
    "double_skunk": Option(
        "double-skunk",
        _("a score"),
        _("Who loses with this or less is double-skunked; 0 for never."),
    ),
}
"""Every field of `Rules` with its meaning."""

WORDS = {
    _("count"): _("what the cards of the pile add up to"),
    _("crib"): _("four cards laid away, which the dealer scores"),
    _("cut"): _("lift part of the pack; the card found there is shown"),
    _("dealer"): _("who deals, and owns the crib"),
    _("double skunk"): _("a win by so much that the loser is not past the double skunk line"),
    _("go"): _("said by a seat that holds cards and can lay none of them"),
    _("heels"): _("a jack as the starter, for the dealer; not the same as nobs"),
    _("lay away"): _("put cards of your hand face down into the crib"),
    _("lurch"): _("what a skunk is called in a game to 61"),
    _("nobs"): _("the jack that has the starter's suit"),
    _("peg"): _("move on the track: lift the rear peg and set it beyond the front peg"),
    _("peg out"): _("reach the last hole, and win"),
    _("pile"): _("the cards laid since the count was last at 0"),
    _("pone"): _("the seat on the dealer's left: it cuts, leads, and counts first"),
    _("side"): _("one player, or two partners: whoever shares a score"),
    _("skunk"): _("a win with the loser short of the skunk line"),
    _("starter"): _("the card turned up after laying away; the fifth card of every hand"),
    _("street"): _("thirty holes of a track"),
}
"""The words of the game, as a beginner needs them."""
