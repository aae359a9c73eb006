"""Records read by the package and by an independent JavaScript reader."""

import json
import os
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pegboard.cribbage
from pegboard.cribbage.actions import Deal, Undo
from pegboard.cribbage.cards import Card
from pegboard.cribbage.notation import (
    ACTION_WORDS,
    Header,
    Record,
    format_action,
    format_record,
    parse_record,
)
from pegboard.cribbage.rules import Rules
from pegboard.errors import NotationError
from tests.support.strategies import random_game, rules

pytestmark = pytest.mark.group("rules")

READER = Path(__file__).parents[1] / "javascript" / "record.js"
PAGE = (Path(pegboard.cribbage.__file__).parent / "NOTATION.md").read_text()
GAMES = int(os.environ.get("PEGBOARD_RECORDS", "150"))
"""Random games that go through both; 100,000 for the figure of the page."""

Reader = Callable[[str], dict[str, Any]]


@pytest.fixture(scope="module")
def reader() -> Iterator[Reader]:
    process = subprocess.Popen(
        ["node", str(READER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None and process.stdout is not None

    def read(text: str) -> dict[str, Any]:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(text + "\0")
        process.stdin.flush()
        answer: dict[str, Any] = json.loads(process.stdout.readline())
        return answer

    yield read
    process.stdin.close()
    assert process.wait(10) == 0
    process.stdout.close()


def some_rules(rng: Random) -> Rules:
    players = rng.choice((2, 2, 3, 4))
    partners = players == 4 and rng.random() < 0.5
    return Rules(players, partners, rng.choice((121, 61)), muggins=rng.random() < 0.3)


def some_record(seed: int) -> Record:
    rng = Random(seed)
    options = some_rules(rng)
    actions: list[Any] = []
    for action, _ in random_game(options, rng, table=rng.random() < 0.3):
        actions.append(action)
        if rng.random() < 0.02:
            actions += [Undo(), action]
    names = ("Ann", "Jörg Müller", "", "李")[: options.players]
    return Record(
        Header(options, next(a.dealer for a in actions if isinstance(a, Deal)), names),
        tuple(actions),
    )


def as_read(record: Record) -> list[dict[str, Any]]:
    """Returns the actions in the other reader's form."""
    found = []
    actions: tuple[Any, ...] = record.actions
    for action in actions:
        what: dict[str, Any] = {"verb": type(action).__name__.lower()}
        for name in ("dealer", "seat"):
            if hasattr(action, name):
                what["seat"] = getattr(action, name)
        for name in ("points", "score"):
            if hasattr(action, name):
                what["points"] = getattr(action, name)
        card = getattr(action, "card", None) or getattr(action, "crib_card", None)
        if isinstance(card, Card):
            what["card"] = str(card)
        if hasattr(action, "cards"):
            what["cards"] = [str(each) for each in action.cards]
        if getattr(action, "hands", None):
            what["hands"] = [[str(each) for each in hand] for hand in action.hands]
        found.append(what)
    return found


def test_both_readers_agree_on_random_games(reader: Reader) -> None:
    for seed in range(GAMES):
        record = some_record(seed)
        text = format_record(record)
        answer = reader(text)
        assert answer.get("text") == text, (seed, answer)
        assert answer["game"]["actions"] == as_read(record), seed
        assert parse_record(answer["text"]) == record, seed


@given(rules(), st.integers(0, 3), st.randoms(use_true_random=False))
def test_tag_order_and_layout_do_not_matter(
    reader: Reader, options: Rules, dealer: int, rng: Random
) -> None:
    record = Record(Header(options, dealer % options.players, ("Ann",)), (Undo(),))
    text = format_record(record)
    head, _, actions = text.partition("\n\n")
    lines = head.split("\n")
    rng.shuffle(lines)
    dressed = [
        f"{rng.choice(('', ' ', chr(9)))}{re.sub(' ', rng.choice((' ', '   ', chr(9))), line)}"
        f"{rng.choice(('', '  # told by Ann', '#'))}"
        for line in lines
    ]
    untidy = "\n".join([*dressed, "", "# a remark", *actions.split("\n")])
    assert format_record(parse_record(untidy)) == text
    assert reader(untidy).get("text") == text


@given(st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_text_refused_by_one_reader_is_no_game_to_the_other(
    reader: Reader, seed: int, rng: Random
) -> None:
    """For a spoiled line: the grammar's reader accepts all that the package accepts."""
    lines = format_record(some_record(seed % 40)).split("\n")
    place = rng.randrange(len(lines))
    line = lines[place]
    at = rng.randrange(len(line) + 1)
    lines[place] = line[:at] + rng.choice(("", "x", " ", "5H", "#", "-", "+", "9")) + line[at + 1 :]
    spoilt = "\n".join(lines)
    answer = reader(spoilt)
    try:
        record = parse_record(spoilt)
    except NotationError:
        return
    assert answer.get("text") == format_record(record)


def test_notation_page_covers_every_action_with_valid_examples(reader: Reader) -> None:
    for word in ACTION_WORDS:
        assert f'"{word}"' in PAGE
    blocks = re.findall(r"(?:^    .*\n|^\n)+", PAGE, re.MULTILINE)
    records = [re.sub(r"^    ", "", block, flags=re.MULTILINE) for block in blocks]
    first = next(text for text in records if "players" in text)
    assert len(parse_record(first).actions) == 6
    assert reader(first)["text"] == format_record(parse_record(first))
    table = next(text for text in records if "deal 1" in text)
    assert [format_action(a).split()[0] for a in parse_record("players 2\n" + table).actions] == [
        "deal", "cut", "hand", "hand", "crib", "peg",
    ]  # fmt: skip
