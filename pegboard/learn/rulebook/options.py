"""Names and meanings for people: reasons to peg, options, words.

One entry for every `Kind` and for every option of `Rules`; `tests/learn/test_rulebook.py` sees to
it that none is forgotten. The numbers are not here: they come from the rules themselves.
"""

from typing import NamedTuple

from pegboard.cribbage.scoring import Kind
from pegboard.i18n import say
from pegboard.narration.events import KINDS

IN_PLAY = {
    Kind.FIFTEEN: say("The card that makes the count 15."),
    Kind.THIRTY_ONE: say("The card that makes the count 31. There is no go beside it."),
    Kind.PAIR: say("Two cards of one rank in succession."),
    Kind.PAIR_ROYAL: say("The third of a rank, one right after the other."),
    Kind.DOUBLE_PAIR_ROYAL: say("The fourth of a rank, one right after the other."),
    Kind.RUN: say(
        "Three or more cards on top of the pile whose ranks are in a row, in whatever order "
        "they fell: one point a card. The longest run only."
    ),
    Kind.GO: say("Nobody can lay another card: for the seat that laid the last one."),
    Kind.LAST: say("The last card of the whole deal, unless it makes 31."),
}
"""Points pegged for cards as they are laid."""

IN_SHOW = {
    Kind.FIFTEEN: say("Cards that add up to 15: each different set."),
    Kind.PAIR: say("Two cards of one rank."),
    Kind.PAIR_ROYAL: say("Three of one rank, which are three different pairs."),
    Kind.DOUBLE_PAIR_ROYAL: say("All four of one rank, which are six different pairs."),
    Kind.RUN: say(
        "Three or more ranks in a row: one point a card. The longest only, but each "
        "different set of cards that makes it."
    ),
    Kind.FLUSH: say("All four cards of a hand in one suit. Not in the crib."),
    Kind.NOBS: say(
        "The jack of the starter's suit, in the hand or in the crib. A jack turned up is "
        "heels instead."
    ),
}
"""Points pegged for a hand or a crib."""

OTHERWISE = {
    Kind.HEELS: say("A jack is turned up as the starter: for the dealer, at once."),
    Kind.MUGGINS: say("What a side missed in its own hand, for the opponent that calls it."),
    Kind.MANUAL: say("Points that a person entered: by the buttons, or as a claim."),
    Kind.PENALTY: say("For every opponent of the seat that is to blame; the table decides."),
    Kind.BONUS: say("For the dealer, before each deal, where that option is chosen."),
}
"""Points pegged neither for a card laid nor for a hand counted."""


NAMES = KINDS | {
    Kind.HEELS: say("heels"),
    Kind.NOBS: say("nobs"),
    Kind.MANUAL: say("manual"),
    Kind.BONUS: say("bonus"),
}
"""Names of everything."""


class Option(NamedTuple):
    """An option as it is written in a record, its values, and what it changes."""

    name: str
    values: str
    meaning: str


OPTIONS = {
    "players": Option("players", say("2, 3, 4"), say("How many sit at the table.")),
    "partners": Option(
        "partners", say("yes, no"), say("Four in two sides: seats 0 and 2 against 1 and 3.")
    ),
    "target": Option("target", say("121, 61"), say("The hole that wins; 61 is a short game.")),
    "muggins": Option(
        "muggins",
        say("yes, no"),
        say(
            "At the show each seat says what its hand is worth. The first opponent to call what it "
            "missed pegs that. A wrong call costs nothing. Heels are never lost."
        ),
    ),
    "manual_count": Option(
        "manual-count",
        say("yes, no"),
        say("Each seat says what its hand is worth; what it misses is simply lost."),
    ),
    "dealer_bonus": Option(
        "dealer-bonus",
        say("points"),
        say("The dealer pegs so many before each deal: a house rule, mostly 3."),
    ),
    "match": Option(
        "match",
        say("A, B, C, D, acc"),
        say("Which table says how many games a result wins. D is for two sides only."),
    ),
    "handicap": Option(
        "handicap", say("a score a seat"), say("Where each seat starts; 0 is the usual hole.")
    ),
    "skunk": Option(
        "skunk", say("a score"), say("Who loses with this or less is skunked; 0 for never.")
    ),
    "double_skunk": Option(
        "double-skunk",
        say("a score"),
        say("Who loses with this or less is double-skunked; 0 for never."),
    ),
}
"""Every field of `Rules` with its meaning."""

WORDS = {
    say("count"): say("what the cards of the pile add up to"),
    say("crib"): say("four cards laid away, which the dealer scores"),
    say("cut"): say("lift part of the pack; the card found there is shown"),
    say("dealer"): say("who deals, and owns the crib"),
    say("double skunk"): say("a win by so much that the loser is not past the double skunk line"),
    say("go"): say("said by a seat that holds cards and can lay none of them"),
    say("heels"): say("a jack as the starter, for the dealer; not the same as nobs"),
    say("lay away"): say("put cards of your hand face down into the crib"),
    say("lurch"): say("what a skunk is called in a game to 61"),
    say("nobs"): say("the jack that has the starter's suit"),
    say("peg"): say("move on the track: lift the rear peg and set it beyond the front peg"),
    say("peg out"): say("reach the last hole, and win"),
    say("pile"): say("the cards laid since the count was last at 0"),
    say("pone"): say("the seat on the dealer's left: it cuts, leads, and counts first"),
    say("side"): say("one player, or two partners: whoever shares a score"),
    say("skunk"): say("a win with the loser short of the skunk line"),
    say("starter"): say("the card turned up after laying away; the fifth card of every hand"),
    say("street"): say("thirty holes of a track"),
}
"""The words of the game, as a beginner needs them."""
