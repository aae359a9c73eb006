"""The director's addresses for events: that of `?event=`, else the first that goes on."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pegboard.errors import PegboardError
from pegboard.hall.service.answers import Nothing, done, posted, posted_to, refused
from pegboard.hall.service.desk.one_event import OneEvent
from pegboard.hall.service.events import EventDesk
from pegboard.json_form import MESSAGE_BYTES
from pegboard.tournament.decisions import ROUNDS_MOST, EventKind
from pegboard.tournament.newcomers import Newcomer

PLAYERS_MOST = 1000
LONG_BYTES = 256 * 1024
"""Of a body with a list of players, or with a round."""

Form = TypeVar("Form")


class Begin(Struct, frozen=True, forbid_unknown_fields=True):
    """A new event: its name, its kind, its rounds; `beside` those that go on, or in their place."""

    name: Annotated[str, Meta(min_length=1, max_length=64)]
    kind: EventKind = EventKind.CLUB
    games: Annotated[int, Meta(ge=1, le=ROUNDS_MOST)] = 9
    best_of: Literal[1, 3, 5, 7] = 3
    beside: bool = False


class Console(Struct, frozen=True, forbid_unknown_fields=True):
    """A consolation: its name, and its rounds."""

    name: Annotated[str, Meta(min_length=1, max_length=64)]
    games: Annotated[int, Meta(ge=1, le=ROUNDS_MOST)] = 9


class Run(Struct, frozen=True, forbid_unknown_fields=True):
    """An event that is to go on, or to be put away."""

    event: Annotated[str, Meta(min_length=1, max_length=64)]
    on: bool


class Names(Struct, frozen=True, forbid_unknown_fields=True):
    """Players to be entered."""

    names: Annotated[tuple[str, ...], Meta(max_length=PLAYERS_MOST)]


class Decide(Struct, frozen=True, forbid_unknown_fields=True):
    """Any decision, without time and author."""

    decision: dict[str, Any]


class Accept(Struct, frozen=True, forbid_unknown_fields=True):
    """A game of the present round that is to be written on the cards."""

    table: Annotated[int, Meta(ge=1)]
    game: Annotated[str, Meta(min_length=1, max_length=200)]


class Back(Struct, frozen=True, forbid_unknown_fields=True):
    """A player who had left, and plays again."""

    player: Annotated[str, Meta(min_length=1, max_length=64)]


class Seats(Struct, frozen=True, forbid_unknown_fields=True):
    """Two players, of a round or a match who take each other's seat, or who are tied."""

    one: Annotated[str, Meta(min_length=1, max_length=64)]
    other: Annotated[str, Meta(min_length=1, max_length=64)]


class Tables(Struct, frozen=True, forbid_unknown_fields=True):
    """Two tables of the round at which those who play change places."""

    one: Annotated[int, Meta(ge=1, le=9999)]
    other: Annotated[int, Meta(ge=1, le=9999)]


class Hide(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the standings are kept from those who look on."""

    hidden: bool


class Timer(Struct, frozen=True, forbid_unknown_fields=True):
    """How long the round goes on from now; 0 ends the timer."""

    minutes: Annotated[float, Meta(ge=0, le=600)]


class Pause(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the round pauses."""

    on: bool


class Undo(Struct, frozen=True, forbid_unknown_fields=True):
    """A decision by its number."""

    seq: Annotated[int, Meta(ge=1)]


class EventRoutes:
    """The endpoints of events.

    Args:
        desk: does what the director wants.
    """

    def __init__(self, desk: EventDesk) -> None:
        self._desk = desk

    def routes(self) -> list[Route]:
        """Returns the routes; all but a player's card are the director's."""
        posts = {
            "event": posted(Begin, self.begin),
            "run": posted(Run, self.run),
            "consolation": posted_to(Console, self.console),
            "players": self._of(Names, self.players, LONG_BYTES),
            "back": self._of(Back, self.back),
            "decide": self._of(Decide, self.decide, LONG_BYTES),
            "draw": self._of(Nothing, self.draw),
            "accept": self._of(Accept, self.accept),
            "swap/players": self._of(Seats, self.swap_players),
            "play-off": self._of(Seats, self.play_off),
            "swap/tables": self._of(Tables, self.swap_tables),
            "undo": self._of(Undo, self.undo),
            "check": self._of(Nothing, self.check),
            "hide": self._of(Hide, self.hide),
            "timer": self._of(Timer, self.timer),
            "pause": self._of(Pause, self.pause),
            "reveal": self._of(Nothing, self.reveal),
            "seed": self._of(Nothing, self.seed),
        }
        return [
            Route("/api/director/desk", self.desk),
            Route("/api/card", self.card),
            *(Route(f"/api/director/{name}", do, methods=["POST"]) for name, do in posts.items()),
        ]

    def _of(
        self,
        form: type[Form],
        do: Callable[[OneEvent, Form], Awaitable[Any]],
        most_bytes: int = MESSAGE_BYTES,
    ) -> Callable[[Request], Awaitable[Response]]:
        """Returns an endpoint that does something with the event that is named."""

        async def asked(request: Request, said: Form) -> Response:
            event = await self._desk.one(request.query_params.get("event", ""))
            return done(**(await do(event, said) or {}))

        return posted_to(form, asked, most_bytes)

    async def desk(self, request: Request) -> Response:
        """Returns everything that a director sees of the event."""
        try:
            found = await self._desk.desk(request.query_params.get("event", ""))
        except PegboardError as error:
            return refused(error, 404)
        content = msgspec.json.encode({"ok": True, **found})
        return Response(content, media_type="application/json")

    async def card(self, request: Request) -> Response:
        """Returns the card of `?player=`, for the page of the players."""
        try:
            event = await self._desk.one(request.query_params.get("event", ""))
            return done(**await event.card(request.query_params.get("player", "")))
        except PegboardError as error:
            return refused(error, 404)

    async def begin(self, form: Begin) -> Response:
        """Opens an event."""
        settings = (form.name, form.kind, form.games, form.best_of)
        return done(event=await self._desk.begin(*settings, beside=form.beside))

    async def console(self, request: Request, form: Console) -> Response:
        """Begins the consolation beside the bracket of an event."""
        event = request.query_params.get("event", "")
        return done(event=await self._desk.console(event, form.name, form.games))

    async def run(self, form: Run) -> Response:
        """Lets an event go on, or puts it away."""
        await self._desk.run(form.event, form.on)
        return done()

    async def seed(self, event: OneEvent, form: Nothing) -> None:
        """Seeds the bracket."""
        await event.seed()

    async def timer(self, event: OneEvent, form: Timer) -> None:
        """Starts the timer of the round, or ends it."""
        await event.time(form.minutes)

    async def pause(self, event: OneEvent, form: Pause) -> None:
        """Has the round pause, or go on."""
        await event.pause(form.on)

    async def reveal(self, event: OneEvent, form: Nothing) -> None:
        """Reveals the deals of a duplicate night."""
        await event.reveal()

    async def hide(self, event: OneEvent, form: Hide) -> None:
        """Hides the standings, or shows them."""
        await event.hide(form.hidden)

    async def players(self, event: OneEvent, form: Names) -> None:
        """Enters players."""
        await event.enter([Newcomer(name) for name in form.names])

    async def back(self, event: OneEvent, form: Back) -> None:
        """Has a player play again."""
        await event.back(form.player)

    async def decide(self, event: OneEvent, form: Decide) -> None:
        """Makes any decision."""
        await event.decide(form.decision)

    async def draw(self, event: OneEvent, form: Nothing) -> None:
        """Draws the next round."""
        await event.draw()

    async def accept(self, event: OneEvent, form: Accept) -> None:
        """Writes a game on both cards."""
        await event.accept(form.table, form.game)

    async def swap_players(self, event: OneEvent, form: Seats) -> None:
        """Has two players exchange seats."""
        await event.swap_players(form.one, form.other)

    async def swap_tables(self, event: OneEvent, form: Tables) -> None:
        """Has two tables exchange players."""
        await event.swap_tables(form.one, form.other)

    async def play_off(self, event: OneEvent, form: Seats) -> None:
        """Calls two who are tied to a table."""
        await event.play_off(form.one, form.other)

    async def undo(self, event: OneEvent, form: Undo) -> None:
        """Undoes a decision."""
        await event.undo(form.seq)

    async def check(self, event: OneEvent, form: Nothing) -> dict[str, Any]:
        """Compares the qualifiers' cards with their opponents'."""
        return await event.cross_check()
