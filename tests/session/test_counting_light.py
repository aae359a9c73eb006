"""While the camera looks the LEDs are dim, and only then; a look can be taken back."""

from pathlib import Path
from typing import Any

import pytest

from pegboard.board.scene import Scene
from pegboard.service.build import App
from pegboard.session.counting import counter
from tests.support.camera_processes import fake_camera_client
from tests.support.counting_board import PERFECT_HAND, current_offer, press_count, run_at_board
from tests.support.session import press
from tests.support.waiting import await_until


def light(parts: App) -> int:
    return sum(parts.lights.frame)


@pytest.mark.parametrize(
    ("seen", "ends"),
    [
        (PERFECT_HAND, "an answer"),
        ({"error": "no picture"}, "an error"),
        ({"dies": True}, "a crash"),
        ({"cards": "nonsense", "sure": 1}, "nonsense"),
        (PERFECT_HAND | {"after_s": 30}, "a cancel"),
        (PERFECT_HAND | {"after_s": 30}, "a hang"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_leds_are_dimmed_only_while_the_camera_reads(
    tmp_path: Path, seen: dict[str, Any], ends: str
) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        await await_until(lambda: light(parts) > 0)
        before = parts.lights.frame
        press(parts, "count")
        await await_until(lambda: parts.game.counting.is_reading)
        await await_until(lambda: 0 < light(parts) < sum(before) / 2)
        assert all(dim <= full for dim, full in zip(parts.lights.frame, before, strict=True))
        if ends == "a cancel":
            press(parts, "undo")
        await await_until(lambda: not parts.game.counting.is_reading)
        await await_until(lambda: not scenes[-1].dim)
        press(parts, "undo")  # what was counted is dismissed
        await await_until(lambda: parts.lights.frame == before)

    slow = {"after_s": 0.3} | seen
    run_at_board(
        tmp_path, fake_camera_client(slow, timeout_s=1.0 if ends == "a hang" else 20.0), story
    )


def test_undo_during_reading_cancels_only_the_reading(tmp_path: Path) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        press(parts, "0+5", "ok")
        await await_until(lambda: parts.table.state.scores == (5, 0))
        press(parts, "count")
        await await_until(lambda: parts.game.counting.is_reading)
        press(parts, "undo")
        await await_until(lambda: not parts.game.counting.is_reading)
        assert parts.table.state.scores == (5, 0) and current_offer(parts) is None

    run_at_board(tmp_path, fake_camera_client(PERFECT_HAND | {"after_s": 30}), story)


def test_recount_drops_the_previous_offer(tmp_path: Path) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        first = await press_count(parts)
        press(parts, "count")
        await await_until(lambda: parts.game.counting.is_reading)
        assert current_offer(parts) is None and scenes[-1].pending == (0, 0)
        await await_until(lambda: current_offer(parts) is not None)
        assert current_offer(parts)["id"] != first["id"]

    run_at_board(tmp_path, fake_camera_client(PERFECT_HAND | {"after_s": 0.1}), story)


def test_unexpected_error_is_reported_and_restores_leds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: object, **__: object) -> None:
        raise KeyError("surprise")

    monkeypatch.setattr(counter, "new_offer", breaks)

    async def story(parts: App, scenes: list[Scene]) -> None:
        press(parts, "count")
        await await_until(lambda: "see the log" in (parts.publisher.snapshot()["notice"] or ""))
        await await_until(lambda: not parts.publisher.snapshot()["counting"] and not scenes[-1].dim)

    run_at_board(tmp_path, fake_camera_client(PERFECT_HAND), story)
