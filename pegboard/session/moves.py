"""Execution of actions at the table: notifies the listeners and publishes the changes."""

import asyncio
import logging
from collections.abc import Callable, Sequence

from pegboard.cribbage.events import Corrected, Scored, TakenBack
from pegboard.cribbage.game import Action, State, Undo
from pegboard.errors import DeviceError, IllegalAction
from pegboard.session.counting.offer import Offer, pegging_actions
from pegboard.session.feed.types import Moved
from pegboard.session.table import Table

log = logging.getLogger(__name__)

MoveListener = Callable[[Action, State], None]
"""Listener, called with an executed action and the state before it."""


class Updates:
    """Changes, coalesced: all those of one turn of the event loop are published together.

    Use from one event loop only.
    """

    def __init__(self) -> None:
        """Starts without pending changes."""
        self._listeners: list[Callable[[], None]] = []
        self._is_scheduled = False

    def add_listener(self, listener: Callable[[], None]) -> None:
        """Adds a listener, called after every turn of the event loop that brought a change."""
        self._listeners.append(listener)

    def schedule(self) -> None:
        """Schedules a publication for the end of this turn of the event loop. Non-blocking."""
        if not self._is_scheduled:
            self._is_scheduled = True
            asyncio.get_running_loop().call_soon(self._publish)

    def _publish(self) -> None:
        self._is_scheduled = False
        for listener in self._listeners:
            listener()


class Moves:
    """Executor of actions at one table. Use from one event loop only."""

    def __init__(self, table: Table, on_change: Callable[[], None]) -> None:
        """Starts without listeners.

        Args:
            table: the game and its journal.
            on_change: called to publish the new state.
        """
        self.table = table
        self.journal_fault: DeviceError | None = None
        """Reason why the last action could not be written to the journal; None if it was."""
        self.on_move: Callable[[Moved], None] = lambda move: None
        """Called with each move once it is on disk, before it is published."""
        self._on_change = on_change
        self._followers: list[MoveListener] = []
        self._move_event = asyncio.Event()

    def add_listener(self, follower: MoveListener) -> None:
        """Adds a listener, called synchronously right after the state changes."""
        self._followers.append(follower)

    async def submit(
        self,
        action: Action,
        *,
        id: str,
        by: str,
        expected_state: State | None = None,
        on_commit: Callable[[], None] = lambda: None,
    ) -> None:
        """Executes an action once and publishes the result; see `Table.submit`."""
        before = self.table.state

        def committed() -> None:
            self._report_move(action, before)
            on_commit()

        try:
            await self.table.submit(
                action, id=id, by=by, expected_state=expected_state, on_commit=committed
            )
        except DeviceError as error:
            if self.journal_fault != error:  # log once: the disk may be full
                log.error("%s", error)
            self.journal_fault = error
            raise
        self.journal_fault = None
        for follower in self._followers:
            follower(action, before)
        self.publish()

    async def replace_action(self, at: int, action: Action, *, seq: int, id: str, by: str) -> None:
        """Replaces an action in effect and replays those after it; see `replace_tail`."""
        tail = [action, *(other for other, _ in self.table.history[at + 1 :])]
        await self.replace_tail(at, tail, seq=seq, id=id, by=by)

    async def replace_tail(
        self, at: int, tail: Sequence[Action], *, seq: int, id: str, by: str
    ) -> None:
        """Replaces the latest actions and publishes the result; see `Table.replace_tail`."""
        before = self.table.state
        await self.table.replace_tail(at, tail, seq=seq, id=id, by=by)
        self._report_move(Undo(), before)
        for follower in self._followers:
            follower(tail[0] if tail else Undo(), before)
        self.publish()

    def _report_move(self, action: Action, before: State) -> None:
        """Passes a move to the feed."""
        table = self.table
        if isinstance(action, Undo):
            has_scored = table.state.scores != before.scores
            self.on_move(Moved(table.game, is_undo=True, has_scored=has_scored))
        else:
            events = table.history[-1][1]
            has_scored = any(isinstance(each, Scored | Corrected | TakenBack) for each in events)
            self.on_move(Moved(table.game, events, has_scored=has_scored))

    async def peg_offer(self, offer: Offer, *, by: str) -> None:
        """Submits the actions that peg a counted hand.

        Raises:
            IllegalAction: the board counts the hands in this game, or the rules forbid it.
        """
        refusal = self.table.kind.entry_refusal
        if refusal is not None:
            raise IllegalAction(refusal)
        for number, action in enumerate(pegging_actions(self.table.state, offer)):
            await self.submit(action, id=f"{offer.id}:{number}", by=by)

    def publish(self) -> None:
        """Publishes the current state and wakes the tasks waiting for a change."""
        self._move_event.set()
        self._move_event.clear()
        self._on_change()

    async def wait_until(self, condition: Callable[[], bool]) -> None:
        """Waits until a condition holds; it is checked after every move."""
        while not condition():
            await self._move_event.wait()

    async def wait_for_game_over(self) -> State:
        """Waits for the end of the game on the table; returns its final state."""
        await self.wait_until(lambda: self.table.state.over)
        return self.table.state

    async def wait_for_game_change(self, game: str) -> None:
        """Waits until a different game is on the table."""
        await self.wait_until(lambda: self.table.game != game)
