"""Every sentence the board says can be said in every language."""

import ast
import doctest
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pegboard.i18n
import pegboard.i18n.serialize
from pegboard.cribbage.cards import Card, parse_cards
from pegboard.cribbage.codes import Illegal
from pegboard.cribbage.scoring import score_hand
from pegboard.errors import SEATS, IllegalAction
from pegboard.i18n import LANGUAGES, _, localize, name_of, number, series
from pegboard.i18n.de import CATALOGUE as GERMAN
from pegboard.i18n.en import CATALOGUE as ENGLISH
from pegboard.i18n.fr import CATALOGUE as FRENCH
from pegboard.narration.counting import spoken
from pegboard.notice import localize_error
from tests.support.codes import code_tables, sentences

ROOT = Path(pegboard.i18n.__file__).parent.parent
OTHERS = pytest.mark.parametrize("catalogue", [FRENCH, GERMAN], ids=["fr", "de"])


def templates() -> Iterator[str]:
    """What is said anywhere in the package; a call of `_` must name its template there."""
    for path in ROOT.rglob("*.py"):
        text = path.read_text()
        tree = ast.parse(text)
        names = {
            alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module == "pegboard.i18n"
            for alias in node.names
        }
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)] * ("_" in names)
        for call in calls:
            if isinstance(call.func, ast.Name) and call.func.id == "_":
                yield from _constants(call.args[0], path)


def _constants(node: ast.expr, path: Path) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from _constants(node.body, path)
        yield from _constants(node.orelse, path)
    else:
        assert isinstance(node, ast.Constant), f"{path}:{node.lineno}: say the template itself"
        yield str(node.value)


NOT_TRANSLATED = {
    *("Option", "UpdateFault", "WebPort", "BotFault"),
    *("Unreadable", "Unplayable", "Malformed", "BodyFault", "HomeFault"),
    *("LessonFault", "PlayerFault", "Fixing"),
    *("HallFault", "EventFault", "UploadFault", "KeyFault", "StoreFault", "ProofFault"),
    *("TalkFault", "KeepingFault"),
    "DirectorFault",
}
"""Told on the command line, or to a program that sends what no page of ours sends."""


@cache
def all_templates() -> frozenset[str]:
    """Every template that people read on a page, once: of `_`, and of the errors."""
    errors = [
        sentences(table) for name, table in code_tables().items() if name not in NOT_TRANSLATED
    ]
    return frozenset(templates()).union(*errors)


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def words_of(template: str) -> str:
    return "".join(text for text, _, _, _ in Formatter().parse(template))


@OTHERS
def test_everything_is_translated(catalogue: pegboard.i18n.Catalogue) -> None:
    wanted = {each for each in all_templates() if any(c.isalpha() for c in words_of(each))}
    assert wanted - set(catalogue.says) == set()
    assert set(catalogue.you) == {each for each in ENGLISH.you if each in wanted}


CODE = re.compile(r"""`[^`]*`|\w+ = "[^"]*"|: " (or|oder|ou) '|'name'""")
"""What people type: commands, and lines of a configuration."""


@pytest.mark.parametrize("catalogue", [ENGLISH, FRENCH, GERMAN], ids=LANGUAGES)
def test_what_people_read_has_the_apostrophes_of_print(catalogue: pegboard.i18n.Catalogue) -> None:
    said = [*all_templates()] if catalogue is ENGLISH else [*_texts(catalogue.says)]
    for text in [*said, *_texts(catalogue.you)]:
        shown = CODE.sub("", catalogue.apostrophes(text))
        assert "'" not in shown and '"' not in shown, text
    assert "'" not in catalogue.of("Ann")


def _texts(says: Mapping[str, str | Mapping[str, str]]) -> Iterator[str]:
    for text in says.values():
        yield from [text] if isinstance(text, str) else text.values()


@OTHERS
def test_nothing_is_translated_that_nobody_says(catalogue: pegboard.i18n.Catalogue) -> None:
    assert {*catalogue.says} - all_templates() == set()


@pytest.mark.parametrize("catalogue", [ENGLISH, FRENCH, GERMAN], ids=LANGUAGES)
def test_a_translation_names_what_the_sentence_names(catalogue: pegboard.i18n.Catalogue) -> None:
    for template, said in catalogue.says.items():
        for each in [said] if isinstance(said, str) else said.values():
            assert fields(each) <= fields(template), template
            assert fields(template) - fields(each) <= {"n", "who"}, template
        assert isinstance(said, str) or set(said) == {"one", "other"}
    for template, yours in catalogue.you.items():
        addressed = {"who", *SEATS}
        assert fields(template) - addressed == fields(yours) - addressed
        assert fields(yours) <= fields(template), "names nobody that the sentence does not name"
    assert set(catalogue.names) == set(ENGLISH.names)


def test_the_documentation() -> None:
    for module in (pegboard.i18n, pegboard.i18n.serialize):
        assert doctest.testmod(module).failed == 0


def test_a_text_is_english_to_whoever_does_not_ask() -> None:
    text = _("{who} deals", who="Ann")
    assert (text, str(text), f"{text}!") == ("Ann deals", "Ann deals", "Ann deals!")
    assert json.dumps({"next": text}) == '{"next": "Ann deals"}'
    assert (text.localize("fr"), text.localize("de"), text.localize("xx")) == (
        "Ann donne", "Ann gibt", "Ann deals",
    )  # fmt: skip


def test_an_error_can_be_said_in_other_languages() -> None:
    error = IllegalAction(Illegal.NOT_YOUR_TURN, seat=0, turn=1)
    assert localize_error(error) == "it is not Player 1’s turn, but Player 2’s"
    assert localize_error(error).localize("de") == "nicht Spieler 1 ist dran, sondern Spieler 2"
    told = localize_error(error, ("Ann", "Ben"))
    assert told.localize("fr") == "ce n’est pas à Ann de jouer, mais à Ben"
    # A program reads it in the terms of the record.
    assert str(error) == "it is not seat 0's turn, but seat 1's"


def test_you() -> None:
    for name in ("You", "Vous", "Du"):
        line = _("{who} deals", who=name)
        assert [line.localize(language) for language in LANGUAGES] == [
            "You deal", "Vous donnez", "Du gibst",
        ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "english", "french", "german"),
    [
        ("Ann", "Ann’s hand: nothing", "Main d’Ann\u00a0: rien", "Anns Blatt: nichts"),
        ("Max", "Max’s hand: nothing", "Main de Max\u00a0: rien", "Max’ Blatt: nichts"),
        ("You", "Your hand: nothing", "Votre main\u00a0: rien", "Dein Blatt: nichts"),
        ("Ordinateur 2", "Computer 2’s hand: nothing", "Main d’Ordinateur 2\u00a0: rien",
         "Computer 2s Blatt: nichts"),
        ("R2 D2", "R2 D2’s hand: nothing", "Main de R2 D2\u00a0: rien", "R2 D2s Blatt: nichts"),
    ],
)  # fmt: skip
def test_names(name: str, english: str, french: str, german: str) -> None:
    line = _("{who:of} hand: nothing", who=name)
    assert [line.localize(each) for each in LANGUAGES] == [english, french, german]


def test_names_by_themselves() -> None:
    assert [name_of("Blue").localize(each) for each in LANGUAGES] == ["Blue", "Bleu", "Blau"]
    assert name_of("Ann") == "Ann"


def test_a_message_is_said_as_a_whole() -> None:
    message = {"log": [_("{who} deals", who="Ann"), "raw"], "n": 3, "of": (_("pair"), None)}
    assert localize("fr", message) == {"log": ["Ann donne", "raw"], "n": 3, "of": ["paire", None]}
    assert localize("en", message) is message


def test_lists_and_plurals() -> None:
    assert series([_("pair"), _("run")]).localize("fr") == "paire, suite"
    assert [_("{n} points", n=n) for n in (0, 1, 2)] == ["0 points", "1 point", "2 points"]


HAND = score_hand(parse_cards("5HTD6C6D"), Card.parse("JS"))


def test_a_hand_is_counted_as_players_count_it() -> None:
    assert spoken(HAND).localize("fr") == "quinze deux, quinze quatre, et une paire, ça fait six"
    assert spoken(HAND).localize("de") == "fünfzehn zwei, fünfzehn vier, und ein Paar macht sechs"


@pytest.mark.parametrize(
    ("n", "french", "german"),
    [
        (0, "zéro", "null"),
        (1, "un", "eins"),
        (16, "seize", "sechzehn"),
        (20, "vingt", "zwanzig"),
        (21, "vingt et un", "einundzwanzig"),
        (29, "vingt-neuf", "neunundzwanzig"),
        (31, "trente et un", "einunddreißig"),
        (60, "soixante", "sechzig"),
        (61, "soixante et un", "einundsechzig"),
        (70, "soixante-dix", "siebzig"),
        (71, "soixante et onze", "einundsiebzig"),
        (79, "soixante-dix-neuf", "neunundsiebzig"),
        (80, "quatre-vingts", "achtzig"),
        (81, "quatre-vingt-un", "einundachtzig"),
        (91, "quatre-vingt-onze", "einundneunzig"),
        (100, "cent", "einhundert"),
        (121, "cent vingt et un", "einhunderteinundzwanzig"),
        (200, "deux cents", "zweihundert"),
        (280, "deux cent quatre-vingts", "zweihundertachtzig"),
        (301, "trois cent un", "dreihunderteins"),
    ],
)
def test_numbers(n: int, french: str, german: str) -> None:
    assert (number(n, "fr"), number(n, "de")) == (french, german)


@given(st.sampled_from(LANGUAGES), st.integers(0, 999), st.integers(0, 999))
def test_two_numbers_never_sound_alike(language: str, one: int, other: int) -> None:
    assert (number(one, language) == number(other, language)) == (one == other)
