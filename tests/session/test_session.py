"""The session with failing devices: entered scores are kept and failures reported."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from pegboard.errors import Common, DeviceError
from pegboard.storage.port import Entry
from tests.support.session import ask, board, press, run_async, state_of
from tests.support.waiting import await_until


def test_full_disk_keeps_the_score_pending(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            commit = parts.journal.append

            def full(game: str, entry: Entry) -> bool:
                raise DeviceError(Common.VERBATIM, says="journal: disk is full: free some space")

            parts.journal.append = full  # type: ignore[method-assign]
            press(parts, "0+5", "ok")
            await await_until(lambda: "Not saved" in (state_of(parts)["notice"] or ""))
            message = state_of(parts)
            assert message["scores"] == [0, 0] and message["pending"] == [5, 0]
            assert any(d["name"] == "journal" and not d["ok"] for d in message["devices"])
            answer = await ask(parts, action="peg 1 3")
            assert not answer["ok"] and "disk is full" in answer["error"]
            parts.journal.append = commit  # type: ignore[method-assign]
            await await_until(lambda: parts.table.state.scores == (5, 0))
            message = state_of(parts)
            assert message["pending"] == [0, 0]
            await await_until(lambda: all(device["ok"] for device in state_of(parts)["devices"]))

    run_async(story)


def test_undo_drops_an_unsaved_score(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:

            def full(game: str, entry: Entry) -> bool:
                raise DeviceError(Common.VERBATIM, says="full")

            parts.journal.append = full  # type: ignore[method-assign]
            press(parts, "0+5", "ok")
            await await_until(lambda: bool(parts.presses._unsaved))
            press(parts, "undo")
            await await_until(lambda: state_of(parts)["pending"] == [0, 0])
            assert parts.table.state.scores == (0, 0)

    run_async(story)


def test_manually_entered_hand_is_offered_and_pegged(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            answer = await ask(parts, cards=["5H", "5D", "JS", "5C"], starter="5S")
            assert answer["ok"]
            offer = state_of(parts)["offer"]
            assert (offer["points"], offer["seat"], offer["crib"]) == (29, 1, False)
            assert offer["spoken"]
            press(parts, "ok")
            await await_until(lambda: parts.table.state.scores == (0, 29))
            assert parts.pages.record_text().splitlines()[-3:] == [
                "deal 0",
                "cut 5S",
                "hand 1 5H5DJS5C",
            ]
            # The starter is asked once a deal: four cards are enough from now on.
            await ask(parts, cards=["2H", "4C", "8D", "KH"])
            assert state_of(parts)["offer"]["seat"] == 0
            press(parts, "ok")
            await await_until(lambda: state_of(parts)["offer"] is None)
            await ask(parts, cards=["5H", "9D", "9S", "AC"])
            await ask(parts, accept=True)
            assert parts.table.state.stage_name == "show", (
                "a card that was seen before: pegged only"
            )

    run_async(story)


@pytest.mark.parametrize(
    ("cards", "starter", "problem"),
    [
        (["5H", "5D", "JS"], "5S", "4 of 5 cards found"),
        (["5H", "5D", "JS", "5C", "2H"], None, "tap the one that is the starter"),
        (["5H", "5H", "JS", "5C"], "5S", "same card appears twice"),
        (["5H", "5D", "JS", "5C", "4H"], "5S", "6 cards found"),
    ],
)
def test_uncountable_hand_gives_the_reason(
    tmp_path: Path, cards: list[str], starter: str | None, problem: str
) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            await ask(parts, cards=cards, starter=starter)
            assert problem in state_of(parts)["offer"]["problem"]
            press(parts, "ok")
            await await_until(lambda: state_of(parts)["notice"] is not None)
            answer = await ask(parts, accept=True)
            assert not answer["ok"] and problem in answer["error"]
            assert parts.table.seq == 0
            await ask(parts, dismiss=True)
            assert state_of(parts)["offer"] is None

    run_async(story)


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ({"press": "9+9"}, "unknown button"),
        ({"press": "3+1"}, "no such seat: 3"),
        ({"cards": ["5H", "ZZ"]}, "not a card"),
        ({"accept": True}, "no counted hand"),
        ({"new": {"mode": "score", "target": 100}}, "target must be 121 or 61, got 100"),
        ({"new": {"mode": "score", "players": 2, "names": ["A", "B", "C"]}}, "names must be 2"),
        ({"new": {"mode": "score", "dealer": 3}}, "dealer must be 0 to 1"),
        ({"action": "undo"}, "nothing to undo"),
    ],
)
def test_invalid_commands_are_refused_with_reasons(
    tmp_path: Path, what: dict[str, Any], says: str
) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            before = state_of(parts)
            answer = await ask(parts, **what)
            assert not answer["ok"] and says in answer["error"], answer
            assert state_of(parts) == before

    run_async(story)


def test_game_against_the_computer_hides_its_hand(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            await ask(parts, new={"mode": "computer", "names": ["Ann", "Computer"]})
            rng = Random(3)

            async def move() -> bool:
                shown = state_of(parts)
                # The computer's hand is seen once it has been counted, and not before.
                assert shown["hands"][1] is None or shown["stage"] in ("deal", "over")
                if shown["legal"]:
                    assert (await ask(parts, action=rng.choice(shown["legal"])["action"]))["ok"]
                elif shown["next"] in ("OK for the next deal", "OK to deal"):
                    press(parts, "ok")
                return shown["winner"] is not None

            await await_until(move, "the end of the game", every_s=0.001)
            assert parts.table.state.over
            finished = parts.table.game
            press(parts, "ok")
            await await_until(lambda: parts.table.game != finished)
            assert parts.table.mode == "computer"

    run_async(story)


def test_undo_against_the_computer_goes_back_to_own_move(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            await ask(parts, new={"mode": "computer"})
            await await_until(lambda: bool(state_of(parts)["legal"]))
            refused = await ask(parts, action="peg 1 5")
            assert not refused["ok"] and "computer plays that seat" in refused["error"]
            refused = await ask(parts, action="peg 0 5")
            assert not refused["ok"] and "against the computer" in refused["error"]
            refused = await ask(parts, action="undo")
            assert not refused["ok"] and "not moved yet" in refused["error"]
            press(parts, "0+5", "ok")
            await await_until(
                lambda: "the board keeps the count" in (state_of(parts)["notice"] or "")
            )
            assert parts.table.state.scores == (0, 0)
            hand = state_of(parts)["hands"][0]
            await ask(parts, action=state_of(parts)["legal"][0]["action"])
            await await_until(lambda: parts.table.state.stage_name == "play")
            await await_until(lambda: bool(state_of(parts)["legal"]))
            press(parts, "undo")
            await await_until(lambda: state_of(parts)["hands"][0] == hand)
            assert parts.table.state.stage_name == "discard"

    run_async(story)


def test_press_takes_over_from_the_running_demo(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path, demo=True) as parts:
            await await_until(lambda: parts.table.state.over)
            assert max(parts.table.state.scores) == 121
            refused = await ask(parts, action="peg 0 5")
            assert not refused["ok"] and "demo" in refused["error"]
            press(parts, "1+1")
            await await_until(lambda: parts.table.mode == "score")
            assert state_of(parts)["pending"] == [0, 0], "it took over, and pegs nothing"
            press(parts, "1+1")
            await await_until(lambda: state_of(parts)["pending"] == [0, 1])

    run_async(story)


def test_count_without_camera_is_reported(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            parts.game.counting._camera_client = None
            press(parts, "count")
            await await_until(lambda: state_of(parts)["notice"] is not None)
            assert "no camera" in state_of(parts)["notice"]

    run_async(story)
