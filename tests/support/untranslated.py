"""Finds messages without a translation."""

from collections.abc import Iterator
from string import Formatter
from typing import Any

import pytest

from pegboard.i18n import Message

OTHER_LANGUAGES = pytest.mark.parametrize("language", ["fr", "de"])


def messages_in(said: Any) -> Iterator[Message]:
    """Yields every message in a value, and every message nested in one."""
    match said:
        case Message():
            yield said
            yield from messages_in(dict(said.facts))
        case dict():
            yield from messages_in([*said.values()])
        case list() | tuple():
            for each in said:
                yield from messages_in(each)


def untranslated(said: Any, language: str) -> list[str]:
    """Returns the messages with words whose text equals the English one."""
    return [
        text
        for text in messages_in(said)
        if has_words(text.template) and text.localize(language) == text
    ]


def has_words(template: str) -> bool:
    """Returns whether a template has letters besides its facts."""
    return any(c.isalpha() for text, *_ in Formatter().parse(template) for c in text)
