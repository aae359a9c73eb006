"""Import and export of events: players, settings, standings, cards and rounds."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pegboard.errors import IllegalAction, PegboardError
from pegboard.hall.archive.sheets import standings_sheet
from pegboard.hall.codes import HallFault
from pegboard.hall.service.event_registry import EventRegistry
from pegboard.hall.service.responses import error_response, json_endpoint, ok_response
from pegboard.tournament.decisions import ROUNDS_MOST, EventKind
from pegboard.tournament.registration import ROWS_MOST, Registration, read_list
from pegboard.tournament.spreadsheet import TABLES, season_csv
from pegboard.tournament.state import EventState

FILE_BYTES = 4 << 20
"""Maximum size of an uploaded file; an event of `ROWS_MOST` players is smaller."""
TEXT_MOST = 1 << 20
"""Maximum number of characters of a list of players."""


class PlayersText(Struct, frozen=True, forbid_unknown_fields=True):
    """Players as comma-separated values."""

    text: Annotated[str, Meta(max_length=TEXT_MOST)]


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of an event."""

    name: Annotated[str, Meta(min_length=1, max_length=64)]
    kind: EventKind = EventKind.CLUB
    games: Annotated[int, Meta(ge=1, le=ROUNDS_MOST)] = 9
    best_of: Literal[1, 3, 5, 7] = 3


class EventFile(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings and players of an event."""

    event: Settings
    players: Annotated[tuple[Registration, ...], Meta(max_length=ROWS_MOST)] = ()
    pegboard_event: Literal[1] = 1


class FileRoutes:
    """Endpoints for reading events and for their files.

    Args:
        event_registry: registry of the events.
    """

    def __init__(self, event_registry: EventRegistry) -> None:
        self._event_registry = event_registry

    def routes(self) -> list[Route]:
        """Returns the routes; all but a player's card need the director's PIN."""
        create = json_endpoint(EventFile, self.create, FILE_BYTES)
        enter_players = json_endpoint(PlayersText, self.enter, FILE_BYTES)
        return [
            Route("/api/director/desk", self.overview),
            Route("/api/card", self.card),
            Route("/api/director/export", self.export),
            Route("/api/director/event.json", self.event_file),
            Route("/api/director/event.json", create, methods=["POST"]),
            Route("/api/director/results.json", self.results),
            Route("/api/director/report.json", self.report),
            Route("/api/director/players.csv", enter_players, methods=["POST"]),
            Route("/api/director/last-players", self.last_players),
            Route("/api/director/season.csv", self.season),
            Route("/api/director/{table}.csv", self.table),
        ]

    async def overview(self, request: Request) -> Response:
        """Returns the director's view of the event."""
        try:
            found = await self._event_registry.overview(_event(request))
        except PegboardError as error:
            return error_response(error, 404)
        content = msgspec.json.encode({"ok": True, **found})
        return Response(content, media_type="application/json")

    async def card(self, request: Request) -> Response:
        """Returns the score card of the player in `?player=`, for that player's page."""
        try:
            player = request.query_params.get("player", "")
            return ok_response(**await self._event_registry.card(player, _event(request)))
        except PegboardError as error:
            return error_response(error, 404)

    async def create(self, request: Request, form: EventFile) -> Response:
        """Opens an event with its players."""
        settings = form.event
        event = await self._event_registry.create(
            settings.name, settings.kind, settings.games, settings.best_of, players=form.players
        )
        return ok_response(event=event)

    async def enter(self, request: Request, form: PlayersText) -> Response:
        """Enters the players of a list; none of them if a row is bad."""
        event = await self._event_registry.get(_event(request))
        found = read_list(form.text)
        newcomers = await event.enter(found.players)
        return ok_response(
            **msgspec.to_builtins(newcomers), rows=len(found.players), left_out=found.left_out
        )

    async def last_players(self, request: Request) -> Response:
        """Returns the players of the latest other event, from which the director can choose."""
        return ok_response(
            **msgspec.to_builtins(await self._event_registry.last_players(_event(request)))
        )

    async def export(self, request: Request) -> Response:
        """Returns the exported event."""
        try:
            event = await self._event_registry.get(_event(request))
            return _file(await event.export(), f"{event.id}.zip", "application/zip")
        except PegboardError as error:
            return error_response(error)

    async def event_file(self, request: Request) -> Response:
        """Returns settings and players as a file that can be imported."""
        try:
            event = await self._event_registry.get(_event(request))
        except PegboardError as error:
            return error_response(error)
        text = msgspec.json.format(
            msgspec.json.encode(event_file_of(await event.state())), indent=1
        )
        return _file(text + b"\n", f"{event.id}.json", "application/json")

    async def results(self, request: Request) -> Response:
        """Returns standings, cards, rounds and bracket as JSON."""
        try:
            event = await self._event_registry.get(_event(request))
        except PegboardError as error:
            return error_response(error)
        text = msgspec.json.format(msgspec.json.encode(results_of(await event.state())), indent=1)
        return _file(text + b"\n", f"{event.id}-results.json", "application/json")

    async def report(self, request: Request) -> Response:
        """Returns the whole event for its printed report."""
        try:
            event = await self._event_registry.get(_event(request))
        except PegboardError as error:
            return error_response(error, 404)
        content = msgspec.json.encode({"ok": True, **await event.report()})
        return Response(content, media_type="application/json")

    async def season(self, request: Request) -> Response:
        """Returns the season's standings over all club nights of this hall as CSV."""
        text = season_csv(await self._event_registry.states())
        return _file(text.encode(), "season.csv", "text/csv")

    async def table(self, request: Request) -> Response:
        """Returns players, standings, cards or rounds as CSV."""
        name = request.path_params["table"]
        try:
            if name not in TABLES:
                raise IllegalAction(HallFault.NO_FILE, name=f"{name}.csv")
            event = await self._event_registry.get(_event(request))
        except PegboardError as error:
            return error_response(error, 404)
        text = TABLES[name](await event.state())
        return _file(text.encode(), f"{event.id}-{name}.csv", "text/csv")


def _event(request: Request) -> str:
    return request.query_params.get("event", "")


def _file(content: bytes, name: str, kind: str) -> Response:
    how = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=kind, headers=how)


def event_file_of(state: EventState) -> EventFile:
    """Returns the settings of an event and its present players."""
    return EventFile(
        Settings(state.name, state.kind, state.games, _best_of(state.best_of)),
        tuple(
            Registration(state.names[player], *state.about.get(player, ("", "")))
            for player in state.present
        ),
    )


def _best_of(value: int) -> Literal[1, 3, 5, 7]:
    best_of: Literal[1, 3, 5, 7] = msgspec.convert(value, Literal[1, 3, 5, 7])
    return best_of


def results_of(state: EventState) -> dict[str, Any]:
    """Returns the exported standings with players and rounds added."""
    sheet: dict[str, Any] = msgspec.json.decode(standings_sheet(state))
    rounds = [
        {
            "round": round.number,
            "tables": {str(pairing.table): pairing.seats for pairing in round.pairings},
            "bye": round.bye,
        }
        for round in state.rounds
    ]
    players = {
        id: Registration(name, *state.about.get(id, ("", ""))) for id, name in state.names.items()
    }
    return {"players": players, **sheet, "rounds": rounds}
