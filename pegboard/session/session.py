"""What people want, from wherever they say it, done in one order: buttons, page, camera.

    Input --debounce, staging--> Intent --+
    page's command ----------------------+--> table --> scene --> lights
    computer's move ----------------------+        +--> page

The desk runs on the event loop and is the only one that talks to the table.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any
from uuid import uuid4

from pegboard.config import GameConfig
from pegboard.cribbage.game import Action, State, Undo
from pegboard.devices.cameras.client import Eyes
from pegboard.devices.controls import Commit, Confirm, Count, Intent, Reset, SafeStart
from pegboard.devices.controls import Undo as UndoIntent
from pegboard.devices.health import Health
from pegboard.devices.strip_driver import Lights
from pegboard.errors import DeviceError, IllegalAction
from pegboard.i18n import into, say
from pegboard.players import by_name
from pegboard.session.attract import Attract
from pegboard.session.board_choice import Boards
from pegboard.session.buttons import Presses, Sender
from pegboard.session.camera_setup import CameraTask, CameraWish
from pegboard.session.coach import Coach
from pegboard.session.command_schema import Command
from pegboard.session.computer import Opponents
from pegboard.session.counting.counter import CountingSession
from pegboard.session.counting.offer import Offer, actions
from pegboard.session.feed.feed import Hub
from pegboard.session.feed.perspective import Sight
from pegboard.session.feed.types import Feed, Message
from pegboard.session.feed.viewer import BOARD, Viewer
from pegboard.session.last_setup import Remembered
from pegboard.session.lobby import Host
from pegboard.session.pairing import Door
from pegboard.session.seating import Places
from pegboard.session.table import Table
from pegboard.session.undo import Undoing
from pegboard.session.views.layout import layout_message
from pegboard.session.views.log import story
from pegboard.session.views.offer import offer_message
from pegboard.session.views.private import missed, open_record, private
from pegboard.session.views.scene import scene_of
from pegboard.session.views.state import state_message
from pegboard.session.views.welcome import welcome
from pegboard.storage.notices import Bulletins
from pegboard.storage.pictures import Album
from pegboard.storage.worker import OffLoop

log = logging.getLogger(__name__)


class ServiceDesk:
    """The service as buttons, page, camera and computer see it; satisfies `web.board_api.Desk`."""

    def __init__(
        self,
        table: Table,
        lights: Lights,
        boards: Boards,
        door: Door,
        *,
        game: GameConfig,
        commit_s: float,
        hold_s: float,
        eyes: Eyes | None,
        album: Album | None = None,
        remembered: Remembered,
        off_loop: OffLoop,
        peg_after_s: float = 0.0,
        clock: Callable[[], float],
        rng: Any,
        health: Callable[[], list[Health]],
        on_reset: Callable[[], Awaitable[str]],
        bulletins: Bulletins | None = None,
        on_safe: Callable[[], str] = lambda: "",
    ) -> None:
        """Nothing runs yet; `run` does.

        Args:
            table: the game and its journal.
            lights: shows scenes.
            boards: what is played on: where the holes are.
            door: who else may act.
            game: how a new game begins.
            commit_s: seconds until a pending score is pegged by itself.
            hold_s: of the debounce.
            eyes: the camera, or None.
            album: where pictures may be kept, or None.
            remembered: how people sat down the last time.
            off_loop: the thread on which that is written down.
            peg_after_s: a certain hand is pegged by itself after so long; 0: never.
            clock: monotonic seconds, the same that inputs carry.
            rng: shuffles.
            health: how the devices are.
            on_reset: called when a reset was asked for at the board; says what comes of it.
            bulletins: what is told on every page until somebody has read it.
            on_safe: the same for a start in safe mode.
        """
        self.table, self.lights = table, lights
        self.door = door
        self.hub = Hub(self.sight, self._told_to)
        self.opponents = Opponents(table, self._computer_moves, pace_s=game.pace_s, rng=rng)
        self.presses = Presses(self, hold_s=hold_s, commit_s=commit_s, clock=clock)
        self._boards, self._game, self._commit_s = boards, game, commit_s
        self._health, self._on_reset, self._on_safe = health, on_reset, on_safe
        self._bulletins = bulletins
        self._camera_task = CameraTask(eyes, lambda: self.counting.looking, clock, self.changed)
        self.counting = CountingSession(
            table,
            eyes,
            self._noticed,
            peg=self._peg_by_itself,
            album=album,
            peg_after_s=peg_after_s,
        )
        self.host = Host(
            table, boards, game, rng, self._seated, remembered=remembered, off_loop=off_loop
        )
        self.attract = Attract(self.host, table, after_s=game.attract_s, clock=clock)
        self.undoing = Undoing(table, self.opponents, lambda: self.host.sitting, self._undo)
        self.places = Places(door, lambda: self.host.sitting)
        door.changed, door.gone = self.changed, self.hub.end
        self._coach = Coach(table)
        self.obey: Callable[[Command, str, Viewer], Awaitable[Message]]
        """Does what a client asks: `Commands.do`, set by whoever wires it together."""
        self.public: Message = {}
        """The state as everybody may see it, as it was shown last."""
        self._moved = asyncio.Event()
        self._journal_says = ""

    # --- what buttons want

    async def run(self) -> None:
        """Handles inputs and what falls due, until cancelled."""
        await self.presses.run()

    async def on_press(self) -> bool:
        """A press takes over from a demo, and stops what would peg by itself."""
        self.attract.touched()
        self.counting.aloud.hold()
        if self.table.mode != "demo" or self.door.waiting:
            return False
        return await self.host.take_over()

    async def handle(self, intent: Intent, sender: Sender, done: Callable[[], None]) -> None:
        """Does what a button wants; see `session.buttons.IntentHandler`."""
        match intent:
            case Commit() if self.table.mode == "computer":
                raise IllegalAction(say("the board counts a game against the computer by itself"))
            case Commit(seat=seat):
                action = intent.to_action(self.table.state.scores[seat])
                await self.submit(action, id=uuid4().hex, by=sender.by, then=done)
            case UndoIntent() if self.counting.offer or self.counting.looking:
                self.counting.dismiss()
            case UndoIntent():
                seats = self.may_undo(sender.viewer)
                await self.undoing.latest(id=sender.id or uuid4().hex, by=sender.by, seats=seats)
            case Count():
                self.counting.look()
            case Confirm():
                await self._confirm(sender.by)
            case Reset():
                self.presses.notice = await self._on_reset()
            case SafeStart():
                self.presses.notice = self._on_safe()

    def scores(self) -> Sequence[int]:
        """Every seat's score on the board."""
        return self.table.state.scores

    async def _confirm(self, by: str) -> None:
        """OK with nothing pending: yes to who is invited, then to what the board offers."""
        if (asking := self.door.first(invited=True)) is not None:
            await self.let_in(asking.id)
        elif self.counting.offer is not None:
            offer = await self.counting.yes()
            if offer is not None:
                await self.accept(offer, by=by)
        elif self.table.state.over and self.table.mode != "demo":
            await self.host.next_game()
        elif self.opponents.waits_for_people:
            self.opponents.go_on()
            self.changed()
        elif (asking := self.door.first(invited=False)) is not None:
            await self.let_in(asking.id)

    def refuse_entry(self, seat: int, sender: str, other: str) -> None:
        """Refuses a press: two people who enter one score together would count it twice.

        Raises:
            IllegalAction: always; it says who is at it.
        """
        device = self.door.get(other)
        named = device.name if device else say("the board's own page")
        raise IllegalAction(
            say(
                "{other} is entering a score for {name}; wait until it is pegged",
                other=named,
                name=self.table.names[seat],
            )
        )

    def may_undo(self, viewer: Viewer) -> tuple[int, ...] | None:
        """The seats whose moves a viewer may take back; None for everybody's."""
        return None if viewer.role == "board" else self.places.seats_of(viewer)

    async def let_in(self, id: str) -> None:
        """Somebody at the board says yes to a device that asks."""
        device = await self.door.accept(id)
        self.presses.notice = say("{other} may play now.", other=device.name)
        self.changed()

    # --- the game

    def _seated(self) -> None:
        """Another game is on the table: everything that belonged to the last one is gone."""
        self.presses.restart(self.table.rules.players, self.table.rules.target)
        self.counting.dismiss()
        sitting = self.host.sitting
        self.lights.layout, self.lights.palette = self._boards.layout, sitting.palette
        self.opponents.players = {seat: by_name(level) for seat, level in sitting.computers.items()}
        self.opponents.deals = sitting.mode != "score"
        # Who plays at a phone takes a seat before cards are dealt to it; OK deals.
        self.opponents.may_deal = sitting.mode != "computer" or len(sitting.people) == 1
        self.places.cover()
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
            if self._journal_says != str(error):  # a full disk is not to be filled with this
                log.error("%s", error)
            self._journal_says = str(error)
            raise
        self._journal_says = ""
        state = self.table.state
        self.places.moved(action)
        if self.table.mode == "computer" and state.stage_name == "deal" != before.stage_name:
            self.opponents.may_deal = False  # people look at the show; OK deals on
        self._onward()

    async def _undo(self, id: str, by: str) -> None:
        await self.submit(Undo(), id=id, by=by)

    async def _computer_moves(self, action: Action, id: str, seen: State) -> None:
        await self.submit(action, id=id, by="computer", seen=seen)

    async def accept(self, offer: Offer, *, by: str) -> None:
        """Pegs a counted hand."""
        if self.table.mode == "computer":
            raise IllegalAction(say("the board counts a game against the computer by itself"))
        for number, action in enumerate(actions(self.table.state, offer)):
            await self.submit(action, id=f"{offer.id}:{number}", by=by)
        if self.counting.offer is not None and self.counting.offer.id == offer.id:
            self.counting.dismiss()

    async def _peg_by_itself(self, offer: Offer) -> None:
        await self.accept(offer, by="camera")
        self.changed()

    # --- what the page asks

    async def command(self, command: Command, by: str, viewer: Viewer = BOARD) -> Message:
        """Does what a client asked, once for each id; see `web.board_api.Desk`."""
        return await self.obey(command, by, viewer)

    # --- what is shown

    def changed(self) -> None:
        """Shows the present state on the board and on every page."""
        ahead, offer = list(self.presses.pending), self.counting.offer
        if offer is not None:
            ahead[offer.seat] += self.counting.ahead
        dim = self.counting.looking
        match = self.host.sitting.match
        wins = () if match is None else match.wins
        self.lights.show(scene_of(self.table.state, tuple(ahead), dim=dim, wins=wins))
        self.public = self._public()
        self.hub.changed()

    def _noticed(self, notice: str | None) -> None:
        self.presses.notice = notice
        self.changed()

    def sight(self, viewer: Viewer) -> Sight:
        """What a viewer may see of the game."""
        return replace(self.places.sight(viewer), language=viewer.language)

    def snapshot(self, viewer: Viewer = BOARD) -> Message:
        """The `state` message for a viewer."""
        self.public = self._public()
        return {"type": "state", **self._told_to(self.sight(viewer))}

    def _told_to(self, sight: Sight) -> Message:
        mine = private(self.public, self.table, self.host.sitting, sight)
        asking = [{"id": each.id, "name": each.name} for each in self.door.waiting]
        told = {**self.public, **mine, "asking": asking if sight.role == "board" else []}
        return {key: into(sight.language, said) for key, said in told.items()}

    def _public(self) -> Message:
        counting = self.counting
        return state_message(
            self.table,
            pending=self.presses.pending,
            offer=counting.offer,
            telling=offer_message(counting.offer, counting.aloud, counting.saved),
            counting=counting.looking,
            notice=self.presses.notice,
            sitting=self.host.sitting,
            places=self.places.where(),
            match=self.host.match,
            layout=self._boards.layout.name,
            inviting=self.host.inviting,
            waiting=self.host.waiting,
            waits_for_ok=self.opponents.waits_for_people,
            devices=self._devices(),
            commit_s=self._commit_s,
            next_commitment=self.host.next_commitment,
        ) | {"bulletins": self._bulletins.told() if self._bulletins else []}

    def journal_works(self) -> None:
        """Another file is open: what was wrong with the last one is past."""
        self._journal_says = ""

    def _devices(self) -> list[Health]:
        devices = self._health()
        if self._journal_says and not any(each.name == "journal" for each in devices):
            devices.append(Health("journal", "", False, self._journal_says))
        devices += [Health("button", "", False, fault) for fault in self.presses.faults]
        return devices

    def layout(self) -> Message:
        """Where each pixel is on the board."""
        return layout_message(self._boards.layout)

    def welcome(self) -> Message:
        """What a page needs to ask what is to be played; see `welcome.welcome`."""
        requests = self.host.remembered.requests
        return welcome(self._devices(), self._boards, self._game, requests)

    def record(self) -> str:
        """The game so far as a record, without the cards of a deal that goes on."""
        return open_record(self.table)

    def story(self) -> Message:
        """The game so far, line by line; see `session.views.log.story`."""
        return story(self.table, self.undoing.may_go)

    def picture(self) -> bytes | None:
        """The camera's last picture, JPEG."""
        return self.counting.picture

    async def camera(self, page: str, wish: CameraWish) -> Message:
        """One step of the camera check; see `CameraTask`."""
        return await self._camera_task.ask(page, wish)

    def camera_picture(self) -> bytes | None:
        """The latest picture of the camera check, JPEG."""
        return self._camera_task.picture

    async def hint(self, viewer: Viewer = BOARD) -> Message:
        """What the expert would do in the viewer's place; see `Coach`."""
        return await self._coach.hint(self.sight(viewer).seat)

    async def review(self) -> Message:
        """The review of the game, once it is ready; see `Coach`."""
        return await self._coach.review()

    def review_chart(self, language: str) -> str | None:
        """The latest review as SVG, in a language."""
        return self._coach.chart(language)

    def missed(self, game: str, seq: int) -> Message | None:
        """What was told since a viewer saw a game last; None where he has missed nothing."""
        return missed(self.table, game, seq)

    def viewers(self) -> list[Viewer]:
        """Who watches, once for each page."""
        return self.hub.viewers

    def watch(
        self, viewer: Viewer = BOARD, *, changes: bool = False
    ) -> AbstractContextManager[Feed]:
        """Subscribes to states and frames."""
        return self.hub.watch(viewer, changes=changes)
