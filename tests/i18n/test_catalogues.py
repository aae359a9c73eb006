"""Every sentence of the board is available in every language."""

import doctest
import json
import re
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pegboard.i18n
import pegboard.i18n.po
import pegboard.i18n.serialize
from pegboard.cribbage.cards import Card, parse_cards
from pegboard.cribbage.codes import Illegal
from pegboard.cribbage.scoring import score_hand
from pegboard.errors import SEATS, IllegalAction
from pegboard.i18n import LANGUAGES, _, localize, name_of, number, po, series
from pegboard.i18n.catalogue import load, seat_names
from pegboard.i18n.en import CATALOGUE as ENGLISH
from pegboard.narration.counting import spoken
from pegboard.notice import localize_error
from tests.tools.translations import (
    OTHERS,
    all_sentences,
    catalogue,
    code,
    key,
    page,
    translated,
    updated,
    written,
)

EACH_OTHER = pytest.mark.parametrize("language", OTHERS)


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


@EACH_OTHER
def test_catalogue_matches_sentences_in_code(language: str) -> None:
    """`make words` adds missing sentences without translation, and removes unused ones."""
    _header, *found = catalogue(language)
    assert {key(entry) for entry in found} == {key(entry) for entry in all_sentences()}
    assert [entry.source for entry in found if not entry.is_translated] == []
    assert set(ENGLISH.you) <= {entry.source for entry in found if entry.context == "you"}
    assert set(ENGLISH.sentences) <= {entry.plural for entry in found if entry.context == ""}


@EACH_OTHER
def test_po_file_round_trips(language: str) -> None:
    entries = catalogue(language)
    assert list(po.read(written(entries).encode())) == entries
    assert [key(each) for each in updated(entries, all_sentences())] == [*map(key, entries)]


def test_new_sentence_is_inserted_in_source_order() -> None:
    header = po.Entry("", "", "", ("Plural-Forms: nplurals=3; plural=0;\n",), ())
    old = [po.Entry("", each, "", (each.upper(),), ("# kept", "#: gone.py")) for each in "abc"]
    new = [po.Entry("", each, "", (), ("#: new.py",)) for each in "axc"]
    many = po.Entry("", "one", "many", (), ())
    found = updated([header, *old], [*new, many])
    assert [(entry.source, entry.texts) for entry in found[1:]] == [
        ("a", ("A",)), ("x", ("",)), ("c", ("C",)), ("one", ("", "", "")),
    ]  # fmt: skip
    assert [entry.notes for entry in found[1:3]] == [("# kept", "#: new.py"), ("#: new.py",)]


FROM_TOOLS = r"""# A note
#
msgid ""
msgstr ""
"Language: xx\n"

#, fuzzy
msgid "a \"b\""
msgstr "x"

#| msgid "old"
msgctxt ""
"you"
msgid "{n} "
"game"
msgid_plural "{n} games"
msgstr[0] ""
"{n} "
"Spiel"
msgstr[1] "{n} Spiele"

#~ msgid "old"
#~ msgstr "alt"
"""


def test_po_reader_accepts_output_of_translation_tools() -> None:
    """Wrapped lines, Windows line ends, obsolete and fuzzy entries."""
    header, fuzzy, game = po.read(FROM_TOOLS.replace("\n", "\r\n").encode())
    assert header.texts == ("Language: xx\n",)
    assert (fuzzy.source, fuzzy.is_translated) == ('a "b"', False)
    assert game[:4] == ("you", "{n} game", "{n} games", ("{n} Spiel", "{n} Spiele"))
    assert game.is_translated


CODE = re.compile(r"""`[^`]*`|\w+ = "[^"]*"|: " (or|oder|ou) '|'name'""")
"""Texts that people type: commands, and lines of a configuration."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_use_curly_apostrophes(language: str) -> None:
    if language == "en":
        english = [*code.all_templates(), *ENGLISH.you.values()]
        texts = [ENGLISH.apostrophes(text) for text in english]
        texts += [text for entry in page.entries() for text in (entry.source, entry.plural)]
    else:
        texts = [text for _, text in translated(language)]
        assert "'" not in load(language).possessive("Ann")
    for text in texts:
        shown = CODE.sub("", text)
        assert "'" not in shown and '"' not in shown, text


def test_french_uses_non_breaking_space_before_punctuation() -> None:
    texts = [text for entry in catalogue("fr")[1:] for text in entry.texts]
    assert [text for text in texts if re.search(" [:;!?»]", text)] == []


@EACH_OTHER
def test_translation_uses_fields_of_template(language: str) -> None:
    addressed = {"who", *SEATS}
    for entry in catalogue(language)[1:]:
        template = entry.plural or entry.source
        on_page = entry.context.startswith("page.")
        for text in entry.texts if on_page or entry.context in ("", "you") else ():
            may_be_left_out = addressed if entry.context == "you" else {"n", "who"}
            assert fields(template) - fields(text) <= may_be_left_out, template
            # On the page, "your" may become a name in another language.
            more = {"name"} if entry.context.endswith(" you") else set()
            assert fields(text) <= fields(template) | more, template


@EACH_OTHER
def test_page_translations_are_not_english_copies(language: str) -> None:
    copied = [
        entry.source
        for entry in catalogue(language)
        if entry.context.startswith("page.")
        and entry.source in entry.texts
        and len(re.findall(r"\w{3,}", re.sub(r"\{.*?\}", "", entry.source))) > 2
    ]
    assert copied == []


def test_page_scripts_match_catalogues() -> None:
    """Run `make words` if this fails."""
    made = page.scripts({language: catalogue(language) for language in LANGUAGES})
    assert {
        path for path, text in made.items() if path.read_text(encoding="utf-8") != text
    } == set()
    there = {path for path in page.STATIC.rglob("words/??.js")}
    assert there <= set(made), "of a language that is not ours"


def test_catalogue_entry_compiles_to_script() -> None:
    """Backquotes, omitted fields, and three plural forms."""
    header = po.Entry(
        "",
        "",
        "",
        ("Plural-Forms: nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2;\nX-Possessive: {}s\n",),
        (),
    )
    found = [
        po.Entry("page.history.gamesFound", "", "", ("`{n}`", "two", "${n}"), ()),
        po.Entry("page.history.pageOf", "", "", ("{of}",), ()),
    ]
    text = page.scripts({"xx": [header, *found]})[page.STATIC / "history/words/xx.js"]
    assert "counter((n) => Number(n===1 ? 0 : n===2 ? 1 : 2));" in text
    assert 'gamesFound: (n) => count(n, `\\`${n}\\``, "two", `\\$${n}`),' in text
    assert "pageOf: (_page, of) => `${of}`," in text
    assert '  back: "The board",\n' in text, "what is not translated is said in English"


@EACH_OTHER
def test_catalogue_has_names_and_numbers(language: str) -> None:
    found = load(language)
    written_names = {name: english for english, name in found.names.items()}
    assert written_names.items() <= seat_names().items(), "`make words`"
    assert set(found.names) == set(ENGLISH.names)
    entries = catalogue(language)
    of_page = [entry.context.startswith("page.") for entry in entries]
    assert of_page == sorted(of_page), "they come last in the file"
    numbers = [entry.texts[0] for entry in entries if entry.context == "number"]
    assert [len(each.split(", ")) for each in numbers] == [100, 9, 9]
    assert numbers[2].count("{rest}") == 9


def test_the_documentation() -> None:
    for module in (pegboard.i18n, pegboard.i18n.po, pegboard.i18n.serialize):
        assert doctest.testmod(module).failed == 0


def test_message_is_english_by_default() -> None:
    text = _("{who} deals", who="Ann")
    assert (text, str(text), f"{text}!") == ("Ann deals", "Ann deals", "Ann deals!")
    assert json.dumps({"next": text}) == '{"next": "Ann deals"}'
    assert (text.localize("fr"), text.localize("de"), text.localize("xx")) == (
        "Ann donne", "Ann gibt", "Ann deals",
    )  # fmt: skip


def test_error_is_localized() -> None:
    error = IllegalAction(Illegal.NOT_YOUR_TURN, seat=0, turn=1)
    assert localize_error(error) == "it is not Player 1’s turn, but Player 2’s"
    assert localize_error(error).localize("de") == "nicht Spieler 1 ist dran, sondern Spieler 2"
    localized = localize_error(error, ("Ann", "Ben"))
    assert localized.localize("fr") == "ce n’est pas à Ann de jouer, mais à Ben"
    # Programs get it in the terms of the record.
    assert str(error) == "it is not seat 0's turn, but seat 1's"


def test_second_person_uses_you_form() -> None:
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
def test_possessive_of_names(name: str, english: str, french: str, german: str) -> None:
    line = _("{who:of} hand: nothing", who=name)
    assert [line.localize(each) for each in LANGUAGES] == [english, french, german]


def test_board_given_names_are_translated() -> None:
    assert [name_of("Blue").localize(each) for each in LANGUAGES] == ["Blue", "Bleu", "Blau"]
    assert name_of("Ann") == "Ann"


def test_localize_translates_nested_values() -> None:
    message = {"log": [_("{who} deals", who="Ann"), "raw"], "n": 3, "of": (_("pair"), None)}
    assert localize("fr", message) == {"log": ["Ann donne", "raw"], "n": 3, "of": ["paire", None]}
    assert localize("en", message) is message


def test_series_and_plurals() -> None:
    assert series([_("pair"), _("run")]).localize("fr") == "paire, suite"
    assert [_("{n} games", n=n) for n in (0, 1, 2)] == ["0 games", "1 game", "2 games"]


HAND = score_hand(parse_cards("5HTD6C6D"), Card.parse("JS"))


def test_spoken_count_is_localized() -> None:
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
def test_numbers_in_words(n: int, french: str, german: str) -> None:
    assert (number(n, "fr"), number(n, "de")) == (french, german)


@given(st.sampled_from([*LANGUAGES]), st.integers(0, 999), st.integers(0, 999))
def test_number_words_are_unique(language: str, one: int, other: int) -> None:
    assert (number(one, language) == number(other, language)) == (one == other)
