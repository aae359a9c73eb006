"""What the rules say in English is known again, so that a page has it in its own language."""

import ast
import doctest
import re
from pathlib import Path

import pytest

import pegboard.narration.errors
from pegboard.cribbage.events import Warned
from pegboard.i18n import Text
from pegboard.narration.errors import in_words
from pegboard.narration.events import tell
from tests.support.said import ANOTHER, left

ROOT = Path(pegboard.__file__).parent / "cribbage"
ONLY_PROGRAMS = re.compile(
    "undo is replay|a table deal knows|hands dealt to|is dealt|with three players|straight to the"
    "|counts .* now, not|is four different"
)
"""No page asks for that: it knows how many cards there are."""


def sentences() -> list[str]:
    """Whatever the rules refuse or wonder at, each fact as an X."""
    found = []
    for name in ("game", "play", "show", "pegging", "replay"):
        for node in ast.walk(ast.parse((ROOT / f"{name}.py").read_text())):
            called = getattr(getattr(node, "func", None), "id", "")
            if isinstance(node, ast.Call) and called in ("IllegalAction", "Warned"):
                found += _texts(node.args[0])
    return [text for text in found if not ONLY_PROGRAMS.search(text)]


def _texts(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Constant):
        return [str(node.value)]
    if isinstance(node, ast.JoinedStr):
        parts = (str(p.value) if isinstance(p, ast.Constant) else "X" for p in node.values)
        return ["".join(parts)]
    return []


@pytest.mark.parametrize("text", sentences())
def test_the_rules_are_understood(text: str) -> None:
    said = in_words(text)
    assert said == text and isinstance(said, Text)


@ANOTHER
def test_what_is_wondered_at(language: str) -> None:
    (line,) = tell([Warned("seat 0 said go and could have played 5H")], ("Ann", "Ben"))
    assert line == "Look again: seat 0 said go and could have played 5H"
    assert isinstance(line, Text) and left(line, language) == []


def test_anything_else_stays() -> None:
    assert not isinstance(in_words("the moon is full"), Text)
    assert doctest.testmod(pegboard.narration.errors).failed == 0
