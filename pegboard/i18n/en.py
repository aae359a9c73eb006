"""English: numbers, possessives and plurals; its sentences are in the code itself."""

import re
from functools import cache

from pegboard.i18n.catalogue import Catalogue, counting, possessive

YOU = "You"
"""Name shown for a person who gave none."""

_ONES = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_TEENS = (
    *("ten", "eleven", "twelve", "thirteen", "fourteen"),
    *("fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_AFTER_TEN = ("", *(f"-{one}" for one in _ONES))
NUMBERS = (
    ", ".join(("zero", *_ONES, *_TEENS, *(ten + one for ten in _TENS for one in _AFTER_TEN))),
    ", ".join(f"{one} hundred" for one in _ONES),
    ", ".join(f"{one} hundred and {{rest}}" for one in _ONES),
)
"""The numbers 0 to 99, the hundreds, and the hundreds with a rest, as `counting` takes them."""

_STRAIGHT = re.compile(r"(?<=\w)'(?=\w)|(?<=s)'(?=\s)|(?<=})'(?=s)")


@cache
def apostrophes(template: str) -> str:
    """Returns a template with curly apostrophes, except between backticks."""
    parts = template.split("`")
    for n in range(0, len(parts), 2):
        parts[n] = _STRAIGHT.sub("’", parts[n])
    return "`".join(parts)


_GIVEN = ("Computer", "Player", "Seat", "Blue", "Orange", "Green", "Pink")
"""Other names given to seats by the board."""

_SINGULAR = {
    "{n} newer entries could be recovered": "{n} newer entry could be recovered",
    "at least {n} entries are lost": "at least {n} entry is lost",
    "{n} newer games": "{n} newer game",
    "{n} times": "once",
    "Not passed: {n} cards were read, not {hand}.": "Not passed: {n} card was read, not {hand}.",
    "Your turn, {n:aloud} cards left.": "Your turn, one card left.",
    "{n} games": "{n} game",
    "{who}: discard {n:aloud} cards.": "{who}: discard one card.",
    # The English forms are equal, but other languages may need two.
    "{n:.1f} points": "{n:.1f} points",
    "{n:.1f} ± {doubt:.1f} points": "{n:.1f} ± {doubt:.1f} points",
    "Too many wrong PINs. Wait {n} seconds.": "Too many wrong PINs. Wait {n} seconds.",
}
"""Plural sentence -> the singular one."""

CATALOGUE = Catalogue(
    sentences={plural: (singular, plural) for plural, singular in _SINGULAR.items()},
    you={
        "{action} is not possible now: {seat} is to deal": (
            "{action} is not possible now: you are to deal"
        ),
        "{action} is not possible now: {seat} is to cut the starter": (
            "{action} is not possible now: you are to cut the starter"
        ),
        "{action} is not possible now: {seat} is to play": (
            "{action} is not possible now: you are to play"
        ),
        "{action} is not possible now: the hand of {seat} is to be counted": (
            "{action} is not possible now: your hand is to be counted"
        ),
        "it is not {seat:of} turn, but {turn:of}": "it is not your turn, but {turn:of}",
        "the cut is decided: {seat} deals": "the cut is decided: you deal",
        "{seat} cannot deal: it is {dealer:of} deal": "you cannot deal: it is {dealer:of} deal",
        "{seat} must be dealt {wanted} cards, got {n}": "you must be dealt {wanted} cards, got {n}",
        "{seat} has already discarded": "you have already discarded",
        "{seat} does not hold {card}": "you do not hold {card}",
        "{seat} can play, and so must": "you can play, and so must",
        "{seat:of} hand is counted first": "your hand is counted first",
        "{seat:of} hand was already claimed; use correct to fix a peg": (
            "your hand was already claimed; use correct to fix a peg"
        ),
        "{seat:of} hand is counted before the crib": "your hand is counted before the crib",
        "{owner} counts the hand now, not {seat}": "you count the hand now, not {seat}",
        "{owner} counts the crib now, not {seat}": "you count the crib now, not {seat}",
        "{seat} cannot call points of their own side": "you cannot call points of your own side",
        "{seat} claims {points}; it is worth {worth}": "you claim {points}; it is worth {worth}",
        "{seat} called {points}, but nothing was missed": (
            "you called {points}, but nothing was missed"
        ),
        "{seat} called {points}, but only {worth} was missed": (
            "you called {points}, but only {worth} was missed"
        ),
        "{seat} played {card}, which is not in the hand shown": (
            "you played {card}, which is not in the hand shown"
        ),
        "{seat} said go and could have played {card}": "you said go and could have played {card}",
        "line {line}: {seat} is to deal": "line {line}: you are to deal",
        "{seat} does not play at the board": "you do not play at the board",
        "{who} plays the {card}: {count:aloud}.": "You play the {card}: {count:aloud}.",
        "{who:of} hand: {cards}. {count}.": "Your hand: {cards}. {count}.",
        "{who:of} crib: {cards}. {count}.": "Your crib: {cards}. {count}.",
        "Throw one card to {who:of} crib.": "Throw one card to your crib.",
        "Throw two cards to {who:of} crib.": "Throw two cards to your crib.",
        "played {card}": "played {card}",
        "discarded {cards}": "discarded {cards}",
        "{who:of} decisions": "Your decisions",
        "{who:of} chance of winning was between {low:.0f}% and {high:.0f}%.": (
            "Your chance of winning was between {low:.0f}% and {high:.0f}%."
        ),
        "{who:of} hand: nothing": "Your hand: nothing",
        "{who:of} crib: nothing": "Your crib: nothing",
        "{who} deals": "You deal",
        "{who} deals.": "You deal.",
        "{who} cuts.": "You cut.",
        "{who} plays {card}: {count}": "You play {card}: {count}",
        "{who} says go": "You say go",
        "{who} claims {points}": "You claim {points}",
        "{who} wins!": "You win!",
        "{who} wins, a skunk!": "You win, a skunk!",
        "{who} wins, a double skunk!": "You win, a double skunk!",
        "deals": "deal",
        "says go": "say go",
        "claims {points}": "claim {points}",
        "wins!": "win!",
        "wins, a skunk!": "win, a skunk!",
        "wins, a double skunk!": "win, a double skunk!",
        "Peg {points} for {who}? OK pegs, UNDO cancels.": (
            "Peg {points} for you? OK pegs, UNDO cancels."
        ),
        "{who} has won. Press OK for the next game.": "You have won. Press OK for the next game.",
        "Throw {n} to {who:of} crib": "Throw {n} to your crib",
        "{who} is discarding": "You are discarding",
        "{who} and {other} are discarding": "You and {other} are discarding",
        "{who:of} turn": "Your turn",
        "{who}: play a card.": "Your turn",
        "{who}: say go.": "Say go",
        "{who}: count the hand.": "Count your hand",
        "{who}: count the crib.": "Count your crib",
        "{who:of} hand": "Your hand",
        "{who:of} crib": "Your crib",
        "{who:of} hand next": "Your hand next",
        "{who:of} crib next": "Your crib next",
        "Lay {who:of} hand": "Lay your hand",
        "Now the dealer: lay {who:of} hand": "Now the dealer: lay your hand",
        "Now the crib: lay {who:of} crib": "Now the crib: lay your crib",
    },
    names={name: name for name in (YOU, "The dealer", "Pone", *_GIVEN)},
    number=counting(*NUMBERS),
    possessive=possessive("{}’s"),
    apostrophes=apostrophes,
    plural=lambda n: int(n != 1),
)
