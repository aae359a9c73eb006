"""The events of a hall: creation, running events, publication."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pegboard.chain.keys import SigningKey
from pegboard.errors import IllegalAction
from pegboard.hall.codes import HallFault
from pegboard.hall.hall import SECRETS, Hall
from pegboard.hall.protocol.seats import seats_of
from pegboard.hall.service.events.control import BY, EventControl, card_view
from pegboard.hall.service.events.handovers import find_handovers
from pegboard.hall.service.events.match_calls import call_matches
from pegboard.hall.service.events.status import (
    HIDDEN,
    PAUSE,
    RUNNING,
    TIMER,
    EventStatus,
    read_running,
    read_status,
    save_running,
    stored_running,
)
from pegboard.hall.service.events.takeover_requests import REQUESTS, read_requests
from pegboard.hall.service.scoreboard import Scoreboard
from pegboard.hall.service.store_thread import StoreThread
from pegboard.hall_link.messages import Handover, Seat
from pegboard.tournament.consolation import opening_decisions
from pegboard.tournament.decisions import ConsolationOpened, EventKind, Opened
from pegboard.tournament.duplicate import commitment_of
from pegboard.tournament.public import PublicEvent, public_event
from pegboard.tournament.registration import Registration, register
from pegboard.tournament.state import EventState, apply_decision

NO_OVERVIEW: dict[str, Any] = {
    "event": None,
    "hidden": False,
    "until": None,
    "left": None,
    "qualifying": None,
    "cards": {},
    "log": [],
    "pending": [],
    "early": [],
    "timings": [],
    "asked": [],
}


@dataclass(frozen=True, slots=True)
class _Shown:
    """A published event: its state, and the public view of that state."""

    state: EventState
    hidden: bool
    before: dict[str, list[str]]
    view: PublicEvent


class EventRegistry:
    """The events of a hall; the first running one is the main event. Use from one event loop only.

    Args:
        store_thread: thread of the hall's store.
        key: secret key of the hall.
        scoreboard: where the events are published.
        set_seats: called with the seat of each board.
    """

    def __init__(
        self,
        store_thread: StoreThread,
        key: SigningKey,
        scoreboard: Scoreboard,
        set_seats: Callable[[dict[str, Seat]], None],
    ) -> None:
        self._store_thread, self._key, self._scoreboard = store_thread, key, scoreboard
        self._set_seats = set_seats
        self.running: tuple[str, ...] = ()
        """Ids of the running events."""
        self._published: set[str] = set()
        """Names of the published parts."""
        self._notes: object = None
        self._shown: dict[str, _Shown] = {}
        """The published state of each running event."""

    @property
    def main_event(self) -> str:
        """Id of the first running event; empty if there is none."""
        return self.running[0] if self.running else ""

    async def open(self) -> None:
        """Publishes the running events."""
        await self.publish()

    async def create(
        self,
        name: str,
        kind: EventKind,
        games: int,
        best_of: int = 3,
        *,
        players: tuple[Registration, ...] = (),
        beside: bool = False,
    ) -> str:
        """Creates a running event; returns its id.

        Args:
            name: display name.
            kind: kind of event.
            games: number of rounds.
            best_of: games of a match in the bracket.
            players: players to enter.
            beside: True to keep the running events; otherwise they are suspended.
        """
        id = _new_id()
        secret = secrets.token_hex(32) if kind is EventKind.DUPLICATE else ""
        opened = Opened(
            at=time.time(),
            by=BY,
            name=name,
            kind=kind,
            games=games,
            seed=commitment_of(secret) if secret else secrets.token_hex(8),
            best_of=best_of,
        )

        def begun(hall: Hall) -> None:
            if secret:
                SECRETS.put(hall.store, secret.encode(), id)
            before = stored_running(hall) if beside else []
            state = apply_decision(EventState(), opened)
            hall.decide(id, opened, *register(state, players, BY, time.time()))
            save_running(hall, [*before, id])

        await self._store_thread.run(begun)
        await self.publish()
        return id

    async def create_consolation(self, event: str, name: str, games: int) -> str:
        """Creates the consolation of an event; returns its id.

        Args:
            event: id of the main event; empty for the first running event.
            name: display name of the consolation.
            games: number of rounds.

        Raises:
            IllegalAction: no such event, its bracket is not seeded, or it has a consolation.
        """
        main = (await self.get(event)).id
        id, seed, now = _new_id(), secrets.token_hex(8), time.time()

        def begun(hall: Hall) -> None:
            main_state, beside = hall.state(main), ConsolationOpened(at=now, by=BY, event=id)
            decisions = opening_decisions(main_state, name, games, seed, BY, now)
            apply_decision(main_state, beside)  # raises an error before anything is committed
            hall.decide(id, *decisions)
            hall.decide(main, beside)

        await self._store_thread.run(begun)
        await self.publish()
        return id

    async def set_running(self, event: str, on: bool) -> None:
        """Resumes or suspends an event.

        Raises:
            IllegalAction: there is no such event.
        """

        def set_running(hall: Hall) -> None:
            if event not in hall.store.events():
                raise IllegalAction(HallFault.NO_EVENT, event=event)
            others = [running for running in stored_running(hall) if running != event]
            save_running(hall, [*others, event] if on else others)

        await self._store_thread.run(set_running)
        await self.publish()

    async def get(self, event: str = "") -> EventControl:
        """Returns the operations on an event; without an id, on the first running one.

        Raises:
            IllegalAction: there is no such event.
        """
        id = event or self.main_event
        if not id or not (await self._store_thread.run(lambda hall: hall.state(id))).games:
            raise IllegalAction(HallFault.NO_EVENT, event=id)
        return EventControl(id, self._store_thread, self._key, self.publish)

    async def card(self, player: str, event: str = "") -> dict[str, Any]:
        """Returns a player's card in an event; without an event id, in the first running one.

        Every phone requests it after every change, so that a running event is answered from what is
        published, without the store.

        Raises:
            IllegalAction: there is no such event, or the player is unknown.
        """
        shown = self._shown.get(event or self.main_event)
        if shown is not None:
            return card_view(shown.state, player, hidden=shown.hidden)
        id = (await self.get(event)).id

        def read(hall: Hall) -> dict[str, Any]:
            return card_view(hall.state(id), player, hidden=read_status(hall, id).hidden)

        return await self._store_thread.run(read)

    async def overview(self, event: str = "") -> dict[str, Any]:
        """Returns the director's view of an event, and a list of all events.

        Raises:
            IllegalAction: there is no such event.
        """
        events = await self._store_thread.run(_all_events)
        beside = {state.consolation: id for id, state in events if state.consolation}
        others = [
            {
                "id": id,
                "name": state.name,
                "kind": state.kind,
                "running": id in self.running,
                "beside": beside.get(id),
            }
            for id, state in events
        ]
        overview = (
            await (await self.get(event)).overview() if event or self.main_event else NO_OVERVIEW
        )
        return {**overview, "events": others}

    async def last_players(self, event: str = "") -> dict[str, Any]:
        """Returns name and players of the latest event, other than the given one, that has players.

        Args:
            event: id of the event that gets the players; empty for the first running event.
        """
        current = event or self.main_event
        for id, state in reversed(await self._store_thread.run(_all_events)):
            if id != current and state.names:
                players = sorted(
                    (Registration(name, *state.about.get(player, ("", "")))
                     for player, name in state.names.items()),
                    key=lambda player: player.name.casefold(),
                )  # fmt: skip
                return {"event": state.name, "players": players}
        return {"event": "", "players": []}

    async def states(self) -> list[EventState]:
        """Returns the current states of all events, in the order in which they were opened."""
        return [state for _, state in await self._store_thread.run(_all_events)]

    # --- publication

    async def show_again(self) -> None:
        """Publishes the events again, after cards were signed at a board."""
        await self.publish()

    async def publish_changes(self) -> None:
        """Publishes the events if another process has changed their status."""
        if await self._store_thread.run(_all_notes) != self._notes:
            await self.publish()

    async def publish(self) -> None:
        """Calls due matches, publishes the running events, and assigns the boards' seats."""
        await self._store_thread.run_with_live(call_matches)
        found, self._notes, asking = await self._store_thread.run(
            lambda hall: (_running(hall), _all_notes(hall), read_requests(hall))
        )
        self.running = tuple(id for id, *_ in found)
        self._shown = {id: self._show(id, state, notes) for id, state, notes, _ in found}
        seats: dict[str, Seat] = {}
        for id, state, notes, handed in found:
            first = id == self.main_event
            self._scoreboard.put("event" if first else f"event {id}", self._shown[id].view)
            self._scoreboard.put(
                "timer" if first else f"timer {id}", {"until": notes.until, "left": notes.left}
            )
            for board, seat in seats_of(id, state, notes.before, notes.secret, handed).items():
                if board not in seats or seats[board].done:
                    seats[board] = seat
        parts = {"event" if id == self.main_event else f"event {id}" for id in self.running}
        for part in self._published - parts:
            self._scoreboard.put(part, None)
        self._published |= parts
        self._scoreboard.put("running", self.running)
        self._scoreboard.put("asked", [request.table for request in asking])
        self._set_seats(seats)

    def _show(self, id: str, state: EventState, notes: EventStatus) -> _Shown:
        """Returns the public view of an event, computed once for each of its states."""
        shown, hidden, before = self._shown.get(id), notes.hidden, notes.before
        if (
            shown is not None
            and shown.state is state
            and (shown.hidden, shown.before) == (hidden, before)
        ):
            return shown
        view = public_event(id, state, hidden=hidden, before=before)
        return _Shown(state, hidden, before, view)


def _new_id() -> str:
    return f"{time.strftime('%Y-%m-%d')}-{secrets.token_hex(3)}"


def _running(hall: Hall) -> list[tuple[str, EventState, EventStatus, dict[str, Handover]]]:
    found = []
    for id in read_running(hall):
        state, notes = hall.state(id), read_status(hall, id)
        found.append((id, state, notes, find_handovers(hall, state, notes.before)))
    return found


def _all_events(hall: Hall) -> list[tuple[str, EventState]]:
    return [(id, hall.state(id)) for id in hall.store.events()]


def _all_notes(hall: Hall) -> object:
    """Returns all stored status values, for comparison."""
    return [hall.store.values(kind.name) for kind in (RUNNING, REQUESTS, HIDDEN, TIMER, PAUSE)]
