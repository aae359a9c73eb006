"""Queue of cards signed at this board, saved until the hall has them."""

import asyncio
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from pegboard.chain.keys import SigningKey
from pegboard.errors import DeviceError, PegboardError
from pegboard.hall_client.journal_feed import JournalFeed
from pegboard.hall_client.signing import Seating, sign_cards
from pegboard.hall_link.board_side import BoardSide
from pegboard.hall_link.messages import Seat, Sign
from pegboard.host.logfmt import log_event
from pegboard.host.state_file import StateFile
from pegboard.storage.state_names import HALL_CARDS

log = logging.getLogger(__name__)

LARGEST = 4 * 1024 * 1024
"""Maximum size of the file, in bytes."""


class SignedGame(Struct, frozen=True):
    """A game signed by both seats.

    Attributes:
        seating: event, round, table and players.
        game: id in the journal.
        entries: number of entries when it was signed.
        held_s: seconds for which each seat held its button.
        at: time in seconds since 1970.
    """

    seating: Seating
    game: str
    entries: int
    held_s: tuple[float, float]
    at: float


class Signatures(Protocol):
    """Interface for collecting the players' signatures."""

    def set_seat(self, seat: Seat | None) -> None:
        """Sets the players at this board; None if it has no game of an event."""

    def restore(self, game: str, entries: int, held_s: tuple[float, float]) -> None:
        """Restores signatures that were not delivered before the last stop."""

    def on_answer(self, game: str, code: str) -> None:
        """Handles the hall's answer for a game; the code is empty if its cards are committed."""


class SignedCardQueue:
    """Sends signed cards to the hall. Use from one event loop only.

    Args:
        folder: the board's state folder.
        signatures: collects the players' signatures.
        wake: wakes the connection to send new messages.
    """

    def __init__(self, folder: Path, signatures: Signatures, wake: Callable[[], None]) -> None:
        self._file = StateFile(folder / HALL_CARDS, list[SignedGame], longest=LARGEST)
        self._signs, self._wake = signatures, wake
        self._waiting: list[SignedGame] = []
        self._saving: asyncio.Task[None] | None = None

    async def load(self) -> None:
        """Loads undelivered cards; if the file is unreadable, the players have to sign again."""
        self._waiting[:0] = await asyncio.to_thread(self._file.read_or, [])
        for game in self._waiting[-1:]:
            self._signs.restore(game.game, game.entries, game.held_s)

    def receive(self, side: BoardSide) -> None:
        """Handles new seats and answers of the hall."""
        answer, side.cards = side.cards, None
        if answer is not None and self._waiting:
            self._remove(answer.code)
        seat, side.seat = side.seat, None
        if seat is not None:
            self._signs.set_seat(seat if seat.event else None)

    def next(
        self, side: BoardSide, reader: JournalFeed | None, key: SigningKey | None
    ) -> Sign | None:
        """Returns the next cards to send; None until the hall has the journal of their game."""
        while self._waiting and reader is not None and key is not None:
            game = self._waiting[0]
            facts = (game.game, game.seating, game.held_s, game.at, game.entries)
            try:
                cards = sign_cards(reader.feed, key, *facts)
            except PegboardError as error:
                self._remove(str(error.code))
                continue
            return side.sign(game.seating.event, cards) if cards.seq <= side.acknowledged else None
        return None

    def add(self, seating: Seating, game: str, entries: int, held_s: tuple[float, float]) -> None:
        """Queues a game signed by both seats; see `SignedGame`."""
        self._waiting.append(SignedGame(seating, game, entries, held_s, time.time()))
        self._schedule_save()
        self._wake()

    def _remove(self, code: str) -> None:
        """Removes cards that the hall has accepted or refused."""
        if code:
            log_event(log, "hall.cards", logging.WARNING, code=code)
        self._signs.on_answer(self._waiting.pop(0).game, code)
        self._schedule_save()

    def _schedule_save(self) -> None:
        self._saving = asyncio.create_task(self._save(self._saving))

    async def _save(self, before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await asyncio.wait([before])
        try:
            await asyncio.to_thread(self._file.write, [*self._waiting])
        except DeviceError as error:
            log_event(log, "hall.cards", logging.WARNING, code=str(error.code))
