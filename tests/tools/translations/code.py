"""Translatable sentences of the Python code: calls of `_`, and error codes."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

from pegboard.i18n import en, po
from tests.support.code_tables import ROOT, code_tables, trees

NOT_TRANSLATED = {
    *("Option", "UpdateFault", "WebPort", "BotFault"),
    *("Unreadable", "Unplayable", "Malformed", "BodyFault", "HomeFault"),
    *("LessonFault", "PlayerFault", "Fixing"),
    *("HallFault", "EventFault", "UploadFault", "KeyFault", "StoreFault", "ProofFault"),
    *("TalkFault", "MaintenanceFault"),
    "DirectorFault",
}
"""Told on the command line, or to a program that sends what no page of ours sends."""

_SEAT = "#. A name that the board gives to a seat."
_NUMBERS = (
    "#. The numbers from 0 to 99 in words, with commas.",
    "#. The hundreds in words, 100 to 900.",
    "#. The same with a rest from 1 to 99 behind.",
)


def templates() -> Iterator[tuple[str, Path]]:
    """Yields the template of every call of `_`, with its file."""
    for path, tree in trees().items():
        names = {
            alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module == "pegboard.i18n"
            for alias in node.names
        }
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)] * ("_" in names)
        for call in calls:
            if isinstance(call.func, ast.Name) and call.func.id == "_":
                for template in _constants(call.args[0], path):
                    yield template, path


def _constants(node: ast.expr, path: Path) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from _constants(node.body, path)
        yield from _constants(node.orelse, path)
    else:
        assert isinstance(node, ast.Constant), f"{path}:{node.lineno}: say the template itself"
        yield str(node.value)


@cache
def all_templates() -> dict[str, tuple[str, ...]]:
    """Returns every user-facing template with its files."""
    found: dict[str, dict[str, None]] = {}
    for template, path in templates():
        found.setdefault(template, {})[path.relative_to(ROOT.parent).as_posix()] = None
    for name, table in code_tables().items():
        file = table.__module__.replace(".", "/") + ".py"
        texts = (text for code in table for text in (code.template, code.cure) if text)
        for template in texts if name not in NOT_TRANSLATED else ():
            found.setdefault(template, {})[file] = None
    return {template: tuple(files) for template, files in found.items()}


def entries() -> Iterator[po.Entry]:
    """Yields the translatable entries, skipping templates without words."""
    for name in en.CATALOGUE.names:
        yield po.Entry("seat", name, "", (), (_SEAT,))
    for numbers, note in zip(en.NUMBERS, _NUMBERS, strict=True):
        yield po.Entry("number", numbers, "", (), (note,))
    for template, files in all_templates().items():
        if not words_of(template).strip():
            continue
        notes = tuple(f"#: {file}" for file in files)
        sentence = en.CATALOGUE.sentences.get(template)
        one, many = sentence if isinstance(sentence, tuple) else (template, "")
        yield po.Entry("", one, many, (), notes)
        if template in en.CATALOGUE.you:
            note = f"#. To the person who is named: {en.CATALOGUE.you[template]}"
            yield po.Entry("you", template, "", (), (note,))


def words_of(template: str) -> str:
    """Returns a template without its facts."""
    return "".join(text for text, _, _, _ in Formatter().parse(template))
