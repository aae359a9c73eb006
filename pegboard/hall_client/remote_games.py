"""One board's games with other boards: storage, envelopes and actions.

Every change of a game is saved before it is sent or shown. The shuffle, which takes long, runs on
another thread between two deals.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from pegboard.chain.keys import SigningKey
from pegboard.cribbage.actions import Action
from pegboard.errors import DeviceError, IllegalAction, PegboardError, WireError
from pegboard.hall_client.codes import RemoteRefusal
from pegboard.hall_link.board_side import BoardSide
from pegboard.hall_link.messages import Away, Look, Post, Present
from pegboard.host.logfmt import log_event
from pegboard.host.state_file import StateFile
from pegboard.remote.game import RemoteGame, commitment_to
from pegboard.remote.messages import Envelope, Invite, Leave, encode_body, open_envelope, seal
from pegboard.remote.outbox import Outbox
from pegboard.remote.saved import SavedGame
from pegboard.storage.state_names import REMOTE_GAME

log = logging.getLogger(__name__)

LARGEST = 16 * 1024 * 1024
"""Maximum size of the file, in bytes."""
RESEND_S = 3.0
"""Seconds without a confirmation after which envelopes are resent."""
BOARDS_WAIT_S = 2.0
"""Timeout for the list of other boards, in seconds."""
INBOX_MOST = 200
"""Maximum number of unread envelopes; beyond it the oldest is dropped (and will be resent)."""

T = TypeVar("T")


class RemoteTable(Protocol):
    """Interface of the table on which games with other boards are played."""

    async def start(self, game: SavedGame) -> None:
        """Starts a game on the table unless it is in the journal already."""

    async def follow(self, game: SavedGame) -> None:
        """Commits the actions that the table lacks, if the game is on the table."""

    def changed(self) -> None:
        """Publishes the new state."""


class RemoteGames:
    """The games of one board with other boards. Use from one event loop only.

    Args:
        folder: the board's state folder.
        table: table on which they are played.
        wake: wakes the connection to send new messages.
    """

    def __init__(self, folder: Path, table: RemoteTable, wake: Callable[[], None]) -> None:
        self._file = StateFile(folder / REMOTE_GAME, SavedGame, longest=LARGEST)
        self._table, self._wake = table, wake
        self._game: RemoteGame | None = None
        self._outbox: Outbox | None = None
        self._key: SigningKey | None = None
        self._inbox: list[Post] = []
        self._outgoing: list[Look | Post] = []
        self._turn, self._inbox_filled, self._boards_received = (
            asyncio.Lock(),
            asyncio.Event(),
            asyncio.Event(),
        )
        self._confirmed_at = 0.0
        self.boards: tuple[tuple[str, str], ...] | None = None
        """Ids and names of the other connected boards; None until the hall has sent them."""
        self.is_other_here = False
        """True while the opponent's board is known to be connected."""

    @property
    def game(self) -> RemoteGame | None:
        """The current game or invitation, or None."""
        return self._game

    # --- requests made by people

    async def refresh_boards(self) -> None:
        """Requests the list of connected boards and waits briefly for the answer."""
        self._boards_received.clear()
        self._outgoing.append(Look())
        self._wake()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._boards_received.wait(), BOARDS_WAIT_S)

    async def invite(self, board: str, name: str, target: int) -> None:
        """Invites another board to a game.

        Raises:
            IllegalAction: a game or invitation is open, or the board is not connected.
            DeviceError: the game could not be saved.
        """
        if self._game is not None and not self._game.is_ended:
            raise IllegalAction(RemoteRefusal.OPEN)
        invitable = {*dict(self.boards or ())} | ({self._game.saved.other} if self._game else set())
        if self._key is None or board not in invitable:
            raise IllegalAction(RemoteRefusal.NOT_THERE)
        nonce = secrets.token_bytes(16)
        saved = SavedGame(
            game=secrets.token_hex(12),
            seat=0,
            other=board,
            seed=secrets.token_bytes(32),
            nonce=nonce,
            commitment=commitment_to(nonce),
            target=target,
            names=[name, ""],
        )
        await self._start(saved)
        await self._update(lambda game: game.invite(name))

    async def accept(self, name: str) -> None:
        """Accepts the invitation.

        Raises:
            IllegalAction: there is no invitation.
            DeviceError: the game could not be saved.
        """
        if not self.is_invited:
            raise IllegalAction(RemoteRefusal.NO_INVITATION)
        await self._update(lambda game: game.accept(name))

    async def leave(self) -> None:
        """Declines or withdraws the invitation, or leaves the game."""
        if self._game is None or self._game.is_ended:
            raise IllegalAction(RemoteRefusal.NO_GAME)
        await self._update(lambda game: game.leave())

    async def show_again(self) -> None:
        """Resumes the game on the table."""
        if self._game is not None:
            await self._show(self._game)

    async def act(self, action: Action) -> None:
        """Discards, plays a card or says go.

        Raises:
            IllegalAction: the rules forbid it.
        """
        await self._update(lambda game: game.act(action))

    async def deal(self) -> None:
        """Deals.

        Raises:
            IllegalAction: it is not this board's deal.
        """
        await self._update(lambda game: game.deal())

    @property
    def is_invited(self) -> bool:
        """True if an invitation of another board is waiting for an answer."""
        game = self._game
        return game is not None and game.saved.is_invited

    # --- the connection

    def receive(self, side: BoardSide) -> None:
        """Handles the messages from and about other boards that the connection has received."""
        for message in side.relayed:
            match message:
                case Present(boards):
                    self.boards = boards
                    self._boards_received.set()
                case Away(board):
                    self._set_presence(board, here=False)
                case Post():
                    self._set_presence(message.board, here=True)
                    self._inbox = [*self._inbox, message][-INBOX_MOST:]
                    self._inbox_filled.set()
        side.relayed.clear()

    def on_connection(self, *, is_connected: bool) -> None:
        """Handles a new or lost connection to the hall."""
        self._outgoing.clear()
        if self._outbox is not None:
            self._outbox.resend_all()
        if not is_connected and self._game is not None:
            self._set_presence(self._game.saved.other, here=False)
        if not is_connected:
            self.boards = None

    def outgoing(self) -> list[Look | Post]:
        """Returns the messages to send now."""
        found, self._outgoing = self._outgoing, []
        if self._game is not None and self._outbox is not None and not self._turn.locked():
            other = self._game.saved.other
            found += [Post(other, envelope) for envelope in self._outbox.next_envelopes()]
        return found

    async def run(self, key: SigningKey) -> None:
        """Reads envelopes, shuffles and resends until cancelled.

        Args:
            key: secret key of this board.
        """
        self._key = key
        await self._load()
        loop = asyncio.get_running_loop()
        while True:
            self._inbox_filled.clear()
            await self._read()
            while self._game is not None and self._game.has_work:
                await self._update_in_background(lambda game: game.shuffle())
            try:
                await asyncio.wait_for(self._inbox_filled.wait(), RESEND_S)
            except TimeoutError:
                waits = self._game is not None and self._game.saved.sent
                if waits and self._outbox is not None:
                    if loop.time() - self._confirmed_at > RESEND_S:
                        self._outbox.resend_all()
                        self._wake()
                    await self._update_in_background(lambda game: None)

    # --- internals

    def _set_presence(self, board: str, *, here: bool) -> None:
        if (
            self._game is not None
            and board == self._game.saved.other
            and here != self.is_other_here
        ):
            self.is_other_here = here
            self._table.changed()

    async def _load(self) -> None:
        try:
            saved = await asyncio.to_thread(self._file.read)
        except (OSError, ValueError) as error:
            file = str(self._file.path)
            log_event(log, "far.unreadable", logging.WARNING, file=file, why=str(error))
            return
        if saved is not None:
            await self._open(RemoteGame(saved))

    async def _start(self, saved: SavedGame) -> None:
        """Saves and opens a new game in place of the previous one."""
        await asyncio.to_thread(self._file.write, saved)
        await self._open(RemoteGame(saved))

    async def _open(self, game: RemoteGame) -> None:
        assert self._key is not None
        self._game, self._outbox = game, Outbox(game.saved, self._key)
        self._outbox.resend_all()
        await self._show(game)

    async def _read(self) -> None:
        while self._inbox:
            post = self._inbox.pop(0)
            try:
                envelope = open_envelope(post.letter)
                if envelope.board != post.board:
                    continue
                await self._receive(envelope)
            except WireError as error:
                log_event(
                    log, "far.letter", logging.WARNING, code=str(error.code), board=post.board
                )
            except DeviceError as error:  # not confirmed, so the other board will resend it
                log_event(log, "far.unsaved", logging.ERROR, code=str(error.code), says=str(error))

    async def _receive(self, envelope: Envelope) -> None:
        game = self._game
        if game is not None and envelope.game == game.saved.game:
            self._confirmed_at = asyncio.get_running_loop().time()
            await self._update(lambda game: game.receive(envelope))
            return
        if envelope.number != 1 or not isinstance(invite := envelope.message(), Invite):
            return
        if game is not None and not game.is_ended:
            assert self._key is not None
            busy = seal(envelope.game, 1, 1, encode_body(Leave()), self._key)
            self._outgoing.append(Post(envelope.board, busy))
            self._wake()
            return
        saved = SavedGame(
            game=envelope.game,
            seat=1,
            other=envelope.board,
            seed=secrets.token_bytes(32),
            nonce=secrets.token_bytes(16),
            commitment=invite.commitment,
            target=invite.target,
            names=[invite.name, ""],
            received=1,
        )
        await self._start(saved)
        self.is_other_here = True
        self._table.changed()
        self._wake()

    async def _update_in_background(self, call: Callable[[RemoteGame], None]) -> None:
        """Updates the game, logging errors."""
        try:
            await self._update(call)
        except PegboardError as error:
            log_event(log, "far.trouble", logging.WARNING, code=str(error.code), says=str(error))
            await asyncio.sleep(RESEND_S)

    async def _update(self, call: Callable[[RemoteGame], T]) -> T:
        """Applies a change, then saves, publishes and sends the game.

        Raises:
            IllegalAction: the change is not allowed; nothing has changed.
            DeviceError: the game could not be saved; nothing has changed.
        """
        return await asyncio.shield(asyncio.ensure_future(self._update_locked(call)))

    async def _update_locked(self, call: Callable[[RemoteGame], T]) -> T:
        async with self._turn:
            game = self._game
            if game is None:
                raise IllegalAction(RemoteRefusal.NO_GAME)
            before = msgspec.json.encode(game.saved)
            try:
                result = await asyncio.to_thread(call, game)
                after = msgspec.json.encode(game.saved)
                if after != before:
                    await asyncio.to_thread(self._file.write, game.saved)
            except PegboardError:
                assert self._key is not None
                self._game = RemoteGame(msgspec.json.decode(before, type=SavedGame))
                self._outbox = Outbox(self._game.saved, self._key)
                self._outbox.resend_all()
                raise
        self._inbox_filled.set()
        await self._show(game)
        self._wake()
        return result

    async def _show(self, game: RemoteGame) -> None:
        if game.saved.has_begun:
            try:
                await self._table.start(game.saved)
                await self._table.follow(game.saved)
            except PegboardError as error:  # retried with the next change
                log_event(log, "far.table", logging.ERROR, code=str(error.code), says=str(error))
        self._table.changed()
