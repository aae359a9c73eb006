"""The computer's part in a game: dealing, cutting the starter, and playing its seats.

A computer's moves go through the table like anyone's, and it sees only a `View`, so it cannot see
hidden cards. It thinks on a thread and pauses before each move so that people can follow.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from random import Random

from pegboard.cribbage.cards import DECK
from pegboard.cribbage.game import Action, Cut, Deal, Muggins, Showing, State, view
from pegboard.cribbage.state import NOTHING_MISSED
from pegboard.errors import DeviceError, PegboardError
from pegboard.players import Caller, Player, by_name
from pegboard.players.selfplay import deal_actions
from pegboard.schema.setup import GameSetup
from pegboard.session.moves import Moves

log = logging.getLogger(__name__)


class Opponents:
    """The computer's players at one table. Use from one event loop only."""

    def __init__(
        self,
        moves: Moves,
        *,
        pace_s: float,
        rng: Random,
        quiet: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Creates the players without seats.

        Args:
            moves: executes the actions.
            pace_s: pause between two moves, seconds.
            rng: source of randomness for dealing and for the players.
            quiet: waits until all announcements have been spoken; None to skip that.
        """
        self.players: Mapping[int, Player] = {}
        """Computer players by seat."""
        self.may_deal = True
        """False while people may still be looking at the last show."""
        self._table, self._moves, self._rng = moves.table, moves, rng
        moves.add_listener(self._on_move)
        self.pace_s, self._wait_for_quiet = pace_s, quiet
        self._is_paused = False
        self._failed: DeviceError | type[PegboardError] | None = None
        self._state_after_calls: State | None = None
        self._acknowledged: State | None = None
        self._changed = asyncio.Event()

    def take_seats(self, setup: GameSetup) -> None:
        """Creates a player for each of the computer's seats in a new game."""
        self.players = {seat: by_name(level) for seat, level in setup.computers.items()}
        # A person alone needs no OK for the first deal. Others may still be taking seats by phone;
        # after a restart, people have not seen the last show.
        alone = len(setup.people) == 1 and not self._table.history
        self.may_deal = alone or not self._table.kind.has_dealt_hands
        self.wake()

    def _on_move(self, action: Action, before: State) -> None:
        state = self._table.state
        if self._table.kind.has_dealt_hands and state.stage_name == "deal" != before.stage_name:
            self.may_deal = False  # wait for OK, so that people can look at the show
        self.wake()

    def wake(self) -> None:
        """Reconsiders the computer's next move after a change."""
        self._changed.set()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Pauses the computer while the context is open."""
        self._is_paused = True
        try:
            yield
        finally:
            self._is_paused = False
            self.wake()

    async def run(self) -> None:
        """Plays the computer's moves until cancelled."""
        while True:
            self._changed.clear()
            state = self._table.state
            action = await self._next(state)
            if action is None or self._is_paused:
                await self._changed.wait()
                continue
            await asyncio.sleep(self._pause(action))
            if self._wait_for_quiet is not None:
                await self._wait_for_quiet()
            if self._is_paused or self._table.state is not state:
                continue
            try:
                id = f"{self._table.game}:auto:{self._table.seq + 1}"
                await self._moves.submit(action, id=id, by="computer", expected_state=state)
            except PegboardError as error:
                if self._table.state is not state:
                    continue
                # Log only the type: the text of a refusal by the rules names a card of its hand.
                failed = error if isinstance(error, DeviceError) else type(error)
                if failed != self._failed:  # log once: the disk may be full
                    log.warning("computer: %s", getattr(failed, "__name__", failed))
                self._failed = failed
                await asyncio.sleep(max(1.0, self.pace_s))
            else:
                self._failed = None

    def _pause(self, action: Action) -> float:
        """Returns the pause before an action in seconds; longer before a deal that ends a show."""
        return self.pace_s * (3 if isinstance(action, Deal) and self._table.history else 1)

    async def _next(self, state: State) -> Action | None:
        if not self._table.kind.board_deals or not self._table.game or state.over:
            return None  # there is no game while a backup is being restored
        if state.stage_name == "deal":
            # Muggins on a crib may be called until the next deal.
            return self._call(state) or (self._deal(state) if self.may_deal else None)
        if state.stage_name == "cut":
            return self._cut(state)
        call = self._call(state)
        if call is not None or self.waits_for_call(state):
            return call
        for seat, player in self.players.items():
            seat_view = view(state, seat)
            if seat_view.legal and not all(
                isinstance(action, Muggins) for action in seat_view.legal
            ):
                return await asyncio.to_thread(player.choose, seat_view, self._rng)
        return None

    def waits_for_call(self, state: State) -> bool:
        """Returns whether a computer waits with its count until people have seen the last claim."""
        stage = state.stage
        if state is self._acknowledged or state.turn not in self.players:
            return False
        if not isinstance(stage, Showing) or stage.missed == NOTHING_MISSED:
            return False
        people = set(range(state.rules.players)) - set(self.players)
        return any(state.rules.side_of(seat) != stage.missed.side for seat in people)

    @property
    def awaiting_ack(self) -> bool:
        """True while the computer waits for OK."""
        state = self._table.state
        is_deal = self._table.kind.board_deals and state.stage_name == "deal"
        return (is_deal and not self.may_deal) or self.waits_for_call(state)

    def acknowledge(self) -> None:
        """Continues after OK: counts the next hand, or deals."""
        self.may_deal = True
        self._acknowledged = self._table.state
        self.wake()

    def _call(self, state: State) -> Muggins | None:
        """Returns a computer's muggins call, made out of turn.

        A call delays no other action; it is considered once per state.
        """
        if state is self._state_after_calls:
            return None
        for seat, player in self.players.items():
            seat_view = view(state, seat)
            if seat_view.legal and all(isinstance(action, Muggins) for action in seat_view.legal):
                # A player returns no call if it saw nothing missed.
                call = player.calls(seat_view, self._rng) if isinstance(player, Caller) else None
                if call is not None:
                    return call
        self._state_after_calls = state
        return None

    def _deal(self, state: State) -> Deal:
        shuffle = self._table.shuffle
        if shuffle is None:  # a game started by an older version
            return deal_actions(state.rules, state.dealer, self._rng)[0]
        return shuffle.dealt(state.rules, state.dealer, self._table.deal_count + 1)[0]

    def _cut(self, state: State) -> Cut:
        shuffle = self._table.shuffle
        if shuffle is not None:
            return shuffle.dealt(state.rules, state.dealer, self._table.deal_count)[1]
        dealt = next(
            action for action, _ in reversed(self._table.history) if isinstance(action, Deal)
        )
        out = {card for hand in dealt.hands or () for card in hand} | {dealt.crib_card}
        return Cut(self._rng.choice([card for card in DECK if card not in out]))
