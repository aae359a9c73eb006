"""Names and explanations of awards, options and terms.

There is one entry for every `Kind` and every option of `Rules`; `tests/learn/test_rulebook.py`
checks that none is missing. The numbers come from the rules themselves.
"""

from typing import NamedTuple

from pegboard.cribbage.scoring import Kind
from pegboard.i18n import _
from pegboard.narration.events import KINDS

IN_PLAY = {
    Kind.FIFTEEN: _("The card that makes the count 15."),
    Kind.THIRTY_ONE: _("The card that makes the count 31. No go is pegged as well."),
    Kind.PAIR: _("Two cards of the same rank in succession."),
    Kind.PAIR_ROYAL: _("Three cards of the same rank in succession."),
    Kind.DOUBLE_PAIR_ROYAL: _("Four cards of the same rank in succession."),
    Kind.RUN: _(
        "The last three or more cards of the pile, if their ranks are consecutive in any order: "
        "one point per card. Only the longest run scores."
    ),
    Kind.GO: _("Nobody can play another card: for the seat that played the last one."),
    Kind.LAST: _("The last card of the deal, unless it makes 31."),
}
"""Points pegged during the play."""

IN_SHOW = {
    Kind.FIFTEEN: _("Cards that add up to 15: every different set."),
    Kind.PAIR: _("Two cards of the same rank."),
    Kind.PAIR_ROYAL: _("Three cards of the same rank, which make three different pairs."),
    Kind.DOUBLE_PAIR_ROYAL: _("All four cards of a rank, which make six different pairs."),
    Kind.RUN: _(
        "Three or more consecutive ranks: one point per card. Only the longest scores, but once "
        "for every set of cards that makes it."
    ),
    Kind.FLUSH: _("All four cards of a hand in one suit. Not in the crib."),
    Kind.NOBS: _(
        "The jack of the starter's suit, in the hand or the crib. A jack turned up as the starter "
        "is heels instead."
    ),
}
"""Points pegged in the show."""

OTHERWISE = {
    Kind.HEELS: _("A jack is turned up as the starter: for the dealer, at once."),
    Kind.MUGGINS: _("Points that a side missed in its own hand, for the opponent who calls them."),
    Kind.MANUAL: _("Points entered by a person, with the buttons or as a claim."),
    Kind.PENALTY: _("For every opponent of the seat at fault; the table decides."),
    Kind.BONUS: _("For the dealer, before each deal, if that option is chosen."),
}
"""Points pegged outside play and show."""


NAMES = KINDS | {
    Kind.HEELS: _("heels"),
    Kind.NOBS: _("nobs"),
    Kind.LAST: _("last"),
    Kind.MANUAL: _("manual"),
    Kind.BONUS: _("bonus"),
}
"""Name of every kind of award."""


class Option(NamedTuple):
    """An option of the rules: its form in a record, its values, and its effect."""

    name: str
    values: str
    meaning: str


OPTIONS = {
    "players": Option("players", _("2, 3, 4"), _("The number of players.")),
    "partners": Option(
        "partners", _("yes, no"), _("Two sides of two; partners sit opposite each other.")
    ),
    "target": Option("target", _("121, 61"), _("The hole that wins; 61 is a short game.")),
    "muggins": Option(
        "muggins",
        _("yes, no"),
        _(
            "In the show, players state what their hands are worth. The first opponent to call "
            "missed points pegs them. Heels are never lost."
        ),
    ),
    "manual_count": Option(
        "manual-count",
        _("yes, no"),
        _("Players state what their hands are worth; missed points are simply lost."),
    ),
    "dealer_bonus": Option(
        "dealer-bonus",
        _("points"),
        _("The dealer pegs this many before each deal: a house rule, usually 3."),
    ),
    "match": Option(
        "match",
        _("A, B, C, D, acc"),
        _("How many games a skunk counts as. D is for two sides only."),
    ),
    "handicap": Option(
        "handicap", _("one score per seat"), _("The hole each seat starts from; usually 0.")
    ),
    "skunk": Option(
        "skunk",
        _("a score"),
        _("Skunked at or below this score (0 = off)."),
    ),
    "double_skunk": Option(
        "double-skunk",
        _("a score"),
        _("Double-skunked at or below this score (0 = off)."),
    ),
    "wrong_call": Option(
        "wrong-call",
        _("none, excess, 2"),
        _(
            "What a wrong muggins call costs: nothing, or points for the other side: the excess "
            "called, or 2."
        ),
    ),
}
"""Every field of `Rules` with its meaning."""

WORDS = {
    _("count"): _("the sum of the cards in the pile"),
    _("crib"): _("the four discards, scored by the dealer"),
    _("cut"): _("lift part of the pack and show the card found there"),
    _("dealer"): _("the player who deals and owns the crib"),
    _("discard"): _("throw cards from your hand, face down, into the crib"),
    _("double skunk"): _("a win with the loser short of the double-skunk line"),
    _("go"): _("said by a seat that holds cards but can play none of them"),
    _("heels"): _("a jack turned up as the starter, for the dealer; not the same as nobs"),
    _("lurch"): _("the name of a skunk in a game to 61"),
    _("nobs"): _("the jack of the starter's suit"),
    _("peg"): _("move on the track: lift the rear peg and set it beyond the front peg"),
    _("peg out"): _("reach the last hole and win"),
    _("pile"): _("the cards played since the count was last 0"),
    _("pone"): _("the seat on the dealer's left: it cuts, leads and counts first"),
    _("side"): _("one player, or two partners who share a score"),
    _("skunk"): _("a win with the loser short of the skunk line"),
    _("starter"): _("the card turned up after the discard; the fifth card of every hand"),
    _("street"): _("thirty holes of the track"),
}
"""Glossary for beginners."""
