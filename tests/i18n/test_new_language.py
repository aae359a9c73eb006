"""Every list of languages is complete; see the README of `pegboard/i18n`."""

import re
from pathlib import Path
from pkgutil import get_data

import pytest

from pegboard import i18n
from pegboard.config import parse
from pegboard.i18n import LANGUAGES, _, catalogue, number
from tests.tools import translations
from tests.tools.translations import page

PACKAGE = Path(i18n.__file__).parent.parent
STATIC = PACKAGE / "web" / "static"


def test_configuration_accepts_every_language() -> None:
    for language in LANGUAGES:
        assert parse(f'language = "{language}"', "x.toml").language == language


def test_page_offers_every_language() -> None:
    script = (STATIC / "words" / "languages.js").read_text(encoding="utf-8")
    assert dict(re.findall(r'(\w+): "([^"]+)"', script)) == LANGUAGES


def test_word_folders_have_every_language() -> None:
    folders = {path.parent for path in STATIC.rglob("words/en.json")}
    assert len(folders) >= 2, "the page's and the history's"
    for folder in folders:
        assert {f"{language}.js" for language in LANGUAGES} <= {
            path.name for path in folder.iterdir()
        }


def test_new_language_needs_one_file_and_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """An untranslated catalogue falls back to English."""
    monkeypatch.setitem(i18n.LANGUAGES, "es", "Español")
    entries = translations.updated(translations.catalogue("es"), translations.all_sentences())
    entries[1] = entries[1]._replace(texts=("Tú",))
    spanish = translations.written(entries).encode()

    def data_of(package: str, name: str) -> bytes | None:
        return spanish if name == "es.po" else get_data(package, name)

    monkeypatch.setattr(catalogue, "get_data", data_of)
    loaded = catalogue.load("es")
    assert (loaded.names, loaded.number(321)) == ({"You": "Tú"}, number(321))
    assert _("{who} deals", who="Ann").localize("es") == "Ann deals"
    assert [_("{n} games", n=n).localize("es") for n in (1, 2)] == ["1 game", "2 games"]
    scripts = page.scripts({"es": entries})
    assert "  es: {\n" in scripts[STATIC / "offline" / "texts.js"]
    assert 'es: "Español"' in scripts[STATIC / "words" / "languages.js"]
    assert 'name === "Tú" ? "Your hand" : `${of(name)} hand`' in scripts[STATIC / "words" / "es.js"]
