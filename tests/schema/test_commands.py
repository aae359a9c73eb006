"""The shape of commands: what is taken, and what is said of the rest."""

import json
from typing import Any

import msgspec
import pytest

from pegboard.errors import IllegalAction
from pegboard.json_form import MESSAGE_BYTES, BadMessage
from pegboard.schema.commands import VERBS, NewGame, ack, parse, refusal, verb_of
from pegboard.session.codes import Refusal

GOOD: list[dict[str, Any]] = [
    {"press": "0+5"},
    {"action": "peg 0 4"},
    {"new": {"mode": "demo"}},
    {"names": ["Ann", 2, None]},
    {"sample": True},
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
    {"press": "ok", "seq": 3, "game": "g"},
    {"resume": True},
    {"resume": "a-game"},
    {"back": {"to": 1, "seq": 3}},
    {"edit": {"at": 1, "seq": 3, "action": "peg 0 6"}},
    {"redo": True},
    {"accept": True, "claim": 12},
    {"accept": True, "muggins": 1},
    {"watch": "watch-play:1:4"},
    {"sit": 0},
    {"stand": True},
    {"give": {"seat": 0, "to": None}},
    {"show": None},
    {"phones": True},
    {"pack": False},
    {"sign": {"seat": 1, "held_s": 2.0}},
    {"ping": True},
]

BAD: list[tuple[dict[str, Any], str]] = [
    ({}, "none of them"),
    ({"fly": True}, "none of them"),
    ({"press": "ok", "count": True}, "exactly one of"),
    ({"press": "ok", "of": "a newer page"}, "unknown field `of`"),
    ({"press": "ok", "seq": None}, "$.seq"),
    ({"press": 5}, "$.press"),
    ({"resume": False}, "resume"),
    ({"resume": ""}, "$.resume"),
    ({"press": ""}, "$.press"),
    ({"action": "peg 0 4" * 40}, "$.action"),
    ({"new": "demo"}, "$.new"),
    ({"new": {}}, "missing required field `mode` - at `$.new`"),
    ({"new": {"mode": ["demo"]}}, "$.new.mode"),
    ({"new": {"mode": "score", "names": ["Ann"]}}, "names must be two to four, or none"),
    ({"new": {"mode": "score", "names": ["Ann", "B" * 25]}}, "$.new.names"),
    ({"new": {"mode": "score", "names": "AB"}}, "$.new.names"),
    ({"new": {"mode": "score", "target": 0}}, "$.new.target"),
    ({"new": {"mode": "score", "target": True}}, "$.new.target"),
    ({"new": {"mode": "score", "dealer": 4}}, "$.new.dealer"),
    ({"count": 1}, "$.count"),
    ({"cards": []}, "$.cards"),
    ({"cards": "5H5D"}, "$.cards"),
    ({"cards": ["5H"] * 7}, "$.cards"),
    ({"cards": ["5H", 5]}, "$.cards"),
    ({"cards": ["5H"], "starter": 5}, "$.starter"),
    ({"accept": False}, "accept: must be true"),
    ({"accept": True, "seat": -1}, "$.seat"),
    ({"accept": True, "seat": False}, "$.seat"),
    ({"accept": True, "crib": 1}, "$.crib"),
    ({"dismiss": "yes"}, "$.dismiss"),
    ({"change": "5H"}, "$.change"),
    ({"change": {}}, "must have one of: card and to; starter; seat and crib - at `$.change`"),
    ({"change": {"card": None, "to": None}}, "$.change"),
    ({"change": {"card": ["5H"], "to": "6H"}}, "$.change.card"),
    ({"change": {"card": "5H", "to": 6}}, "$.change.to"),
    ({"change": {"starter": None}}, "$.change.starter"),
    ({"change": {"seat": 4, "crib": False}}, "$.change.seat"),
    ({"change": {"seat": 0}}, "seat and crib must be given together"),
    ({"save": 1}, "$.save"),
    ({"phones": "yes"}, "$.phones"),
    ({"pack": "french"}, "$.pack"),
    ({"hold": "now"}, "$.hold"),
    ({"sit": 4}, "$.sit"),
    ({"give": {"seat": 0}}, "missing required field `to` - at `$.give`"),
    ({"back": {"to": -1, "seq": 0}}, "$.back.to"),
    ({"edit": {"at": 0, "seq": 0, "action": 5}}, "$.edit.action"),
    ({"accept": True, "claim": 30}, "$.claim"),
    ({"sign": {"seat": 2, "held_s": 2.0}}, "$.sign.seat"),
    ({"sample": False}, "sample: must be true"),
    ({"names": ["Ann"]}, "$.names"),
    ({"names": ["Ann", ""]}, "$.names"),
    ({"names": ["Ann", 4]}, "$.names"),
    ({"names": {"0": "Ann"}}, "$.names"),
]


@pytest.mark.parametrize("message", GOOD, ids=str)
def test_valid_commands_round_trip(message: dict[str, Any]) -> None:
    command = parse(json.dumps({"id": "a"} | message))
    assert verb_of(type(command)) in message and command.id == "a"
    assert parse(msgspec.json.encode(command)) == command


def test_every_verb_has_a_test_case() -> None:
    assert set(VERBS) <= {key for message in GOOD for key in message}


@pytest.mark.parametrize(("message", "word"), BAD, ids=str)
def test_invalid_command_error_names_the_path(message: dict[str, Any], word: str) -> None:
    with pytest.raises(BadMessage) as wrong:
        parse(json.dumps({"id": "a"} | message))
    assert word in str(wrong.value) and wrong.value.id == "a"


@pytest.mark.parametrize("ident", [None, "", "x" * 65, 5, ["a"]])
def test_command_without_id_is_refused(ident: Any) -> None:
    with pytest.raises(BadMessage, match=r"at `\$\.id`"):
        parse(json.dumps({"id": ident, "press": "ok"}))
    with pytest.raises(BadMessage, match="missing required field `id`"):
        parse('{"press": "ok"}')


@pytest.mark.parametrize(
    ("raw", "word"),
    [
        ("", "must be JSON"), ("nonsense", "must be JSON"), ("[" * 9000, "must be a JSON object"),
        (b"\xff\xfe", "must be JSON"),
        ('{"id": NaN}', "must be JSON"), ('{"id": "\\ud800"}', "must be JSON"),
        ('{"id": "a", "press": ' + "[" * 9000, "must be JSON"),
        ("9" * 9000, "must be a JSON object"),
        ("[]", "must be a JSON object"),
        ('"x"', "must be a JSON object"),
        ("null", "must be a JSON object"),
        (b" " * (MESSAGE_BYTES + 1), "at most 16384 bytes"),
    ],
    ids=lambda value: str(value)[:12],
)  # fmt: skip
def test_invalid_message_is_refused(raw: str | bytes, word: str) -> None:
    with pytest.raises(BadMessage, match=word):
        parse(raw)


def test_message_is_decoded() -> None:
    message = {"id": "a", "new": {"mode": "score", "names": ["Zoë", "🃏"]}}
    command = parse(json.dumps(message))
    assert isinstance(command, NewGame) and command.setup.names == ("Zoë", "🃏")
    assert parse(json.dumps(message, ensure_ascii=False).encode()) == command


def test_ack_and_refusal_messages() -> None:
    assert ack("a") == {"type": "ack", "id": "a", "ok": True}
    assert refusal(None, IllegalAction(Refusal.NOT_NOW)) == {
        "type": "ack", "id": None, "ok": False,
        "error": "not possible now in a game against the computer", "code": "not-now",
    }  # fmt: skip
