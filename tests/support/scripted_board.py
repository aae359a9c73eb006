"""A hall connection driven by the test, in place of a board."""

import time
from types import TracebackType

from websockets.sync.client import connect

from pegboard.chain.feed import Feed
from pegboard.chain.keys import SigningKey
from pegboard.hall_client.signing import Seating, sign_cards
from pegboard.hall_link.board_side import BoardSide
from pegboard.hall_link.messages import FromBoard, encode


class ScriptedBoard:
    """A board with an in-memory journal, connected to a hall during the block."""

    def __init__(
        self,
        address: str,
        code: str,
        name: str,
        key: SigningKey | None = None,
        epoch: int = 7,
        *,
        feed: Feed | None = None,
        clock_s: float = 0.0,
    ) -> None:
        self.key = key or SigningKey()
        self.feed = Feed(self.key.id, epoch) if feed is None else feed
        self._games = len({item.game for item in self.feed.items})
        self._clock_s = clock_s
        self._number = max([0, *(i.number for i in self.feed.items if i.game == self._game)])
        self._header = "players 2\n"
        self._connection = connect(f"ws{address.removeprefix('http')}/api/board", proxy=None)
        self.socket = self._connection.__enter__()
        self._side = BoardSide(self.feed, self.key, code=code, name=name)
        self.hello = ""
        """The first message, as it was sent."""
        self._receive()  # welcome
        self._receive()  # have

    def play(self, *actions: str, header: str = "players 2\n") -> None:
        """Plays a new game."""
        self._games += 1
        self._number = 0
        self._header = header
        self.play_on(*actions)

    def play_on(self, *actions: str) -> None:
        """Continues the last game; returns once the hall has acknowledged."""
        game, now = self._game, time.time() + self._clock_s
        rows = [
            (game, self._number + n, f"{game}-{self._number + n}", now, "button", action)
            for n, action in enumerate(actions, 1)
        ]
        self._number += len(actions)
        self.feed.add(game, (now, "score", self._header), rows)
        self._answer(self._side.next_entries())
        while self._side.behind:
            self._receive()

    def sign(self, held_s: tuple[float, float] = (2.5, 2.5)) -> None:
        """Signs the cards of the last game for the latest seat; returns once they are written."""
        self._side.cards = None
        while self._side.seat is None or self._side.seat.done:
            self._receive()
        seat = self._side.seat
        seating = Seating(seat.event, seat.round, seat.table, seat.players, seat.match)
        cards = sign_cards(self.feed, self.key, self._game, seating, held_s, time.time())
        self._answer(self._side.sign(seat.event, cards))
        while self._side.cards is None or not self._side.seat.done:
            self._receive()

    @property
    def _game(self) -> str:
        return f"g{self._games}"

    def _receive(self) -> None:
        self._answer(self._side.receive(self.socket.recv(30), time.time() + self._clock_s))

    def _answer(self, answer: FromBoard | None) -> None:
        if answer is not None:
            text = encode(answer).decode()
            self.hello = self.hello or text
            self.socket.send(text)

    def __enter__(self) -> "ScriptedBoard":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._connection.__exit__(kind, error, trace)
