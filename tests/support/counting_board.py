"""A board with a scripted camera, for tests of counting."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from pegboard.board.color import Palette
from pegboard.board.layout import Layout
from pegboard.board.scene import Scene
from pegboard.camera.client import CameraClient
from pegboard.service.build import App
from tests.support.camera_processes import camera_answer
from tests.support.session import board, press, run_async, state_of
from tests.support.waiting import await_until

PERFECT_HAND = camera_answer("5H 5D JS 5C 5S", "5S")
"""Twenty-nine."""
TOTALS = [2, 4, 6, 8, 10, 12, 14, 16, 28, 29]


def record_scenes(parts: App, *, tell_s: float = 0.01, peg_after_s: float = 0.0) -> list[Scene]:
    """Sets the counting pace; returns a list that collects the scenes shown from now on."""
    scenes = []
    aloud = parts.game.counting.narration
    aloud.step_s, aloud.peg_after_s = tell_s, peg_after_s
    show = parts.lights.show

    def record(scene: Scene, layout: Layout | None = None, palette: Palette | None = None) -> None:
        scenes.append(scene)
        show(scene, layout, palette)

    parts.lights.show = record  # type: ignore[method-assign]
    return scenes


def run_at_board(
    state: Path,
    camera_client: CameraClient,
    story: Callable[[App, list[Scene]], Awaitable[None]],
    **options: float,
) -> None:
    async def run() -> None:
        async with board(state, camera_client=camera_client) as parts:
            await story(parts, record_scenes(parts, **options))

    run_async(run)


def current_offer(parts: App) -> Any:
    """Returns the offered hand as sent to pages, or None."""
    return state_of(parts)["offer"]


async def press_count(parts: App) -> dict[str, Any]:
    assert current_offer(parts) is None
    press(parts, "count")
    await await_until(lambda: current_offer(parts) is not None)
    offer: dict[str, Any] = current_offer(parts)
    return offer


async def accept_offer(parts: App) -> None:
    press(parts, "ok")
    await await_until(lambda: current_offer(parts) is None)
