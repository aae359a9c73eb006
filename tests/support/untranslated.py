"""What is left in English in a message that somebody reads in another language."""

from collections.abc import Iterator
from string import Formatter
from typing import Any

import pytest

from pegboard.i18n import Message

ANOTHER = pytest.mark.parametrize("language", ["fr", "de"])


def texts(said: Any) -> Iterator[Message]:
    """Every sentence in a message, and every sentence in one."""
    match said:
        case Message():
            yield said
            yield from texts(dict(said.facts))
        case dict():
            yield from texts([*said.values()])
        case list() | tuple():
            for each in said:
                yield from texts(each)


def left(said: Any, language: str) -> list[str]:
    """The sentences that say in a language what they say in English, though they have words."""
    return [
        text for text in texts(said) if has_words(text.template) and text.localize(language) == text
    ]


def has_words(template: str) -> bool:
    """Whether it says anything besides its facts."""
    return any(c.isalpha() for text, *_ in Formatter().parse(template) for c in text)
