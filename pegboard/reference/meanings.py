"""What everything is called and means, for people: why points are pegged, options, words.

One entry for every `Kind` and for every option of `Rules`; `tests/test_reference.py` sees to it
that none is forgotten. The numbers are not here: they come from the rules themselves.
"""

from typing import NamedTuple

from pegboard.scoring import Kind

IN_PLAY = {
    Kind.FIFTEEN: "The card that makes the count 15.",
    Kind.THIRTY_ONE: "The card that makes the count 31. There is no go beside it.",
    Kind.PAIR: "Two cards of one rank in succession.",
    Kind.PAIR_ROYAL: "The third of a rank, one right after the other.",
    Kind.DOUBLE_PAIR_ROYAL: "The fourth of a rank, one right after the other.",
    Kind.RUN: "Three or more cards on top of the pile whose ranks are in a row, in whatever order "
    "they fell: one point a card. The longest run only.",
    Kind.GO: "Nobody can lay another card: for the seat that laid the last one.",
    Kind.LAST: "The last card of the whole deal, unless it makes 31.",
}
"""What is pegged for cards as they are laid."""

IN_SHOW = {
    Kind.FIFTEEN: "Cards that add up to 15: each different set.",
    Kind.PAIR: "Two cards of one rank.",
    Kind.PAIR_ROYAL: "Three of one rank, which are three different pairs.",
    Kind.DOUBLE_PAIR_ROYAL: "All four of one rank, which are six different pairs.",
    Kind.RUN: "Three or more ranks in a row: one point a card. The longest only, but each "
    "different set of cards that makes it.",
    Kind.FLUSH: "All four cards of a hand in one suit. Not in the crib.",
    Kind.NOBS: "The jack of the starter's suit, in the hand or in the crib. A jack turned up is "
    "heels instead.",
}
"""What is pegged for a hand or a crib."""

OTHERWISE = {
    Kind.HEELS: "A jack is turned up as the starter: for the dealer, at once.",
    Kind.MUGGINS: "What a side missed in its own hand, for the opponent that calls it.",
    Kind.MANUAL: "Points that a person entered: by the buttons, or as a claim.",
    Kind.PENALTY: "For every opponent of the seat that is to blame; the table decides.",
    Kind.BONUS: "For the dealer, before each deal, where that option is chosen.",
}
"""What is pegged neither for a card laid nor for a hand counted."""


class Option(NamedTuple):
    """An option as it is written in a record, its values, and what it changes."""

    name: str
    values: str
    meaning: str


OPTIONS = {
    "players": Option("players", "2, 3, 4", "How many sit at the table."),
    "partners": Option("partners", "yes, no", "Four in two sides: seats 0 and 2 against 1 and 3."),
    "target": Option("target", "121, 61", "The hole that wins; 61 is a short game."),
    "muggins": Option(
        "muggins",
        "yes, no",
        "At the show each seat says what its hand is worth. The first opponent to call what it "
        "missed pegs that. A wrong call costs nothing. Heels are never lost.",
    ),
    "manual_count": Option(
        "manual-count",
        "yes, no",
        "Each seat says what its hand is worth; what it misses is simply lost.",
    ),
    "dealer_bonus": Option(
        "dealer-bonus",
        "points",
        "The dealer pegs so many before each deal: a house rule, mostly 3.",
    ),
    "match": Option(
        "match",
        "A, B, C, D, acc",
        "Which table says how many games a result wins. D is for two sides only.",
    ),
    "handicap": Option(
        "handicap", "a score a seat", "Where each seat starts; 0 is the usual hole."
    ),
    "skunk": Option("skunk", "a score", "Who loses with this or less is skunked; 0 for never."),
    "double_skunk": Option(
        "double-skunk", "a score", "Who loses with this or less is double-skunked; 0 for never."
    ),
}
"""Every field of `Rules` with its meaning."""

WORDS = {
    "count": "what the cards of the pile add up to",
    "crib": "four cards laid away, which the dealer scores",
    "cut": "lift part of the pack; the card found there is shown",
    "dealer": "who deals, and owns the crib",
    "double skunk": "a win by so much that the loser is not past the double skunk line",
    "go": "said by a seat that holds cards and can lay none of them",
    "heels": "a jack as the starter, for the dealer; not the same as nobs",
    "lay away": "put cards of your hand face down into the crib",
    "lurch": "what a skunk is called in a game to 61",
    "nobs": "the jack that has the starter's suit",
    "peg": "move on the track: lift the rear peg and set it beyond the front peg",
    "peg out": "reach the last hole, and win",
    "pile": "the cards laid since the count was last at 0",
    "pone": "the seat on the dealer's left: it cuts, leads, and counts first",
    "side": "one player, or two partners: whoever shares a score",
    "skunk": "a win with the loser short of the skunk line",
    "starter": "the card turned up after laying away; the fifth card of every hand",
    "street": "thirty holes of a track",
}
"""The words of the game, as a beginner needs them."""
