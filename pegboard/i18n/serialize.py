"""Conversion of messages to JSON and back, for other processes and for storage.

    >>> from pegboard.i18n import _
    >>> data = as_json({"why": _("{who} deals", who="Ann"), "deal": 2})
    >>> data
    {'why': {'template': '{who} deals', 'facts': {'who': 'Ann'}}, 'deal': 2}
    >>> from_json(data)["why"].localize("fr")
    'Ann donne'

A message becomes its template and facts, so that it can still be localized.
"""

from typing import Any

from pegboard import i18n


def as_json(value: Any) -> Any:
    """Converts a value to JSON; each message becomes its template and facts."""
    match value:
        case i18n.Message():
            return {"template": value.template, "facts": as_json(dict(value.facts))}
        case dict():
            return {key: as_json(value) for key, value in value.items()}
        case list() | tuple():
            return [as_json(value) for value in value]
    return value


def from_json(data: Any) -> Any:
    """Converts JSON back to a value with messages.

    Raises:
        ValueError: a message has an invalid form.
    """
    match data:
        case {"template": str(template), "facts": dict(facts), **more} if not more:
            try:
                return i18n._(template, **{key: _fact(value) for key, value in facts.items()})
            except (AttributeError, LookupError, TypeError, ValueError) as error:
                raise ValueError(f"not a sentence: {template!r}") from error
        case dict():
            return {key: from_json(value) for key, value in data.items()}
        case list():
            return [from_json(value) for value in data]
    return data


def _fact(value: Any) -> Any:
    """Converts a message's fact from JSON; a list becomes a tuple."""
    return tuple(map(_fact, value)) if isinstance(value, list) else from_json(value)
