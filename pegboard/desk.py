"""What people want, from wherever they say it, done in one order: buttons, page, camera.

    Input --debounce, staging--> Intent --+
    page's command ----------------------+--> table --> scene --> lights
    computer's move ----------------------+        +--> page

The desk runs on the event loop and is the only one that talks to the table.
"""

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any
from uuid import uuid4

from pegboard.album import Album
from pegboard.board.layout import Layout
from pegboard.camera_task import CameraTask
from pegboard.coach import Coach
from pegboard.config import GameConfig
from pegboard.controls import (
    Button,
    Commit,
    Confirm,
    Count,
    Intent,
    Reset,
)
from pegboard.controls import (
    Undo as UndoIntent,
)
from pegboard.counting_session import CountingSession
from pegboard.errors import DeviceError, IllegalAction, NotationError, PegboardError
from pegboard.eyes import Eyes
from pegboard.game import Action, State, Undo, legal_actions
from pegboard.host import Host
from pegboard.lights import Lights
from pegboard.notation import parse_action
from pegboard.offer_message import offer_message
from pegboard.offers import Offer, lines
from pegboard.opponents import Opponents
from pegboard.players import by_name
from pegboard.presses import Presses
from pegboard.scenes import scene_of
from pegboard.snapshot import Health, layout_message, state_message
from pegboard.table import Table
from pegboard.web.desk import Feed, Message
from pegboard.web.hub import Hub
from pegboard.web.messages import ack

log = logging.getLogger(__name__)

ACKS_KEPT = 2000
"""So many answers are remembered, for clients that ask again."""


class ServiceDesk:
    """The service as buttons, page, camera and computer see it; satisfies `web.desk.Desk`."""

    def __init__(
        self,
        table: Table,
        lights: Lights,
        layout: Layout,
        *,
        game: GameConfig,
        commit_s: float,
        hold_s: float,
        press: Callable[[Button], None],
        eyes: Eyes | None,
        album: Album | None = None,
        peg_after_s: float = 0.0,
        clock: Callable[[], float],
        rng: Any,
        health: Callable[[], list[Health]],
        on_reset: Callable[[], str] = lambda: "",
    ) -> None:
        """Nothing runs yet; `run` does.

        Args:
            table: the game and its journal.
            lights: shows scenes.
            layout: where the holes are.
            game: how a new game begins.
            commit_s: seconds until a pending score is pegged by itself.
            hold_s: of the debounce.
            press: presses a button for the page, through the simulated pins where there are any.
            eyes: the camera, or None.
            album: where pictures may be kept, or None.
            peg_after_s: a certain hand is pegged by itself after so long; 0: never.
            clock: monotonic seconds, the same that inputs carry.
            rng: shuffles.
            health: how the devices are.
            on_reset: called when a reset was asked for at the board; says what comes of it.
        """
        self.table, self.lights = table, lights
        self.hub = Hub()
        self.opponents = Opponents(table, self._computer_moves, pace_s=game.pace_s, rng=rng)
        self.presses = Presses(self, hold_s=hold_s, commit_s=commit_s, clock=clock)
        self._layout, self._commit_s = layout, commit_s
        self._press, self._health, self._on_reset = press, health, on_reset
        self._camera_task = CameraTask(eyes, lambda: self._counting.looking, clock, self.changed)
        self._counting = CountingSession(
            table,
            eyes,
            self._noticed,
            peg=self._peg_by_itself,
            album=album,
            peg_after_s=peg_after_s,
        )
        self.host = Host(table, layout, game, rng, self._seated)
        self._coach = Coach(table, lambda: self.host.sitting.people)
        self._moved = asyncio.Event()
        self._acks: OrderedDict[str, asyncio.Future[Message]] = OrderedDict()
        self._journal_says = ""

    # --- what buttons want

    async def run(self) -> None:
        """Handles inputs and what falls due, until cancelled."""
        await self.presses.run()

    async def before(self) -> None:
        """A press takes over from a demo, and stops what would peg by itself."""
        self._counting.aloud.hold()
        if self.table.mode == "demo":
            await self.host.new({"mode": "score"})

    async def want(self, intent: Intent, done: Callable[[], None]) -> None:
        """Does what a button wants; see `presses.Wanted`."""
        match intent:
            case Commit() if self.table.mode == "computer":
                raise IllegalAction("the board counts a game against the computer by itself")
            case Commit(seat=seat):
                action = parse_action(intent.action(self.table.state.scores[seat]))
                await self.submit(action, id=uuid4().hex, by="buttons", then=done)
            case UndoIntent() if self._counting.offer or self._counting.looking:
                self._counting.dismiss()
            case UndoIntent():
                await self.undo(id=uuid4().hex, by="buttons")
            case Count():
                self._counting.look()
            case Confirm():
                await self._confirm()
            case Reset():
                self.presses.notice = self._on_reset()

    def scores(self) -> Sequence[int]:
        """Every seat's score on the board."""
        return self.table.state.scores

    async def _confirm(self) -> None:
        """OK with nothing pending: yes to what the board offers."""
        if self._counting.offer is not None:
            offer = await self._counting.yes()
            if offer is not None:
                await self._accept(offer, by="buttons")
        elif self.table.state.over:
            await self.host.next_game()
        elif self.opponents.waits_for_people:
            self.opponents.go_on()
            self.changed()

    # --- the game

    def _seated(self) -> None:
        """Another game is on the table: everything that belonged to the last one is gone."""
        self.presses.restart(self.table.rules.players, self.table.rules.target)
        self._counting.dismiss()
        sitting = self.host.sitting
        self.lights.palette = sitting.palette
        self.opponents.players = {seat: by_name(level) for seat, level in sitting.computers.items()}
        self.opponents.deals = sitting.mode != "score"
        self.opponents.may_deal = True
        self._onward()

    def _onward(self) -> None:
        """The game has moved: the computer looks again, and so do those who wait."""
        self.opponents.wake()
        self._moved.set()
        self._moved.clear()
        self.changed()

    async def game_over(self) -> State:
        """The state of the game on the table once it has ended."""
        while not self.table.state.over:
            await self._moved.wait()
        return self.table.state

    async def another_game(self, game: str) -> None:
        """Returns once another game than this one is on the table."""
        while self.table.game == game:
            await self._moved.wait()

    async def submit(
        self,
        action: Action,
        *,
        id: str,
        by: str,
        seen: State | None = None,
        then: Callable[[], None] = lambda: None,
    ) -> None:
        """Does an action, calls `then`, and shows it; see `Table.submit`."""
        before = self.table.state
        try:
            await self.table.submit(action, id=id, by=by, seen=seen, then=then)
        except DeviceError as error:
            log.error("%s", error)
            self._journal_says = str(error)
            raise
        self._journal_says = ""
        state = self.table.state
        if self.table.mode == "computer" and state.stage_name == "deal" != before.stage_name:
            self.opponents.may_deal = False  # people look at the show; OK deals on
        self._onward()

    async def undo(self, *, id: str, by: str) -> None:
        """Takes back the latest action; against the computer, back to one's own."""
        table = self.table
        if table.mode == "demo":
            raise IllegalAction("undo: a demo game is playing; start a game of your own first")
        if table.mode != "computer":
            await self.submit(Undo(), id=id, by=by)
            return
        if table.has(id):
            return
        if not any(self._by_person(action) for action, _ in table.history):
            raise IllegalAction("undo: you have not moved yet")
        with self.opponents.held():  # else the computer would move again in between
            number, mine = 0, False
            while not mine:
                mine = self._by_person(table.history[-1][0])
                await self.submit(Undo(), id=f"{id}:{number}" if number else id, by=by)
                number += 1

    def _by_person(self, action: Action) -> bool:
        return getattr(action, "seat", None) in self.host.sitting.people

    async def _computer_moves(self, action: Action, id: str, seen: State) -> None:
        await self.submit(action, id=id, by="computer", seen=seen)

    async def _accept(self, offer: Offer, *, by: str) -> None:
        for number, line in enumerate(lines(self.table.state, offer)):
            await self.submit(parse_action(line), id=f"{offer.id}:{number}", by=by)
        if self._counting.offer is not None and self._counting.offer.id == offer.id:
            self._counting.dismiss()

    async def _peg_by_itself(self, offer: Offer) -> None:
        await self._accept(offer, by="camera")
        self.changed()

    # --- what the page asks

    async def command(self, message: Message, by: str) -> Message:
        """Does what a client asked, once for each id; see `web.desk.Desk`."""
        id = message["id"]
        known = self._acks.get(id)
        if known is None:
            known = self._acks[id] = asyncio.ensure_future(self._answer(message, by))
            while len(self._acks) > ACKS_KEPT:
                self._acks.popitem(last=False)
        return await asyncio.shield(known)

    async def _answer(self, message: Message, by: str) -> Message:
        try:
            await self._obey(message, by)
        except (PegboardError, ValueError) as error:
            return ack(message["id"], str(error))
        except Exception:
            log.exception("command %r", message)
            return ack(message["id"], "something went wrong inside; it is in the log")
        return ack(message["id"])

    async def _obey(self, message: Message, by: str) -> None:
        self.presses.notice = None
        self._counting.aloud.hold()
        match message:
            case {"press": str(name)}:
                button = Button.parse(name)
                if button.seat is not None and button.seat >= self.table.rules.players:
                    raise NotationError(f"button {name}: there is no seat {button.seat}")
                self._press(button)
            case {"action": str(line)}:
                await self._act(line, message["id"], by)
            case {"new": dict(new)}:
                await self.host.new(new, id=message["id"])
            case {"count": True}:
                self._counting.look()
            case {"cards": list(cards)}:
                self._counting.pick(cards, message.get("starter"))
            case {"accept": True}:
                seat, crib = message.get("seat"), message.get("crib", False)
                await self._accept(self._counting.chosen(seat, crib), by=by)
            case {"change": dict(change)}:
                await self._counting.change(change)
            case {"save": True}:
                await self._counting.save()
            case {"dismiss": True}:
                self._counting.dismiss()
        self.changed()

    async def _act(self, line: str, id: str, by: str) -> None:
        action = parse_action(line)
        if isinstance(action, Undo):
            await self.undo(id=id, by=by)
            return
        if self.table.mode == "demo":
            raise IllegalAction("a demo game is playing; start a game of your own first")
        if self.table.mode == "computer":
            seat = getattr(action, "seat", None)
            people, computers = self.host.sitting.people, self.host.sitting.computers
            if seat in computers:
                raise IllegalAction(f"{line}: the computer plays seat {seat} itself")
            if not any(action in legal_actions(self.table.state, each) for each in people):
                raise IllegalAction(f"{line}: not now, in a game against the computer")
        await self.submit(action, id=id, by=by)

    # --- what is shown

    def changed(self) -> None:
        """Shows the present state on the board and on every page."""
        ahead, offer = list(self.presses.pending), self._counting.offer
        if offer is not None:
            ahead[offer.seat] += self._counting.ahead
        dim = self._counting.looking
        self.lights.show(scene_of(self.table.state, tuple(ahead), dim=dim))
        self.hub.state(json.dumps(self.snapshot()))

    def _noticed(self, notice: str | None) -> None:
        self.presses.notice = notice
        self.changed()

    def snapshot(self) -> Message:
        """The `state` message."""
        counting = self._counting
        return state_message(
            self.table,
            pending=self.presses.pending,
            offer=counting.offer,
            telling=offer_message(counting.offer, counting.aloud, counting.saved),
            counting=counting.looking,
            notice=self.presses.notice,
            sitting=self.host.sitting,
            match=self.host.match,
            waits_for_ok=self.opponents.waits_for_people,
            devices=self._devices(),
            commit_s=self._commit_s,
            next_commitment=self.host.next_commitment,
        )

    def _devices(self) -> list[Health]:
        devices = self._health()
        if self._journal_says:
            devices.append(Health("journal", "", False, self._journal_says))
        devices += [Health("button", "", False, fault) for fault in self.presses.faults]
        return devices

    def layout(self) -> Message:
        """Where each pixel is on the board."""
        return layout_message(self._layout)

    def record(self) -> str:
        """The game so far as a record."""
        return self.table.record()

    def picture(self) -> bytes | None:
        """The camera's last picture, JPEG."""
        return self._counting.picture

    async def camera(self, page: str, wish: str) -> Message:
        """One step of the camera check; see `CameraTask`."""
        return await self._camera_task.ask(page, wish)

    def camera_picture(self) -> bytes | None:
        """The latest picture of the camera check, JPEG."""
        return self._camera_task.picture

    async def hint(self) -> Message:
        """What the expert would do in the person's place; see `Coach`."""
        return await self._coach.hint()

    async def review(self) -> Message:
        """The review of the game, once it is ready; see `Coach`."""
        return await self._coach.review()

    def review_chart(self) -> str | None:
        """The latest review as SVG."""
        return self._coach.chart()

    def watch(self) -> AbstractContextManager[Feed]:
        """Subscribes to states and frames."""
        return self.hub.watch()
