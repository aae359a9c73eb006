"""The shape of commands: what is taken, and what is said of the rest."""

import json
from typing import Any

import pytest

from pegboard.session.command_schema import MESSAGE_BYTES, BadMessage, ack, fault, parse

GOOD: list[dict[str, Any]] = [
    {"press": "0+5"},
    {"action": "peg 0 4"},
    {"new": {"mode": "demo"}},
    {"new": {"mode": "score", "names": ["Ann", "Ben"], "target": 61, "dealer": 1}},
    {"count": True},
    {"cards": ["5H", "10D", "JS", "5C"], "starter": "5S"},
    {"cards": ["5H"], "starter": None},
    {"accept": True, "seat": 0, "crib": False},
    {"accept": True, "seat": None},
    {"dismiss": True},
    {"change": {"card": "5H", "to": "6H", "offer": "a hand"}},
    {"change": {"card": "5H", "to": None}},
    {"change": {"card": None, "to": "10D"}},
    {"change": {"starter": "5S"}},
    {"change": {"seat": 1, "crib": False}},
    {"save": True},
    {"hold": True},
    {"press": "ok", "of": "a newer page"},
]

BAD: list[tuple[dict[str, Any], str]] = [
    ({}, "none of them"),
    ({"fly": True}, "none of them"),
    ({"press": "ok", "count": True}, "exactly one of"),
    ({"press": 5}, "press:"),
    ({"press": ""}, "press:"),
    ({"action": "peg 0 4" * 40}, "action:"),
    ({"new": "demo"}, "new:"),
    ({"new": {}}, "new.mode"),
    ({"new": {"mode": ["demo"]}}, "new.mode"),
    ({"new": {"mode": "score", "names": ["Ann"]}}, "new.names"),
    ({"new": {"mode": "score", "names": ["Ann", "B" * 25]}}, "new.names"),
    ({"new": {"mode": "score", "names": "AB"}}, "new.names"),
    ({"new": {"mode": "score", "target": 0}}, "new.target"),
    ({"new": {"mode": "score", "target": True}}, "new.target"),
    ({"new": {"mode": "score", "dealer": 4}}, "new.dealer"),
    ({"count": 1}, "count:"),
    ({"cards": []}, "cards:"),
    ({"cards": "5H5D"}, "cards:"),
    ({"cards": ["5H"] * 7}, "cards:"),
    ({"cards": ["5H", 5]}, "cards:"),
    ({"cards": ["5H"], "starter": 5}, "starter:"),
    ({"accept": False}, "accept:"),
    ({"accept": True, "seat": -1}, "seat:"),
    ({"accept": True, "seat": False}, "seat:"),
    ({"accept": True, "crib": 1}, "crib:"),
    ({"dismiss": "yes"}, "dismiss:"),
    ({"change": "5H"}, "change:"),
    ({"change": {}}, "change:"),
    ({"change": {"card": None, "to": None}}, "change:"),
    ({"change": {"card": ["5H"], "to": "6H"}}, "change:"),
    ({"change": {"card": "5H", "to": 6}}, "change:"),
    ({"change": {"starter": None}}, "change.starter:"),
    ({"change": {"seat": 4, "crib": False}}, "change.seat:"),
    ({"change": {"seat": 0}}, "change.seat:"),
    ({"save": 1}, "save:"),
    ({"hold": "now"}, "hold:"),
]


@pytest.mark.parametrize("message", GOOD, ids=str)
def test_good_shapes(message: dict[str, Any]) -> None:
    assert fault({"id": "a"} | message) is None


@pytest.mark.parametrize(("message", "word"), BAD, ids=str)
def test_bad_shapes_are_told_in_words(message: dict[str, Any], word: str) -> None:
    said = fault({"id": "a"} | message)
    assert said is not None and word in said


@pytest.mark.parametrize("ident", [None, "", "x" * 65, 5, ["a"]])
def test_every_command_has_an_id(ident: Any) -> None:
    said = fault({"id": ident, "press": "ok"})
    assert said is not None and said.startswith("id:")


@pytest.mark.parametrize(
    ("raw", "word"),
    [
        ("", "not JSON"), ("nonsense", "not JSON"), ("[" * 9000, "not JSON"),
        (b"\xff\xfe", "not JSON"),
        ('{"id": NaN}', "not JSON"), ('{"id": "\\ud800"}', "not JSON"), ("9" * 9000, "not JSON"),
        ("[]", "not a JSON object"), ('"x"', "not a JSON object"), ("null", "not a JSON object"),
        (b" " * (MESSAGE_BYTES + 1), "longer than 16384 bytes"),
    ],
    ids=lambda value: str(value)[:12],
)  # fmt: skip
def test_what_is_no_message(raw: str | bytes, word: str) -> None:
    with pytest.raises(BadMessage, match=word):
        parse(raw)


def test_a_message_is_read() -> None:
    message = {"id": "a", "new": {"mode": "score", "names": ["Zoë", "🃏"]}}
    assert parse(json.dumps(message)) == message
    assert parse(json.dumps(message, ensure_ascii=False).encode()) == message


def test_acks() -> None:
    assert ack("a") == {"type": "ack", "id": "a", "ok": True}
    assert ack(5, "no") == {"type": "ack", "id": None, "ok": False, "error": "no"}
