"""Cards that were signed at this board, kept in a file until the hall has them."""

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
"""Bytes that are read of the file."""


class SignedGame(Struct, frozen=True):
    """A game that both seats have signed.

    Attributes:
        seating: who played, in which event, round and table.
        game: its id in the journal.
        entries: of it, when it was signed.
        held_s: for how long each seat held its button.
        at: seconds since 1970.
    """

    seating: Seating
    game: str
    entries: int
    held_s: tuple[float, float]
    at: float


class Signatures(Protocol):
    """Interface of what asks the players for their signatures."""

    def set_seat(self, seat: Seat | None) -> None:
        """Takes who plays here now; None for nobody of an event."""

    def restore(self, game: str, entries: int, held_s: tuple[float, float]) -> None:
        """Takes signatures that are on their way since before this start."""

    def on_answer(self, game: str, code: str) -> None:
        """Takes the hall's answer about a game; an empty code if its cards are committed."""


class SignedCardQueue:
    """Passes on who plays here, and hands in what was signed. Use from one event loop only.

    Args:
        folder: the board's state folder.
        signs: asks the players for their signatures.
        wake: has the connection look for what is to be sent.
    """

    def __init__(self, folder: Path, signs: Signatures, wake: Callable[[], None]) -> None:
        self._file = StateFile(folder / HALL_CARDS, list[SignedGame], longest=LARGEST)
        self._signs, self._wake = signs, wake
        self._waiting: list[SignedGame] = []
        self._saving: asyncio.Task[None] | None = None

    async def load(self) -> None:
        """Reads what was signed before this start; people sign again if that cannot be read."""
        self._waiting[:0] = await asyncio.to_thread(self._file.read_or, [])
        for game in self._waiting[-1:]:
            self._signs.restore(game.game, game.entries, game.held_s)

    def receive(self, side: BoardSide) -> None:
        """Passes on what the hall has said: who plays here, what became of cards."""
        answer, side.cards = side.cards, None
        if answer is not None and self._waiting:
            self._remove(answer.code)
        seat, side.seat = side.seat, None
        if seat is not None:
            self._signs.set_seat(seat if seat.event else None)

    def next(
        self, side: BoardSide, reader: JournalFeed | None, key: SigningKey | None
    ) -> Sign | None:
        """Returns the next cards that the hall is to get; the journal of their game goes first."""
        while self._waiting and reader is not None and key is not None:
            game = self._waiting[0]
            there = (game.game, game.seating, game.held_s, game.at, game.entries)
            try:
                cards = sign_cards(reader.feed, key, *there)
            except PegboardError as error:
                self._remove(str(error.code))
                continue
            return side.sign(game.seating.event, cards) if cards.seq <= side.acknowledged else None
        return None

    def add(self, seating: Seating, game: str, entries: int, held_s: tuple[float, float]) -> None:
        """Takes a game that both seats have signed; see `SignedGame`."""
        self._waiting.append(SignedGame(seating, game, entries, held_s, time.time()))
        self._schedule_save()
        self._wake()

    def _remove(self, code: str) -> None:
        """Forgets cards that the hall has, or does not want."""
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
