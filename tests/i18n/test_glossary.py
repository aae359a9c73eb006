"""Catalogues follow the glossary: one word for one thing, in each language."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pegboard.i18n
from pegboard.i18n import LANGUAGES
from tests.tools import translations
from tests.tools.translations import page
from tests.tools.translations.code import all_templates

FOLDER = Path(pegboard.i18n.__file__).parent
HOLE = re.compile(r"\$?\{[^{}]*\}|`[^`]*`")
"""Fields of a text, and commands."""
LET_BE = {
    "de": {"unplug it": "Stecker"},
}
"""Part of the English template -> a banned word that has another meaning there."""


def banned_words() -> dict[str, list[str]]:
    """Returns the banned words of each language."""
    found: dict[str, list[str]] = {language: [] for language in LANGUAGES}
    for line in (FOLDER / "README.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 3 and cells[0] in found:
            found[cells[0]] += cells[1].split(", ")
    return found


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Yields each text with its English source."""
    if language == "en":
        yield from ((template, template) for template in all_templates())
        yield from (
            (text, text) for entry in page.entries() for text in (entry.source, entry.plural)
        )
    else:
        yield from translations.translated(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_avoid_words_banned_by_glossary(language: str) -> None:
    words = banned_words()[language]
    assert len(words) > 5
    ours = LET_BE.get(language, {})
    wrong = [
        (word, text)
        for source, text in texts(language)
        for word in words
        if re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", HOLE.sub("", text))
        and not any(part in source and word == own for part, own in ours.items())
    ]
    assert wrong == []


def test_glossary_terms_are_used() -> None:
    """Each term of the first table occurs in its language."""
    rows = [line.strip("|").split("|") for line in (FOLDER / "README.md").read_text().splitlines()]
    terms = [[cell.strip() for cell in row[:3]] for row in rows if len(row) == 4]
    said = {each: " ".join(t for _, t in texts(each)).casefold() for each in LANGUAGES}
    for row in terms[2:]:
        for language, cell in zip(("en", "fr", "de"), row, strict=True):
            for term in re.sub(r"\([^)]*\)", "", cell).split(","):
                word = term.strip().removeprefix("le ").removeprefix("the ").casefold()
                assert word in said[language], (language, term)
