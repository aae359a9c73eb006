"""A language is in every list of languages, or in none; see the README of `pegboard/i18n`."""

import re
from pathlib import Path

import pegboard.i18n
from pegboard.config import parse
from pegboard.i18n import LANGUAGES

PACKAGE = Path(pegboard.i18n.__file__).parent.parent
STATIC = PACKAGE / "web" / "static"


def test_the_configuration_takes_each() -> None:
    for language in LANGUAGES:
        assert parse(f'language = "{language}"', "x.toml").language == language


def test_the_page_offers_each() -> None:
    (listed,) = [
        match[1]
        for path in STATIC.rglob("words.js")
        if (match := re.search(r"export const LANGUAGES = \{(.*?)\}", path.read_text(), re.DOTALL))
    ]
    offered = dict(re.findall(r'(\w+): "([^"]+)"', listed))
    assert offered == LANGUAGES


def test_every_folder_of_words_has_each() -> None:
    folders = {path.parent for path in STATIC.rglob("words/en.js")}
    assert len(folders) >= 2, "the page's and the history's"
    for folder in folders:
        assert {f"{language}.js" for language in LANGUAGES} <= {
            path.name for path in folder.iterdir()
        }
