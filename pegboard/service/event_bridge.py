"""Connection between the hall's events and the table: assignments, games and signatures."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine

from pegboard.errors import PegboardError
from pegboard.hall_client.signed_cards import SignedCardQueue
from pegboard.hall_client.signing import Seating
from pegboard.hall_link.messages import Deals, Handover, Seat
from pegboard.host.logfmt import log_event
from pegboard.kinds import PERSON
from pegboard.schema.setup_request import RuleOptions, SetupRequest
from pegboard.session.signing.signing import EventGame, SignedCards, Signing

log = logging.getLogger(__name__)

MAX_NAME = 24


class EventBridge:
    """Handler of the hall's messages to the table. Use from one event loop only.

    Args:
        signing: the signing at the table.
        deal: starts a game with the hall's cards; see `Lobby.start_seeded`.
        take_over: continues another board's game; see `RemoteSession.take_over`.
    """

    def __init__(
        self,
        signing: Signing,
        deal: Callable[[SetupRequest, str, str], Awaitable[bool]],
        take_over: Callable[[str, str, tuple[str, str]], Awaitable[bool]],
    ) -> None:
        self._signing, self._deal, self._take_over = signing, deal, take_over
        self._beginning: set[asyncio.Task[None]] = set()

    def connect(self, cards: SignedCardQueue) -> None:
        """Submits score cards to the hall through `cards`, once all players have signed."""

        def both(signed: SignedCards) -> None:
            there = signed.event_game
            seating = Seating(there.event, there.round, there.table, there.players, there.match)
            cards.add(seating, signed.game, signed.entries, signed.held_s)

        self._signing.on_signed = both

    def set_seat(self, seat: Seat | None) -> None:
        """Sets the event game assigned to this board; None for none.

        Starts the game of a duplicate event, once; the current game waits.
        """
        if seat is None:
            self._signing.set_game(None)
            return
        drawn = (seat.event, seat.round, seat.table, seat.players, seat.names)
        game = f"{seat.event}-{seat.round}" if seat.deals is not None else ""
        seated = EventGame(
            *drawn, earlier_games=seat.before, is_signed=seat.done, game=game, match=seat.match
        )
        self._signing.set_game(seated)
        if seat.deals is not None and not seat.done:
            self._run(self._start_deals(seat, seat.deals, game))
        if seat.goes_on is not None and not seat.done:
            self._run(self._adopt(seat, seat.goes_on))

    def _run(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._beginning.add(task)
        task.add_done_callback(self._beginning.discard)

    async def _adopt(self, seat: Seat, goes_on: Handover) -> None:
        one, other = (name[:MAX_NAME] for name in seat.names)
        names = (one, other if other != one else f"{other} 2")
        try:
            if await self._take_over(goes_on.game, goes_on.record, names):
                log_event(log, "hall.took-over", game=goes_on.game)
        except PegboardError as error:
            log_event(log, "hall.took-over", logging.WARNING, code=str(error.code))

    async def _start_deals(self, seat: Seat, deals: Deals, game: str) -> None:
        names = [name[:MAX_NAME] for name in seat.names]
        if names[0] == names[1]:
            names[1] += " 2"
        request = SetupRequest(
            "computer",
            players=2,
            names=(names[0], names[1]),
            target=121,
            dealer=deals.dealer,
            rules=RuleOptions(match="acc"),
            seats=(PERSON, deals.level),
        )
        try:
            if await self._deal(request, game, deals.seed):
                log_event(log, "hall.deals", game=game)
        except PegboardError as error:
            log_event(log, "hall.deals", logging.WARNING, code=str(error.code))

    def restore(self, game: str, entries: int, held_s: tuple[float, float]) -> None:
        """Restores signatures that were being sent before a restart."""
        self._signing.restore_signatures(game, entries, held_s)

    def on_answer(self, game: str, code: str) -> None:
        """Handles the hall's reply about a game; an empty code means accepted."""
        self._signing.on_reply(game, code)
