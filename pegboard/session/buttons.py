"""Raw input turned into intents: debouncing, staging and retrying.

An entered score stays pending until the journal has it: if the disk fails, it keeps blinking and is
retried until it is saved or UNDO drops it.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from pegboard.controls import (
    Button,
    ButtonKind,
    Commit,
    Debounce,
    Edge,
    Input,
    Intent,
    OkHold,
    Pressed,
    SignHold,
    Staging,
    StartHold,
    Turned,
    Undo,
    buttons,
)
from pegboard.errors import DeviceError, PegboardError
from pegboard.notice import Level, Notice
from pegboard.pairing.viewer import AT_BOARD, Sender
from pegboard.session.codes import SessionNotice
from pegboard.session.feed.notice_board import NoticeBoard
from pegboard.session.moves import Updates
from pegboard.session.session import Session

RETRY_S = 2.0
"""Seconds before a score that could not be written is retried."""


@dataclass(frozen=True, slots=True)
class PagePress:
    """A press of a button on a page, already debounced, with a future for its result."""

    pressed: Pressed
    sender: Sender
    answer: asyncio.Future[None]


class Presses:
    """The buttons of one board. Use from one event loop only, except `post`."""

    def __init__(
        self,
        session: Session,
        updates: Updates,
        notices: NoticeBoard,
        *,
        hold_s: float,
        commit_s: float,
        clock: Callable[[], float],
    ) -> None:
        """Starts with nothing pressed.

        Args:
            session: executes the intents.
            updates: publishes the pending scores.
            notices: shows refusals at the board and failed writes.
            hold_s: hold time of the debouncer, seconds.
            commit_s: seconds until a pending score is pegged automatically.
            clock: monotonic seconds, the same clock as in the inputs.
        """
        self.faults: tuple[DeviceError, ...] = ()
        """Buttons that are stuck or have a loose contact."""
        self._session, self._updates, self._clock = session, updates, clock
        self._notices = notices
        self.commit_s = commit_s
        """Seconds until a pending score is pegged automatically."""
        self._loop = asyncio.get_running_loop()
        self._inbox: asyncio.Queue[Input | PagePress] = asyncio.Queue()
        self._debounce = Debounce(hold_s)
        self._holds = (StartHold(), OkHold(), SignHold())
        self._staging = Staging(2, commit_s=commit_s)
        self._unsaved: list[Commit] = []
        self._entered_by: dict[int, Sender] = {}
        """Sender of the pending score, by seat."""
        self._retry_at = 0.0

    def post(self, item: Input) -> None:
        """Queues an input. Callable from any thread, non-blocking."""
        with suppress(RuntimeError):  # the loop may already be closed
            self._loop.call_soon_threadsafe(self._inbox.put_nowait, item)

    async def press(self, button: Button, sender: Sender) -> None:
        """Presses a button on behalf of a page; returns once it has been handled.

        Raises:
            PegboardError: it is refused.
        """
        answer: asyncio.Future[None] = self._loop.create_future()
        self._inbox.put_nowait(PagePress(Pressed(button, self._clock()), sender, answer))
        await answer

    def reset(self, seats: int, target: int) -> None:
        """Drops the pending points and prepares for a new game."""
        self._staging = Staging(seats, target=target, commit_s=self.commit_s)
        self._unsaved, self._entered_by = [], {}
        self._notices.clear()

    def set_commit(self, commit_s: float) -> None:
        """Sets the seconds until a pending score is pegged; pending points are unaffected."""
        self.commit_s = self._staging.commit_s = commit_s
        self._updates.schedule()

    @property
    def pending(self) -> tuple[int, ...]:
        """Points, by seat, that have been entered but not saved."""
        points = list(self._staging.pending)
        for commit in self._unsaved:
            points[commit.seat] += commit.delta
        return tuple(points)

    async def run(self) -> None:
        """Handles inputs, and pending scores that are due, until cancelled."""
        while True:
            now = self._clock()
            due = [self._staging.next_due(), self._debounce.next_due()]
            due += [hold.next_due() for hold in self._holds]
            due += [self._debounce.next_fault(now)]
            if self._unsaved:
                due.append(self._retry_at)
            soonest = min((time for time in due if time is not None), default=None)
            pause = None if soonest is None else max(0.0, soonest - self._clock())
            item = None
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    item = await self._inbox.get()
            await self._process(item)

    async def _process(self, item: Input | PagePress | None) -> None:
        # Drain the queue before timers fire: otherwise, when the loop runs late, a release's bounce
        # that is still queued would be taken for a second press.
        items = [] if item is None else [item]
        while not self._inbox.empty():
            items.append(self._inbox.get_nowait())
        for each in items:
            if isinstance(each, PagePress):
                await self._answer(each)
            elif isinstance(each, Edge):
                for hold in self._holds:
                    hold.feed(each)
                pressed = self._debounce.feed(each)
                if pressed is not None:
                    await self._handle_press(pressed)
            else:
                await self._handle_press(each)
        if not self._inbox.empty():
            return
        now = self._clock()
        for pressed in self._debounce.due(now):
            await self._handle_press(pressed)
        await self._execute(self._staging.due(now))
        for hold in self._holds:
            held = hold.due(now)
            if held is not None:
                await self._execute((held,))
        if self._unsaved and now >= self._retry_at:
            await self._execute(tuple(self._unsaved))
        # A board may have no COUNT button, which needs a camera.
        expected = [b for b in buttons(self._staging.seats) if b.kind is not ButtonKind.COUNT]
        faults = self._debounce.faults(now) + self._debounce.missing(expected)
        if faults != self.faults:
            self.faults = faults
            self._updates.schedule()

    async def _answer(self, press: PagePress) -> None:
        """Executes a press sent by a page; a refusal goes to the sender and raises no notice."""
        try:
            seat = press.pressed.button.seat
            if seat is not None and self.pending[seat]:
                other = self._entered_by.get(seat, AT_BOARD)
                if other.key not in (press.sender.key, AT_BOARD.key):
                    self._session.refuse_entry(seat, other.key)
            await self._handle_press(press.pressed, press.sender)
        except Exception as error:
            if not press.answer.done():
                press.answer.set_exception(error)
        else:
            if not press.answer.done():
                press.answer.set_result(None)

    async def _handle_press(self, pressed: Pressed | Turned, sender: Sender = AT_BOARD) -> None:
        self._notices.clear()
        button = pressed.button if isinstance(pressed, Pressed) else None
        try:
            if await self._session.on_press(button, sender):
                return
        except DeviceError as error:
            self._notices.post(
                Notice.from_code(SessionNotice.NOT_SAVED, about="journal", why=error)
            )
            return
        seat = pressed.seat if isinstance(pressed, Turned) else pressed.button.seat
        if seat is not None:
            self._entered_by[seat] = sender
        scores = list(self._session.scores())
        for commit in self._unsaved:
            scores[commit.seat] += commit.delta
        if isinstance(pressed, Turned):
            intents = self._staging.turn(pressed, scores)
        else:
            intents = self._staging.press(pressed, scores)
        if intents:
            await self._execute(intents, sender)
        else:
            self._updates.schedule()

    async def _execute(self, intents: Sequence[Intent], sender: Sender = AT_BOARD) -> None:
        for intent in intents:
            if isinstance(intent, Undo) and self._unsaved:
                self._unsaved = []
                self._updates.schedule()
                continue
            who = sender
            if isinstance(intent, Commit):
                who = self._entered_by.get(intent.seat, AT_BOARD)
            try:
                await self._session.handle(intent, who, partial(self._drop, intent))
            except DeviceError as error:
                if isinstance(intent, Commit) and not any(c is intent for c in self._unsaved):
                    self._unsaved.append(intent)
                self._retry_at = self._clock() + RETRY_S
                self._notices.post(
                    Notice.from_code(SessionNotice.NOT_SAVED, about="journal", why=error)
                )
            except PegboardError as error:
                self._drop(intent)
                if sender is not AT_BOARD:
                    self._updates.schedule()
                    raise
                names = self._session.names()
                self._notices.post(
                    Notice.from_error(error, "press", level=Level.WARNING, names=names)
                )
            self._updates.schedule()

    def _drop(self, intent: Intent) -> None:
        """Removes an intent that has been saved or refused from the scores to retry."""
        self._unsaved = [commit for commit in self._unsaved if commit is not intent]
