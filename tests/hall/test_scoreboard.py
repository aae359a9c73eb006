"""The scoreboard: changes since a cursor, and pauses between broadcasts."""

import asyncio
import json
import time
from random import Random

from pegboard.hall.service.scoreboard import PAUSE_S, SHARE, Scoreboard
from tests.support.waiting import await_until


def test_cursor_gets_changes_since() -> None:
    async def scenario() -> None:
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
        assert await board.wait_since(board.cursor) is None

    asyncio.run(scenario())


def test_every_reader_gets_last_change() -> None:
    """Delivers the last change at any rate of changes and to slow readers."""

    async def reader(board: Scoreboard, pause_s: float, seen: dict[str, int]) -> None:
        cursor = ""
        message: str | None = board.since()
        while message is not None:
            update = json.loads(message)
            if update["all"]:
                seen.clear()
            seen |= update["parts"]
            cursor = update["cursor"]
            await asyncio.sleep(pause_s)
            message = await board.wait_since(cursor)

    async def scenario() -> None:
        board, rng = Scoreboard(), Random(1)
        seen: dict[float, dict[str, int]] = {0.0: {}, 0.01: {}, 0.1: {}}
        reading = [asyncio.create_task(reader(board, *items)) for items in seen.items()]
        last: dict[str, int] = {}
        for number in range(200):
            key = f"k{rng.randrange(5)}"
            last[key] = number
            board.put(key, number)
            await asyncio.sleep(0 if number % 7 else PAUSE_S / 3)
        await await_until(
            lambda: all(versions == last for versions in seen.values()), "the last change"
        )
        board.close()
        await asyncio.gather(*reading)

    asyncio.run(scenario())


def test_single_delay_does_not_lengthen_pause() -> None:
    """Lengthens the pause for persistent slowness only, not for a single delay."""
    slow_s = 0.2

    async def reader(board: Scoreboard, cursor: str, slow: list[bool]) -> None:
        while (message := await board.wait_since(cursor)) is not None:
            cursor = json.loads(message)["cursor"]
            if slow.pop(0):
                time.sleep(slow_s)

    async def pause_s(slow: list[bool]) -> float:
        board = Scoreboard()
        board.put("number", -1)
        reading = asyncio.create_task(reader(board, board.cursor, list(slow)))
        for number in range(len(slow)):
            cursor = board.cursor
            board.put("number", number)
            await board.wait_since(cursor)
            await asyncio.sleep(0.01)  # the pause is set after the broadcast
        board.close()
        await reading
        return board.pause_s

    assert asyncio.run(pause_s([False, True])) < SHARE * slow_s
    assert asyncio.run(pause_s([False, True, True])) >= SHARE * slow_s
