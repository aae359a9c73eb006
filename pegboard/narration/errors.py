"""Sentences for errors and warnings, so that a page can say them in every language.

    >>> from pegboard.cribbage.codes import Illegal
    >>> from pegboard.errors import IllegalAction
    >>> localize_error(IllegalAction(Illegal.MUST_PLAY, seat=1)).localize("de")
    'Platz 1 kann spielen, und muss'

An error is raised with a code and facts; the sentence is made here when it is shown.
"""

from collections.abc import Mapping
from typing import Any

from pegboard import i18n
from pegboard.cribbage.events import Warned
from pegboard.errors import Code, PegboardError
from pegboard.i18n import Message, _


def localize_error(error: Exception) -> Message:
    """Returns the whole sentence of an error, ready for translation.

    An error that is none of ours is said in its own words.
    """
    if not isinstance(error, PegboardError):
        return as_told(str(error))
    return with_cure(*_parts(error.code, error.facts))


def localize_wrong(error: PegboardError) -> Message:
    """Returns the sentence without the cure."""
    return _parts(error.code, error.facts)[0]


def localize_cure(error: PegboardError) -> Message | None:
    """Returns the cure; None if the error has none."""
    return _parts(error.code, error.facts)[1]


def localize_doubt(warned: Warned) -> Message:
    """Returns the sentence for a contradiction in a table deal."""
    return with_cure(*_parts(warned.code, warned.facts))


def as_told(text: str) -> Message:
    """Returns another program's message unchanged, for every language."""
    return text if isinstance(text, Message) else _("{text}", text=text)


def with_cure(wrong: Message, cure: Message | None) -> Message:
    """Returns the whole sentence: the error and the cure."""
    return wrong if cure is None else _("{wrong}; {cure}", wrong=wrong, cure=cure)


def _parts(code: Code, facts: Mapping[str, Any]) -> tuple[Message, Message | None]:
    """Returns the error and the cure, if the code has one."""
    facts = _facts(facts)
    cure = i18n._(code.cure, **facts) if code.cure else None
    return i18n._(code.template, **facts), cure


def _facts(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the facts for a sentence; an error among them becomes a sentence too."""
    return {
        name: localize_error(fact) if isinstance(fact, Exception) else fact
        for name, fact in facts.items()
    }
