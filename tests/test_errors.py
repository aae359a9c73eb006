"""Errors are codes and facts: no sentence is ever read back, and every code is in use."""

import ast
import doctest
import pickle
from collections.abc import Iterator
from functools import cache
from string import Formatter

import pytest

import pegboard.errors
from pegboard.cribbage.codes import Illegal, Unreadable
from pegboard.cribbage.notation import parse_record
from pegboard.cribbage.rules import Rules
from pegboard.errors import Code, Common, ConfigError, DeviceLost, IllegalAction, NotationError
from tests.support.code_tables import ROOT, code_tables, trees


def fields(code: Code) -> set[str]:
    """Returns the facts named by the sentence and the cure."""
    parsed = [*Formatter().parse(code.template), *Formatter().parse(code.cure)]
    return {name for _, name, _, _ in parsed if name}


@cache
def uses() -> list[tuple[str, Code, set[str] | None]]:
    """Returns each use of a code, with its facts where they are keyword arguments."""
    return list(_uses())


def _uses() -> Iterator[tuple[str, Code, set[str] | None]]:
    codes = code_tables()
    for path, tree in trees().items():
        named: dict[ast.Attribute, Code] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                kind = codes.get(node.value.id)
                if kind is not None and node.attr in kind.__members__:
                    named[node] = kind[node.attr]
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and len(node.args) == 1 and node.args[0] in named:
                code = named.pop(node.args[0])
                facts = {word.arg for word in node.keywords}
                if isinstance(node.func, ast.Attribute) and node.func.attr == "error":
                    facts.add("where")  # `Asked.error` says where the table stands
                named_facts = None if None in facts else {fact for fact in facts if fact}
                yield f"{path.relative_to(ROOT)}:{node.lineno}", code, named_facts
        for attribute, code in named.items():
            yield f"{path.relative_to(ROOT)}:{attribute.lineno}", code, None


def test_error_codes_are_unique() -> None:
    names = [str(code) for kind in code_tables().values() for code in kind]
    assert [name for name in set(names) if names.count(name) > 1] == []
    assert [name for name in names if name != name.lower() or " " in name] == []


def test_every_error_code_is_used() -> None:
    used = {(type(code), code.name) for _, code, _ in uses()}
    every = {(kind, code.name) for kind in code_tables().values() for code in kind}
    assert every - used == set()


def test_raised_errors_have_all_facts_of_their_sentence() -> None:
    wrong = [
        (where, code.name, fields(code) - facts)
        for where, code, facts in uses()
        if facts is not None and not fields(code) <= facts
    ]
    assert wrong == []


def test_no_code_parses_error_sentences() -> None:
    """Forbids `"…" in str(error)`, patterns and slicing: the code identifies the error."""
    handlers = [
        (path, node)
        for path, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ExceptHandler) and node.name and not _foreign(node.type)
    ]
    found = [
        f"{path.relative_to(ROOT)}: {ast.unparse(node)}"
        for path, handler in handlers
        for node in ast.walk(handler)
        if _reads(node, str(handler.name))
    ]
    assert len(handlers) > 100 and set(found) == THEIRS


OURS = {
    *("PegboardError", "IllegalAction", "NotationError", "ConfigError", "WireError", "Refused"),
    *("DeviceError", "DeviceMissing", "DeviceLost", "DiskTrouble", "JournalDamaged"),
    *("UnfitBackup", "UnfitGame", "BadBody", "BadMessage", "GameOpen", "GamesSince", "WentBack"),
}
THEIRS = {"devices/inputs/gpio.py: str(error).removeprefix('Falling back from lgpio: ')"}
"""Errors of other libraries that only their text distinguishes."""
CUTTERS = {
    *("startswith", "endswith", "partition", "rpartition", "split", "rsplit", "splitlines"),
    *("removeprefix", "removesuffix", "find", "index", "match", "search", "fullmatch", "sub"),
}


def _foreign(caught: ast.expr | None) -> bool:
    """Returns whether only errors of other libraries are caught, such as SQLite's."""
    names = {node.id for node in ast.walk(caught) if isinstance(node, ast.Name)} if caught else {""}
    return not names & (OURS | {"Exception", "OSError", "ValueError"})


def _reads(node: ast.AST, name: str) -> bool:
    """Returns whether a node searches or slices an error's sentence."""

    def is_text(part: ast.expr) -> bool:
        return (
            isinstance(part, ast.Call)
            and isinstance(part.func, ast.Name)
            and part.func.id in ("str", "repr")
            and isinstance(part.args[0], ast.Name)
            and part.args[0].id == name
        )

    match node:
        case ast.Compare(ops=ops, comparators=parts):
            inside = any(isinstance(op, ast.In | ast.NotIn | ast.Eq | ast.NotEq) for op in ops)
            return inside and any(is_text(part) for part in (node.left, *parts))
        case ast.Call(func=ast.Attribute(attr=attr, value=value), args=args) if attr in CUTTERS:
            return is_text(value) or any(is_text(arg) for arg in args)
        case ast.Subscript(value=value):
            return is_text(value)
    return False


def test_error_sentence_is_formatted_from_facts() -> None:
    error = IllegalAction(Illegal.NOT_HELD, seat=1, card="5H")
    assert str(error) == "seat 1 does not hold 5H"
    assert error.as_json() == {"code": "not-held", "facts": {"seat": 1, "card": "5H"}}
    assert error == IllegalAction(Illegal.NOT_HELD, seat=1, card="5H")
    assert hash(error) == hash(IllegalAction(Illegal.NOT_HELD, seat=1, card="5H"))
    assert error != IllegalAction(Illegal.NOT_HELD, seat=0, card="5H") and error != "5H"


def test_errors_can_be_pickled() -> None:
    error = DeviceLost(Common.FILE_TROUBLE, file="a", why=OSError("full"))
    again = pickle.loads(pickle.dumps(error))
    assert again == error and str(again) == "a: full" and again.facts == error.facts


def test_cause_of_an_error_is_a_fact() -> None:
    with pytest.raises(NotationError) as caught:
        parse_record("players 2\nplay 0 ZZ\n", "mine.game")
    error = caught.value
    assert (error.code, error.line, error.facts["file"]) == (Unreadable.IN_RECORD, 2, "mine.game")
    why = error.facts["why"]
    assert isinstance(why, NotationError) and why.code is Unreadable.NOT_A_CARD
    assert error.as_json()["facts"]["why"] == {"code": "not-a-card", "facts": {"text": "'ZZ'"}}


def test_error_line_is_found_from_facts() -> None:
    with pytest.raises(ConfigError) as unplayable:
        Rules(skunk=500)
    assert unplayable.value.facts["option"] == "skunk"
    with pytest.raises(NotationError, match=r"line 3: skunk must be .* got 500"):
        parse_record("players 2\n\nrule skunk 500\npeg 0 1\n")


def test_errors_docstring_examples_run() -> None:
    assert doctest.testmod(pegboard.errors).failed == 0
