"""The scoreboard: a cursor gets what has changed since, and nobody misses the last change."""

import asyncio
import json
from random import Random

from pegboard.hall.service.scoreboard import PAUSE_S, Scoreboard


def test_a_cursor_gets_what_has_changed_since() -> None:
    async def shown() -> None:
        board = Scoreboard()
        board.put("a", 1)
        board.put("b", 1)
        first = json.loads(board.since())
        assert (first["all"], first["parts"]) == (True, {"a": 1, "b": 1})
        board.put("b", 1)
        assert json.loads(board.since(first["cursor"]))["parts"] == {}, "nothing has changed"
        board.put("b", 2)
        assert json.loads(board.since(first["cursor"]))["parts"] == {"b": 2}
        for stranger in ("", "x-1", f"{board.run}-x", f"{board.run}-{'9' * 40}", "-"):
            assert json.loads(board.since(stranger))["all"], stranger
        board.close()
        assert await board.later(board.cursor) is None

    asyncio.run(shown())


def test_everybody_sees_the_last_change() -> None:
    """However often something changes, and however slow somebody reads."""

    async def reader(board: Scoreboard, pause_s: float) -> dict[str, int]:
        seen: dict[str, int] = {}
        cursor = ""
        message: str | None = board.since()
        while message is not None:
            told = json.loads(message)
            seen, cursor = ({} if told["all"] else seen) | told["parts"], told["cursor"]
            await asyncio.sleep(pause_s)
            message = await board.later(cursor)
        return seen

    async def shown() -> None:
        board, rng = Scoreboard(), Random(1)
        reading = [asyncio.create_task(reader(board, pause)) for pause in (0.0, 0.01, 0.1)]
        last: dict[str, int] = {}
        for number in range(200):
            key = f"k{rng.randrange(5)}"
            last[key] = number
            board.put(key, number)
            await asyncio.sleep(0 if number % 7 else PAUSE_S / 3)
        await asyncio.sleep(0.4)
        board.close()
        assert await asyncio.gather(*reading) == [last] * 3

    asyncio.run(shown())
