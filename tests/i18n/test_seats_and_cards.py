"""Texts for people contain names and suit symbols, never seat numbers or card codes."""

import ast
import re
from itertools import product
from string import Formatter
from typing import Any

import pytest

from pegboard.cribbage.codes import Doubt, Illegal
from pegboard.cribbage.events import Warned
from pegboard.errors import Code, IllegalAction, PegboardError
from pegboard.i18n import LANGUAGES
from pegboard.i18n.en import YOU
from pegboard.narration.events import localize_doubt
from pegboard.notice import Notice, localize_error
from tests.support.code_tables import code_tables, trees
from tests.tools.translations import OTHERS, catalogue
from tests.tools.translations.code import NOT_TRANSLATED, all_templates

NAMES = ("Ann", "Ben", "Cid", "Dora")
CODES = [code for table in code_tables().values() for code in table]
TYPED = {*("Option", "Unreadable", "PlayerFault", "BotFault", "Foreign"), "HallFault", "EventFault"}
"""Code tables about typed or written input, which they quote."""
SEAT_NUMBER = re.compile(r"\b(?:seat|player|platz|spieler|place|siège|joueur)s? \{", re.IGNORECASE)
CARD_CODE = re.compile(r"\b(?:10|[A2-9TJQK])[CDHS]\b")


def localized_text(code: Code, facts: dict[str, Any], language: str, names: tuple[str, ...]) -> str:
    if isinstance(code, Doubt):
        return localize_doubt(Warned(code, **facts), names).localize(language)
    return localize_error(PegboardError(code, **facts), names).localize(language)


def facts_for(code: Code, seat: int, card: str) -> dict[str, Any]:
    """Returns facts for the fields of a code: this seat and the next, this card, else 8."""
    fields = {name for _, name, *_ in Formatter().parse(code.template + code.cure) if name}
    facts: dict[str, Any] = dict.fromkeys(fields, 8)
    facts |= {name: seat for name in ("seat", "owner") if name in fields}
    facts |= {name: (seat + 1) % 4 for name in ("turn", "dealer") if name in fields}
    return facts | {name: card for name in ("card", "was", "now") if name in fields}


@pytest.mark.parametrize("language", LANGUAGES)
def test_errors_show_names_and_suit_symbols(language: str) -> None:
    for code, seat, card in product(CODES, range(4), ("5S", "TD")):
        facts = facts_for(code, seat, card)
        for names in (NAMES, ()):
            text = localized_text(code, facts, language, names)
            shown = [name for name in ("seat", "owner", "turn", "dealer") if name in facts]
            for name in shown:
                who = names[facts[name]] if names else str(facts[name] + 1)
                if "{" + name in code.template:
                    assert who in text, f"{code}: {text}"
            assert not re.search(rf"(?i)\b(seat|platz|place) {seat}\b", text), f"{code}: {text}"
            if "card" in facts or "was" in facts:
                assert card not in text and ("5♠" in text or "10♦" in text), f"{code}: {text}"


def test_templates_contain_no_seat_number_or_card_code() -> None:
    tables = {name: table for name, table in code_tables().items() if name not in TYPED}
    templates = {
        *all_templates(),
        *(t for e in tables.values() for c in e for t in (c.template, c.cure)),
    }
    entries = [entry for each in OTHERS for entry in catalogue(each)]
    translated = [text for e in entries if e.context in ("", "you") for text in e.texts if e.source]
    for text in [*templates, *translated]:
        assert not SEAT_NUMBER.search(text), text
        assert not CARD_CODE.search(text), text


def test_messages_receive_card_faces_not_codes() -> None:
    """Messages receive the `face` or `card_name` of a card, not its code."""
    for path, tree in trees().items():
        for call in ast.walk(tree):
            if (
                isinstance(call, ast.Call)
                and isinstance(call.func, ast.Name)
                and call.func.id == "_"
            ):
                for fact in call.keywords:
                    if fact.arg in ("card", "cards", "seat", "dealer", "starter"):
                        text = ast.unparse(fact.value)
                        assert not re.search(r"\bstr\(|format_cards|^seat$|\.seat$", text), (
                            f"{path}:{call.lineno}: {text}"
                        )


@pytest.mark.parametrize(
    ("code", "facts", "english", "german", "french"),
    [
        (Illegal.NOT_YOUR_TURN, {"seat": 0, "turn": 1}, "it is not your turn, but Computer’s",
         "nicht du bist dran, sondern Computer", "ce n’est pas à vous de jouer, mais à Ordinateur"),
        (Illegal.NOT_HELD, {"seat": 0, "card": "TH"}, "you do not hold 10♥", "du hast 10♥ nicht",
         "vous n’avez pas 10♥"),
        (Illegal.COUNTS_CRIB_NOW, {"seat": 0, "owner": 1}, "Computer counts the crib now, not you",
         "jetzt zählt Computer die Crib, nicht du",
         "c’est Ordinateur qui compte le crib, pas vous"),
        (Illegal.HAND_BEFORE_CRIB, {"seat": 0}, "your hand is counted before the crib",
         "dein Blatt wird vor der Crib gezählt", "on compte votre main avant le crib"),
    ],
)  # fmt: skip
def test_errors_address_player_as_you(
    code: Illegal, facts: dict[str, Any], english: str, german: str, french: str
) -> None:
    said = localize_error(IllegalAction(code, **facts), (YOU, "Computer"))
    assert [said.localize(each) for each in ("en", "de", "fr")] == [english, german, french]


def test_seat_sentences_have_you_form() -> None:
    """A player called "You" needs another verb form, unless the sentence has none."""
    for name, table in code_tables().items():
        if name in NOT_TRANSLATED | {"Mistaken", "ButtonFault", "Pins"}:
            continue
        for code in table:
            if "{seat" in code.template:
                text = localize_error(PegboardError(code, **facts_for(code, 0, "5S")), (YOU, "Ben"))
                assert "You" not in text, f"{code}: {text}"


def test_notice_has_names_in_text_and_numbers_in_facts() -> None:
    notice = Notice.from_error(
        IllegalAction(Illegal.NOT_HELD, seat=1, card="5S"), "press", names=NAMES
    )
    assert notice.sentence == "Ben does not hold 5♠"
    assert notice.facts == {"seat": 1, "card": "5S"}
