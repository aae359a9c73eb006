"""A simulated board connected to a hall: plays and signs the games assigned to it."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from websockets.asyncio.client import ClientConnection, connect

from pegboard.cribbage.game import Action
from pegboard.errors import WireError
from pegboard.hall.demo.board import ACTION_S, SimulatedBoard, entry
from pegboard.hall_client.signing import Seating, sign_cards
from pegboard.hall_link.board_side import BoardSide
from pegboard.hall_link.codes import TalkFault
from pegboard.hall_link.messages import FromBoard, Seat, encode
from pegboard.players import Player
from pegboard.tournament.decisions import Signed

HELD_S = (2.0, 2.0)


@dataclass(frozen=True, slots=True)
class Pace:
    """The seed of all shuffles, and the speed of play; at speed 1 a game takes 15 minutes."""

    seed: str
    speed: float


class LiveBoard:
    """A board that plays every game assigned to it. Use from one event loop only.

    Args:
        board: key and journal.
        name: display name.
        pace: speed of the games and seed of their cards.
    """

    def __init__(self, board: SimulatedBoard, name: str, pace: Pace) -> None:
        self.board, self._name, self._pace = board, name, pace
        board.reader.catch_up(board.journal)
        self._side: BoardSide | None = None
        self._received = asyncio.Event()
        self._rng = Random(f"{pace.seed}|{name}")

    async def run(
        self,
        address: str,
        code: str,
        player: Callable[[str], Player],
        on_signed: Callable[[Signed], None],
        on_joined: Callable[[], None],
    ) -> None:
        """Joins a hall and plays until it is cancelled.

        Args:
            address: address of the hall.
            code: join code.
            player: returns the computer player for a name.
            on_signed: called with each game once the hall has its cards.
            on_joined: called once the hall has accepted the board.

        Raises:
            WireError: the hall refuses.
            OSError: the hall cannot be reached, or the connection was lost.
        """
        url = f"ws{address.removeprefix('http')}/api/board"
        feed, key = self.board.reader.feed, self.board.key
        side = self._side = BoardSide(feed, key, code=code, name=self._name)
        async with (
            connect(url, proxy=None, compression=None) as socket,
            asyncio.TaskGroup() as group,
        ):
            hearing = group.create_task(self._receive(socket))
            await self._wait_until(lambda: side.is_accepted)
            on_joined()
            while not hearing.done():
                await self._wait_until(lambda: side.seat is not None and _to_play(side.seat))
                assert side.seat is not None
                on_signed(await self._play(socket, side.seat, player))
                await self._wait_until(lambda: side.seat is None or not _to_play(side.seat))

    async def _play(
        self, socket: ClientConnection, seat: Seat, player: Callable[[str], Player]
    ) -> Signed:
        assert self._side is not None
        side, board = self._side, self.board
        game = f"{seat.event}-round{seat.round}-table{seat.table}"
        rng = Random(f"{self._pace.seed}|{game}")
        players = [player(name) for name in seat.names]
        actions = board.begin(game, seat.names, players, rng, time.time())
        for number, action in enumerate(actions, 1):
            board.commit(game, [entry(game, number, action, time.time())])
            await self._send(socket, side.next_entries())
            await asyncio.sleep(self._pause_s(action))
        await self._wait_until(lambda: not side.behind and not side.is_waiting)
        seating = Seating(seat.event, seat.round, seat.table, seat.players)
        signed = sign_cards(board.reader.feed, board.key, game, seating, HELD_S, time.time())
        await self._send(socket, side.sign(seat.event, signed))
        await self._wait_until(lambda: side.cards is not None)
        assert side.cards is not None
        if side.cards.code:
            raise WireError(TalkFault.REFUSED, code=side.cards.code, says="")
        return signed

    def _pause_s(self, action: Action) -> float:
        return ACTION_S / self._pace.speed * (0.5 + self._rng.random())

    async def _receive(self, socket: ClientConnection) -> None:
        assert self._side is not None
        async for said in socket:
            await self._send(socket, self._side.receive(said, time.time()))
            self._received.set()
        raise ConnectionResetError

    async def _wait_until(self, test: Callable[[], bool]) -> None:
        while not test():
            self._received.clear()
            await self._received.wait()

    async def _send(self, socket: ClientConnection, message: FromBoard | None) -> None:
        if message is not None:
            await socket.send(encode(message).decode())


def _to_play(seat: Seat) -> bool:
    return bool(seat.event) and not seat.done
