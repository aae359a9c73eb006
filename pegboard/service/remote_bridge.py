"""Connection between the table and remote games, which the hall client runs."""

import asyncio

from pegboard.errors import IllegalAction, PegboardError
from pegboard.hall_client.codes import RemoteRefusal
from pegboard.hall_client.remote_games import RemoteGames
from pegboard.i18n import Message
from pegboard.notice import localize_error
from pegboard.remote.codes import RemoteFault
from pegboard.remote.game import RemoteGame
from pegboard.remote.saved import SavedGame
from pegboard.schema.vocabulary import FarStage
from pegboard.session.parts import Parts
from pegboard.session.remote.seat import RemoteSeat


class RemoteGameBridge:
    """Link between games with other boards and the table. Use from one event loop only.

    Args:
        parts: the parts of the session.
    """

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._desk: RemoteGames | None = None
        self._shows: set[asyncio.Task[None]] = set()

    def connect(self, desk: RemoteGames) -> None:
        """Connects the table with the remote games."""
        self._desk, far = desk, self._parts.remote
        far.submit, far.deal, far.invite_again = desk.act, desk.deal, self._invite_again
        self._parts.lobby.add_listener(self._on_new_game)

    async def start(self, game: SavedGame) -> None:
        """Starts a game, unless it is already in the journal."""
        self._refresh()
        if game.dealer is not None:
            names = (game.names[0], game.names[1])
            await self._parts.remote.start_game(game.game, names, game.dealer, game.seat)

    async def follow(self, game: SavedGame) -> None:
        """Commits the actions that the table lacks, if the game is on the table."""
        self._refresh()
        await self._parts.remote.catch_up(game.game, game.lines)

    def changed(self) -> None:
        """Publishes the new state."""
        self._refresh()
        self._parts.updates.schedule()

    def _refresh(self) -> None:
        desk = self._desk
        game = desk.game if desk is not None else None
        if desk is None or game is None:
            self._parts.remote.current = None
            return
        kept, deal = game.saved, game.saved.deal
        mine = deal is not None and deal.dealer == kept.seat
        self._parts.remote.current = RemoteSeat(
            game=kept.game,
            seat=kept.seat,
            stage=_stage(game),
            opponent=kept.names[1 - kept.seat],
            target=kept.target,
            is_connected=desk.is_other_here,
            must_deal=mine
            and not game.is_ended
            and deal is not None
            and not (deal.dealt or deal.is_requested),
            cards=game.saved.cards,
            discards=game.saved.discards,
            discarded_seats=tuple(deal.thrown) if deal is not None else (),
            checked_deals=kept.checked,
            left_seat=kept.left,
            fault=_fault(kept),
        )

    def _on_new_game(self) -> None:
        if self._desk is not None:
            task = asyncio.ensure_future(self._desk.show_again())
            self._shows.add(task)
            task.add_done_callback(self._shows.discard)

    async def _invite_again(self) -> None:
        game = self._desk.game if self._desk is not None else None
        if self._desk is None or game is None:
            raise IllegalAction(RemoteRefusal.NO_GAME)
        saved = game.saved
        await self._desk.invite(saved.other, saved.names[saved.seat], saved.target)


def _stage(game: RemoteGame) -> FarStage:
    kept, deal = game.saved, game.saved.deal
    if kept.fault:
        return "fault"
    if kept.left is not None:
        return "left"
    if game.saved.is_invited:
        return "invited"
    if not game.saved.has_begun or deal is None:
        return "inviting" if kept.seat == 0 else "joining"
    if game.state.over:
        return "over"
    return "playing" if deal.dealt or deal.pack.is_ready else "shuffling"


def _fault(kept: SavedGame) -> str:
    if not kept.fault:
        return ""
    text: Message | str = localize_error(PegboardError(RemoteFault(kept.fault), **kept.facts))
    return text
