"""Automatic pegging of a hand read with certainty."""

from pathlib import Path
from typing import Any

import pytest

from pegboard.board.scene import Scene
from pegboard.errors import Common, DeviceError
from pegboard.service.build import App
from pegboard.storage.port import Entry
from tests.support.camera_processes import camera_answer, fake_camera_client
from tests.support.counting_board import (
    PERFECT_HAND,
    accept_offer,
    current_offer,
    press_count,
    run_at_board,
)
from tests.support.session import ask, press
from tests.support.waiting import await_until


def test_certain_hand_is_pegged_automatically_if_configured(tmp_path: Path) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        await press_count(parts)
        await await_until(lambda: current_offer(parts) is None)
        assert parts.table.state.scores == (0, 29)
        await await_until(lambda: scenes[-1].pending == (0, 0))  # shown once a turn of the loop

    run_at_board(tmp_path, fake_camera_client(PERFECT_HAND), story, peg_after_s=0.05)


def test_auto_peg_counts_down_on_the_page(tmp_path: Path) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        await press_count(parts)
        seconds: list[int] = []

        def ends() -> bool:
            offer = current_offer(parts)
            if offer is not None and offer["countdown"] not in (None, *seconds):
                seconds.append(offer["countdown"])
            return parts.table.state.scores == (0, 29)

        await await_until(ends)
        assert seconds == [2, 1]

    run_at_board(tmp_path, fake_camera_client(PERFECT_HAND), story, peg_after_s=1.2)


def test_auto_peg_is_not_interrupted_between_lines(tmp_path: Path) -> None:
    """UNDO between the lines of the record comes too late, and leaves no half a deal behind."""

    async def story(parts: App, scenes: list[Scene]) -> None:
        submit, lines = parts.table.submit, []

        async def submitted(action: Any, **what: Any) -> Any:
            lines.append(action)
            if len(lines) == 1:
                parts.game.counting.dismiss()
            return await submit(action, **what)

        parts.table.submit = submitted  # type: ignore[method-assign]
        await press_count(parts)
        await await_until(lambda: parts.table.state.scores == (0, 29))
        assert len(lines) == 3 and current_offer(parts) is None

    run_at_board(tmp_path, fake_camera_client(PERFECT_HAND), story, peg_after_s=0.05)


@pytest.mark.parametrize("stop", ["a press", "a touch"])
@pytest.mark.parametrize("when", ["told", "counting down"])
def test_press_or_touch_cancels_auto_peg(tmp_path: Path, stop: str, when: str) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        await press_count(parts)
        if when == "counting down":
            await await_until(lambda: current_offer(parts)["countdown"] is not None)
        if stop == "a press":
            press(parts, "0+1")
            await await_until(lambda: parts.publisher.snapshot()["pending"] == [1, 0])
        else:
            await ask(parts, hold=True)
        await await_until(lambda: current_offer(parts)["narrated"])
        await await_until(
            lambda: (
                parts.game.counting.narration._task is None
                or parts.game.counting.narration._task.done()
            )
        )
        assert current_offer(parts)["countdown"] is None
        assert parts.table.state.scores[1] == 0, "it waits for OK"
        press(parts, "ok", "ok")
        await await_until(
            lambda: parts.table.state.scores[1] == 29 or parts.table.state.scores[0] == 1
        )

    run_at_board(tmp_path, fake_camera_client(PERFECT_HAND), story, tell_s=0.05, peg_after_s=0.5)


@pytest.mark.parametrize(
    "seen",
    [
        PERFECT_HAND | {"sure": False},
        PERFECT_HAND | {"waited": "something moves"},
        PERFECT_HAND | {"starter": None},
        camera_answer("5H 5D JS", None),
    ],
    ids=["doubtful", "unsettled", "no starter", "too few"],
)
def test_uncertain_hand_is_not_pegged_automatically(tmp_path: Path, seen: dict[str, Any]) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        await press_count(parts)
        aloud = parts.game.counting.narration
        await await_until(lambda: aloud._task is None or aloud._task.done())
        assert current_offer(parts)["countdown"] is None and parts.table.seq == 0

    run_at_board(tmp_path, fake_camera_client(seen), story, peg_after_s=0.01)


def test_corrected_hand_waits_for_ok(tmp_path: Path) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        await press_count(parts)
        await ask(parts, change={"card": "5C", "to": "6C"})
        aloud = parts.game.counting.narration
        await await_until(lambda: aloud.narrated)
        await await_until(lambda: aloud._task is None or aloud._task.done())
        assert parts.table.seq == 0
        await accept_offer(parts)
        assert parts.table.state.scores == (0, 15)

    run_at_board(tmp_path, fake_camera_client(PERFECT_HAND), story, tell_s=0.05, peg_after_s=0.01)


def test_failed_auto_peg_leaves_the_offer(tmp_path: Path) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        append = parts.journal.append

        def full(game: str, entry: Entry) -> bool:
            raise DeviceError(Common.VERBATIM, says="journal: disk is full")

        parts.journal.append = full  # type: ignore[method-assign]
        await press_count(parts)
        await await_until(lambda: "disk is full" in (parts.publisher.snapshot()["notice"] or ""))
        assert current_offer(parts)["points"] == 29 and parts.table.seq == 0
        parts.journal.append = append  # type: ignore[method-assign]
        await accept_offer(parts)
        assert parts.table.state.scores == (0, 29)

    run_at_board(tmp_path, fake_camera_client(PERFECT_HAND), story, peg_after_s=0.02)
