"""Messages for refusals and warnings of the rules, so that a page can translate them.

    >>> in_words("seat 1 can play, and must").into("de")
    'Platz 1 kann spielen, und muss'

The rules know no languages: they say it in English, and seats by their numbers. Here are their
sentences, to be known again; what is none of them stays as it is.
"""

import re
from functools import cache
from string import Formatter

from pegboard import i18n
from pegboard.i18n import Text, say


def in_words(text: str) -> str:
    """Returns a sentence of the rules, to be said in every language; any other text as it is."""
    if isinstance(text, Text):
        return text
    for pattern, template in _patterns():
        if match := pattern.fullmatch(text):
            return i18n.say(template, **match.groupdict())
    return text


_FACTS = {
    name: f"{{{name}}}"
    for name in ("seat", "other", "card", "count", "points", "most", "deed", "worth", "n")
}
"""Each fact as its own name: these are only for their templates."""
_SENTENCES = (
    say("the game is over: only undo is accepted"),
    say("seat {seat}: the seats are 0 to {most}", **_FACTS),
    say("{deed} is not possible now: seat {seat} is to deal", **_FACTS),
    say("{deed} is not possible now: seats are to lay away", **_FACTS),
    say("{deed} is not possible now: seat {seat} is to cut the starter", **_FACTS),
    say("{deed} is not possible now: seat {seat} is to play", **_FACTS),
    say("{deed} is not possible now: the hand of seat {seat} is to be counted", **_FACTS),
    say("{deed} is not possible now: the crib is to be counted", **_FACTS),
    say("{deed}: the program counts an open deal", **_FACTS),
    say("muggins is not played in this game"),
    say("seat {seat} cannot deal: it is seat {other}'s deal", **_FACTS),
    say("seat {seat} has laid away already", **_FACTS),
    say("a seat lays away {n}, not {count}", **_FACTS),
    say("seat {seat} does not hold {card}", **_FACTS),
    say("{card} cannot be cut: it was dealt", **_FACTS),
    say("it is not seat {seat}'s turn, but seat {other}'s", **_FACTS),
    say("no go at {count}: every card can be played", **_FACTS),
    say("seat {seat} can play, and must", **_FACTS),
    say("{card} would bring the count to {count}; it never passes {most}", **_FACTS),
    say("seat {seat}'s hand is counted first", **_FACTS),
    say("seat {seat}'s hand was claimed already; correct puts a peg right", **_FACTS),
    say("seat {seat}'s hand is counted before the crib", **_FACTS),
    say("{points} points: a hand is worth 0 to {most}", **_FACTS),
    say("{points} points: call at least 1", **_FACTS),
    say("there is no claim to be called"),
    say("there is nothing to undo"),
    say("seat {seat} cannot call its own side's points", **_FACTS),
    say("score {points}: the holes are 0 to {most}", **_FACTS),
    say("{points} points: it is 1 to {most}", **_FACTS),
    # --- what is only wondered at
    say("seat {seat} claims {points}; it is worth {worth}", **_FACTS),
    say("seat {seat} calls {points}; nothing was missed", **_FACTS),
    say("seat {seat} calls {points}; {worth} was missed", **_FACTS),
    say("the play was not followed to its end"),
    say("the deal before was not counted to its end"),
    say("seat {seat} laid {card}, which is not in the hand it shows", **_FACTS),
    say("{card} was seen before in this deal", **_FACTS),
    say("{card} is not laid: the go before it ended the game", **_FACTS),
    say("seat {seat} said go and could have played {card}", **_FACTS),
)


def _pattern(template: str) -> re.Pattern[str]:
    parts = (
        re.escape(text) + (f"(?P<{name}>.+?)" if name else "")
        for text, name, *_ in Formatter().parse(template)
    )
    return re.compile("".join(parts))


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Made when something is first refused: a start has no use for them."""
    return tuple((_pattern(each.template), each.template) for each in _SENTENCES)
