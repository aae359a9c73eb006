"""The director's addresses for an event."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pegboard.errors import PegboardError
from pegboard.hall.event.decisions import ROUNDS_MOST, EventKind
from pegboard.hall.service.answers import Nothing, done, posted, refused
from pegboard.hall.service.events import EventDesk

PLAYERS_MOST = 1000


class Begin(Struct, frozen=True, forbid_unknown_fields=True):
    """A new event: its name, its kind, its rounds."""

    name: Annotated[str, Meta(min_length=1, max_length=64)]
    kind: EventKind = EventKind.CLUB
    games: Annotated[int, Meta(ge=1, le=ROUNDS_MOST)] = 9
    best_of: Literal[1, 3, 5, 7] = 3


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


class Hide(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the standings are kept from those who look on."""

    hidden: bool


class Timer(Struct, frozen=True, forbid_unknown_fields=True):
    """How long the round goes on from now; 0 ends the timer."""

    minutes: Annotated[float, Meta(ge=0, le=600)]


class Undo(Struct, frozen=True, forbid_unknown_fields=True):
    """A decision by its number."""

    seq: Annotated[int, Meta(ge=1)]


class EventRoutes:
    """The endpoints of an event.

    Args:
        desk: does what the director wants.
    """

    def __init__(self, desk: EventDesk) -> None:
        self._desk = desk

    def routes(self) -> list[Route]:
        """Returns the routes; all but a player's card are the director's."""
        posts = {
            "event": posted(Begin, self.begin),
            "players": posted(Names, self.players),
            "decide": posted(Decide, self.decide),
            "draw": posted(Nothing, self.draw),
            "accept": posted(Accept, self.accept),
            "undo": posted(Undo, self.undo),
            "check": posted(Nothing, self.check),
            "hide": posted(Hide, self.hide),
            "timer": posted(Timer, self.timer),
            "seed": posted(Nothing, self.seed),
        }
        return [
            Route("/api/director/desk", self.desk),
            Route("/api/director/export", self.export),
            Route("/api/director/standings.csv", self.standings_csv),
            Route("/api/card", self.card),
            *(Route(f"/api/director/{name}", do, methods=["POST"]) for name, do in posts.items()),
        ]

    async def desk(self, request: Request) -> Response:
        """Returns everything that a director sees of the event."""
        content = msgspec.json.encode({"ok": True, **await self._desk.desk()})
        return Response(content, media_type="application/json")

    async def export(self, request: Request) -> Response:
        """Returns the file of the event."""
        try:
            data = await self._desk.export()
        except PegboardError as error:
            return refused(error)
        name = f'attachment; filename="{self._desk.event}.zip"'
        return Response(data, media_type="application/zip", headers={"Content-Disposition": name})

    async def standings_csv(self, request: Request) -> Response:
        """Returns the standings for other programs."""
        try:
            text = await self._desk.standings_csv()
        except PegboardError as error:
            return refused(error)
        name = f'attachment; filename="{self._desk.event}.csv"'
        return Response(text, media_type="text/csv", headers={"Content-Disposition": name})

    async def card(self, request: Request) -> Response:
        """Returns the card of `?player=`, for the page of the players."""
        try:
            return done(**await self._desk.card(request.query_params.get("player", "")))
        except PegboardError as error:
            return refused(error, 404)

    async def seed(self, form: Nothing) -> Response:
        """Seeds the bracket."""
        await self._desk.seed()
        return done()

    async def timer(self, form: Timer) -> Response:
        """Starts the timer of the round, or ends it."""
        await self._desk.time(form.minutes)
        return done()

    async def hide(self, form: Hide) -> Response:
        """Hides the standings, or shows them."""
        await self._desk.hide(form.hidden)
        return done()

    async def begin(self, form: Begin) -> Response:
        """Opens an event."""
        return done(event=await self._desk.begin(form.name, form.kind, form.games, form.best_of))

    async def players(self, form: Names) -> Response:
        """Enters players."""
        await self._desk.enter(form.names)
        return done()

    async def decide(self, form: Decide) -> Response:
        """Makes any decision."""
        await self._desk.decide(form.decision)
        return done()

    async def draw(self, form: Nothing) -> Response:
        """Draws the next round."""
        await self._desk.draw()
        return done()

    async def accept(self, form: Accept) -> Response:
        """Writes a game on both cards."""
        await self._desk.accept(form.table, form.game)
        return done()

    async def undo(self, form: Undo) -> Response:
        """Undoes a decision."""
        await self._desk.undo(form.seq)
        return done()

    async def check(self, form: Nothing) -> Response:
        """Compares the qualifiers' cards with their opponents'."""
        return done(**await self._desk.cross_check())
