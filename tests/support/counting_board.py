"""A board with a camera that sees what a test tells it, and what the board shows."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from pegboard.board.scene import Scene
from pegboard.devices.cameras.client import Eyes
from pegboard.service.build import Parts
from pegboard.session.counting.counter import CountingSession
from pegboard.storage.pictures import Album
from tests.support.camera_fake import answer
from tests.support.session import board, press, tell, until

NOBS = answer("5H 5D JS 5C 5S", "5S")
"""Twenty-nine."""
TOTALS = [2, 4, 6, 8, 10, 12, 14, 16, 28, 29]


def watched(parts: Parts, eyes: Eyes, state: Path, **options: Any) -> list[Scene]:
    """Gives the board other eyes; the scenes that it shows from now on."""
    desk, scenes = parts.desk, []
    desk.counting = CountingSession(
        parts.table,
        eyes,
        desk._noticed,
        peg=desk._peg_by_itself,
        album=Album(state / "pictures", max_mb=1),
        **{"tell_s": 0.01} | options,
    )
    show = parts.lights.show

    def seen(scene: Scene) -> None:
        scenes.append(scene)
        show(scene)

    parts.lights.show = seen  # type: ignore[method-assign]
    return scenes


def at_a_board(
    state: Path,
    eyes: Eyes,
    story: Callable[[Parts, list[Scene]], Awaitable[None]],
    **options: Any,
) -> None:
    async def run() -> None:
        async with board(state) as parts:
            scenes = watched(parts, eyes, state, **options)
            try:
                await story(parts, scenes)
            finally:
                await eyes.close()

    tell(run)


def offered(parts: Parts) -> dict[str, Any]:
    offer: dict[str, Any] = parts.desk.snapshot()["offer"]
    return offer


async def counted(parts: Parts) -> dict[str, Any]:
    assert offered(parts) is None
    press(parts, "count")
    await until(lambda: offered(parts) is not None)
    return offered(parts)


async def pegged(parts: Parts) -> None:
    press(parts, "ok")
    await until(lambda: offered(parts) is None)
