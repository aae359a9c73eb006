"""Fields of the state message that spare pages the rules."""

import asyncio
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from pegboard.cli.run import changed
from pegboard.config import Config
from pegboard.cribbage.actions import (
    Claim,
    Correct,
    Cut,
    Deal,
    Discard,
    Peg,
    Play,
    facts_of,
)
from pegboard.cribbage.cards import Card, parse_cards
from pegboard.cribbage.notation import format_action, parse_action
from pegboard.cribbage.rules import Rules
from pegboard.cribbage.show import HAND_TOTALS
from pegboard.cribbage.tags import header_of
from pegboard.history.published import EVERY_HAND
from pegboard.kinds import Mode
from pegboard.schema.setup import GameSetup
from pegboard.schema.state import State
from pegboard.service.build import build_app
from pegboard.session.feed.perspective import Perspective
from pegboard.session.views.private import state_for
from pegboard.session.views.state import public_state
from tests.support.schema import check

USUAL = Rules()


def state_after(
    mode: Mode, *lines: str, rules: Rules = USUAL, seat: int | None = 0
) -> dict[str, Any]:
    """Returns the state of a game, as a seat sees it; nothing runs, so nobody else moves."""
    people = "person", "person" if mode == "score" else "club"
    setup = GameSetup(mode, rules, ("Ann", "Ben"), 0, people, ("blue", "orange"))

    async def run(folder: Path) -> dict[str, Any]:
        app = await build_app(changed(Config(), simulated=True, demo=False, state=folder))
        try:
            app.game.lobby.setup = setup
            await app.table.start_game("g", header_of(rules, setup.names, 0), mode)
            for number, line in enumerate(lines):
                await app.table.submit(parse_action(line), id=str(number), by="test")
            public = public_state(app.game, pending=(0, 0), commit_s=1.5)
            message = state_for(public, app.table, setup, Perspective("board", seat))
            state: dict[str, Any] = json.loads(json.dumps(message))
            check(state, State)
            return state
        finally:
            await app.close()

    with TemporaryDirectory() as folder:
        return asyncio.run(run(Path(folder)))


DEALT = ("deal 0 5S4S2S6H7H8H 6DJH4H7C2D8D",)
LAID = (*DEALT, "discard 0 7H8H", "discard 1 2D8D", "cut 3D")


def test_legal_actions_are_sent_with_their_parts() -> None:
    now = state_after("computer", *DEALT)
    assert len(now["legal"]) == 15 and now["blocked"] == []
    assert now["legal"][0] == {
        "action": "discard 0 5S4S", "verb": "discard", "seat": 0, "cards": ["5S", "4S"],
        "points": None,
    }  # fmt: skip
    assert state_after("computer", *DEALT, seat=None)["legal"] == []


def test_log_lines_have_text_and_parts() -> None:
    cards = parse_cards("5S4S")
    for action, seat, named, points in (
        (Discard(1, cards), 1, ["5S", "4S"], None), (Play(0, cards[0]), 0, ["5S"], None),
        (Cut(cards[1]), None, ["4S"], None), (Deal(1, (cards, cards)), 1, [], None),
        (Peg(1, 8), 1, [], 8), (Claim(0, 0), 0, [], 0), (Correct(1, 30), 1, [], 30),
    ):  # fmt: skip
        verb = format_action(action).split()[0]
        assert facts_of(action) == {"verb": verb, "seat": seat, "cards": named, "points": points}


def test_blocked_card_has_its_resulting_count() -> None:
    played = (*LAID, "play 1 JH", "play 0 6H", "play 1 7C")
    now = state_after("computer", *played)
    assert now["count"] == 23 and now["blocked"] == []
    now = state_after("computer", *played, "play 0 5S", "go 1")
    assert [each["cards"] for each in now["legal"]] == [["2S"]]
    assert now["blocked"] == [{"card": "4S", "makes": 32, "most": 31}]
    elsewhere = state_after("computer", *LAID)
    assert elsewhere["turn"] == 1 and elsewhere["blocked"] == elsewhere["legal"] == []


def test_crib_is_face_down_until_counted() -> None:
    sizes = [state_after("computer", *lines)["crib_size"] for lines in ((), DEALT, LAID[:-1], LAID)]
    assert sizes == [0, 0, 4, 4]
    assert state_after("score", "deal 0", "cut 3D")["crib_size"] == 0, (
        "of real cards none was seen yet"
    )
    assert state_after("score", "deal 0", "cut 3D", "play 1 JH")["crib_size"] == 4


def test_pass_deal_actions_pass_the_deal() -> None:
    assert state_after("score")["pass_deal"] == {"to": 1, "actions": ["deal 0", "deal 1"]}
    assert state_after("score", "deal 0", "cut 3D")["pass_deal"] == {"to": 1, "actions": ["deal 1"]}
    passed = state_after("score", *state_after("score")["pass_deal"]["actions"])
    assert (passed["dealer"], passed["stage"]) == (1, "cut")
    assert state_after("computer")["pass_deal"] is None
    assert state_after("score", "correct 0 121")["pass_deal"] is None, "the game is over"


def test_last_score_includes_corrections() -> None:
    last = state_after("score", "peg 1 4", "peg 0 11", "correct 0 18")["last"]
    assert last == {
        "seat": 0,
        "text": "Ann: peg moved to 18",
        "short": "peg moved to 18",
        "spoken": "Ann: peg moved to 18",
    }
    assert state_after("score", "correct 0 18", "peg 1 4")["last"]["seat"] == 1


@pytest.mark.parametrize(
    ("rules", "lines"),
    [
        (Rules(), [(91, "skunk"), (61, "double skunk")]),
        (Rules(target=61), [(31, "lurch")]),
        (Rules(skunk=88, double_skunk=0), [(89, "skunk")]),
        (Rules(skunk=0, double_skunk=0), []),
    ],
)
def test_skunk_lines_are_named(rules: Rules, lines: list[tuple[int, str]]) -> None:
    shown = state_after("score", rules=rules)["skunks"]
    assert [(line["below"], line["kind"]) for line in shown] == lines


def test_hand_totals_match_all_hands() -> None:
    assert state_after("score")["hand_totals"] == list(HAND_TOTALS) == sorted(EVERY_HAND)
    assert state_after("score")["hand_size"] == 4


def test_undo_target_is_sent_with_its_parts() -> None:
    undo_target = state_after("score", "peg 1 8")["undo_target"]
    assert undo_target == {"action": "peg 1 8", "verb": "peg", "seat": 1, "cards": [], "points": 8}
    assert state_after("score", "peg 0 111", "peg 0 121")["undo_target"]["points"] == 10
    assert state_after("score")["undo_target"] is None
    assert Card.parse("3D") in parse_cards(
        state_after("score", "deal 0", "cut 3D")["undo_target"]["cards"][0]
    )
