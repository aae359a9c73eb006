"""What is left in English in a message that somebody reads in another language."""

from collections.abc import Iterator
from string import Formatter
from typing import Any

import pytest

from pegboard.i18n import Message

OTHER_LANGUAGES = pytest.mark.parametrize("language", ["fr", "de"])


def messages_in(said: Any) -> Iterator[Message]:
    """Every sentence in a message, and every sentence in one."""
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
    """The sentences that say in a language what they say in English, though they have words."""
    return [
        text
        for text in messages_in(said)
        if has_words(text.template) and text.localize(language) == text
    ]


def has_words(template: str) -> bool:
    """Whether it says anything besides its facts."""
    return any(c.isalpha() for text, *_ in Formatter().parse(template) for c in text)
