"""Sentences for errors and warnings, so that a page can say them in every language.

    >>> from pegboard.cribbage.codes import Illegal
    >>> from pegboard.errors import IllegalAction
    >>> localize_error(IllegalAction(Illegal.MUST_PLAY, seat=1)).localize("de")
    'Spieler 2 kann spielen, und muss'

An error is raised with a code and facts; the sentence is made here when it is shown. Whoever knows
the names of the seats passes them:

    >>> localize_error(IllegalAction(Illegal.NOT_HELD, seat=1, card="TH"), ("Ann", "Ben"))
    'Ben does not hold 10♥'
"""

from collections.abc import Mapping, Sequence
from typing import Any

from pegboard import i18n
from pegboard.cribbage.cards import Card
from pegboard.cribbage.events import Warned
from pegboard.errors import CARDS, SEATS, Code, PegboardError, card_face, seat_name
from pegboard.i18n import Message, _
from pegboard.narration.cards import card_name


def localize_error(error: Exception, names: Sequence[str] = ()) -> Message:
    """Returns the whole sentence of an error, ready for translation.

    An error that is none of ours is said in its own words.

    Args:
        error: what happened.
        names: of the seats; those without a name are called `Player 1` and so on.
    """
    if not isinstance(error, PegboardError):
        return as_told(str(error))
    return with_cure(*_parts(error.code, error.facts, names))


def localize_wrong(error: PegboardError, names: Sequence[str] = ()) -> Message:
    """Returns the sentence without the cure."""
    return _parts(error.code, error.facts, names)[0]


def localize_cure(error: PegboardError, names: Sequence[str] = ()) -> Message | None:
    """Returns the cure; None if the error has none."""
    return _parts(error.code, error.facts, names)[1]


def localize_doubt(
    warned: Warned, names: Sequence[str] = (), *, is_spoken: bool = False
) -> Message:
    """Returns the sentence for a contradiction in a table deal.

    Args:
        warned: the contradiction.
        names: of the seats.
        is_spoken: whether cards are named, "five of hearts", and not written, `5♥`.
    """
    facts = dict(warned.facts)
    for name in CARDS if is_spoken else ():
        if isinstance(card := facts.get(name), str):
            facts[name] = card_name(Card.parse(card))
    return with_cure(*_parts(warned.code, facts, names))


def as_told(text: str) -> Message:
    """Returns another program's message unchanged, for every language."""
    return text if isinstance(text, Message) else _("{text}", text=text)


def with_cure(wrong: Message, cure: Message | None) -> Message:
    """Returns the whole sentence: the error and the cure."""
    return wrong if cure is None else _("{wrong}; {cure}", wrong=wrong, cure=cure)


def _parts(
    code: Code, facts: Mapping[str, Any], names: Sequence[str]
) -> tuple[Message, Message | None]:
    """Returns the error and the cure, if the code has one."""
    facts = _facts(facts, names)
    cure = i18n._(code.cure, **facts) if code.cure else None
    return i18n._(code.template, **facts), cure


def _facts(facts: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Returns the facts for a sentence: seats by name, cards by suit, errors as sentences."""
    return {name: _fact(name, fact, names) for name, fact in facts.items()}


def _fact(name: str, fact: Any, names: Sequence[str]) -> Any:
    if isinstance(fact, Exception):
        return localize_error(fact, names)
    if name in SEATS and type(fact) is int:
        return seat_name(fact, names)
    return card_face(fact) if name in CARDS and type(fact) is str else fact
