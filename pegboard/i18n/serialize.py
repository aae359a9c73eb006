"""Messages as JSON and back: for another process, or to be read later.

    >>> from pegboard.i18n import _
    >>> kept = as_json({"why": _("{who} deals", who="Ann"), "deal": 2})
    >>> kept
    {'why': {'template': '{who} deals', 'facts': {'who': 'Ann'}}, 'deal': 2}
    >>> from_json(kept)["why"].localize("fr")
    'Ann donne'

A sentence goes as its template and its facts, so that it can still be said in every language.
"""

from typing import Any

from pegboard import i18n


def as_json(said: Any) -> Any:
    """Returns a message as JSON, with each sentence as its template and facts."""
    match said:
        case i18n.Message():
            return {"template": said.template, "facts": as_json(dict(said.facts))}
        case dict():
            return {key: as_json(value) for key, value in said.items()}
        case list() | tuple():
            return [as_json(value) for value in said]
    return said


def from_json(kept: Any) -> Any:
    """Returns the message from its JSON, with its sentences.

    Raises:
        ValueError: what should be a sentence is none.
    """
    match kept:
        case {"template": str(template), "facts": dict(facts), **more} if not more:
            try:
                return i18n._(template, **{key: _fact(value) for key, value in facts.items()})
            except (AttributeError, LookupError, TypeError, ValueError) as error:
                raise ValueError(f"not a sentence: {template!r}") from error
        case dict():
            return {key: from_json(value) for key, value in kept.items()}
        case list():
            return [from_json(value) for value in kept]
    return kept


def _fact(value: Any) -> Any:
    """Returns a fact of a sentence; a list becomes a tuple."""
    return tuple(map(_fact, value)) if isinstance(value, list) else from_json(value)
