"""A club night to watch: simulated boards that play at a running hall."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack, closing
from pathlib import Path

from pegboard.hall.demo.board import SimulatedBoard
from pegboard.hall.demo.live_board import LiveBoard, Pace
from pegboard.hall.demo.night import PLAYERS, DemoResult, demo_result
from pegboard.hall.demo.process import HallProcess
from pegboard.players import by_name
from pegboard.tournament.decisions import Signed

LIVE_SPEED = 15.0
"""Speed of play relative to people; a game takes a minute."""


class LiveNight:
    """A club night at a running hall.

    Args:
        hall: hall without events.
        folder: parent folder of the boards.
        pace: speed of the games and seed of their cards.
        rounds: number of rounds.
        on_result: called with each game once its cards are committed.
        players: name -> level; an even number of players.
    """

    def __init__(
        self,
        hall: HallProcess,
        folder: Path,
        pace: Pace,
        rounds: int,
        on_result: Callable[[DemoResult], None],
        players: Mapping[str, str] = PLAYERS,
    ) -> None:
        self._hall, self._folder, self._pace = hall, folder, pace
        self._rounds, self._on_result, self._players = rounds, on_result, players
        self._over = asyncio.Queue[Signed]()

    def open(self) -> str:
        """Opens the event and enters its players; returns the id of the event.

        Raises:
            OSError: the hall does not answer.
        """
        event = self._hall.direct("event", name="Club night", games=self._rounds)["event"]
        self._hall.direct("players", names=list(self._players))
        return str(event)

    async def play(self) -> None:
        """Plays the whole night: boards join, rounds are drawn, and cards are signed at the boards.

        Raises:
            WireError: the hall refuses a board.
            OSError: the hall no longer answers.
        """
        code = await asyncio.to_thread(self._hall.code)
        tables = range(1, len(self._players) // 2 + 1)
        async with AsyncExitStack() as stack, asyncio.TaskGroup() as group:
            at_tables = []
            for table in tables:
                board = SimulatedBoard(self._folder / f"board{table}")
                stack.enter_context(closing(board))
                live, joined = LiveBoard(board, f"Table {table}", self._pace), asyncio.Event()
                at_tables.append(group.create_task(self._at_table(live, code, joined)))
                await joined.wait()
                placed = {"do": "place", "table": table, "board": board.key.id}
                await self._direct("decide", decision=placed)
            for _ in range(self._rounds):
                await self._direct("draw")
                for _ in tables:
                    self._on_result(demo_result(await self._over.get()))
            for task in at_tables:
                task.cancel()

    async def _at_table(self, board: LiveBoard, code: str, joined: asyncio.Event) -> None:
        levels = self._players
        address = self._hall.address
        await board.run(
            address, code, lambda name: by_name(levels[name]), self._over.put_nowait, joined.set
        )

    async def _direct(self, path: str, **what: object) -> None:
        await asyncio.to_thread(self._hall.direct, path, **what)
