"""Sentences for errors and warnings, so that a page can say them in every language.

    >>> from pegboard.cribbage.codes import Illegal
    >>> from pegboard.errors import IllegalAction
    >>> localize_error(IllegalAction(Illegal.MUST_PLAY, seat=1)).localize("de")
    'Platz 1 kann spielen, und muss'

Whoever raises an error names a code and facts; whoever shows it makes the sentence here.
"""

from collections.abc import Mapping
from typing import Any

from pegboard import i18n
from pegboard.cribbage.events import Warned
from pegboard.errors import Code, PegboardError
from pegboard.i18n import Message, _


def localize_error(error: Exception) -> Message:
    """Returns the whole sentence of an error, to be said in every language.

    An error that is none of ours is said in its own words.
    """
    if not isinstance(error, PegboardError):
        return as_told(str(error))
    return _sentence(error.code, error.facts)


def localize_wrong(error: PegboardError) -> Message:
    """Says what is wrong, without the cure."""
    return i18n._(error.code.template, **_facts(error.facts))


def localize_cure(error: PegboardError) -> Message | None:
    """Says what to do about it; None where the error has no cure."""
    if not error.code.cure:
        return None
    return i18n._(error.code.cure, **_facts(error.facts))


def localize_doubt(warned: Warned) -> Message:
    """Says what contradicts itself in a table deal."""
    return _sentence(warned.code, warned.facts)


def as_told(text: str) -> Message:
    """Takes what somebody else's program says as it is, in every language."""
    return text if isinstance(text, Message) else _("{text}", text=text)


def _sentence(code: Code, facts: Mapping[str, Any]) -> Message:
    facts = _facts(facts)
    wrong = i18n._(code.template, **facts)
    if not code.cure:
        return wrong
    return _("{wrong}; {cure}", wrong=wrong, cure=i18n._(code.cure, **facts))


def _facts(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the facts for a sentence; an error among them becomes a sentence too."""
    return {
        name: localize_error(fact) if isinstance(fact, Exception) else fact
        for name, fact in facts.items()
    }
