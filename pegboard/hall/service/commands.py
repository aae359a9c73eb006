"""The director's commands as a union type, and the endpoint that executes them.

    POST /api/director/command?event=ID    {"do": "accept", "table": 3, "game": "…"}

Without `?event=` a command applies to the first running event.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, to_builtins
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pegboard.hall.service.board_registry import BoardRegistry
from pegboard.hall.service.event_registry import EventRegistry
from pegboard.hall.service.events.control import EventControl
from pegboard.hall.service.events.takeovers import Takeovers
from pegboard.hall.service.responses import ok_response, reports_errors
from pegboard.http.json_body import json_bytes, parse_body
from pegboard.json_form import MESSAGE_BYTES
from pegboard.tournament.decisions import ROUNDS_MOST, EventKind
from pegboard.tournament.registration import Registration
from pegboard.tournament.scorecards.line import MARGIN_MOST

PLAYERS_MOST = 1000
LONG_BYTES = 256 * 1024
"""Maximum size in bytes of a command with a list of players or a round."""

Id = Annotated[str, Meta(min_length=1, max_length=64)]
Rounds = Annotated[int, Meta(ge=1, le=ROUNDS_MOST)]
Table = Annotated[int, Meta(ge=1, le=9999)]


class _Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    pass


class CreateEvent(_Command, frozen=True, tag="event"):
    """Opens an event; `beside` keeps the running ones, otherwise it replaces them."""

    name: Id
    kind: EventKind = EventKind.CLUB
    games: Rounds = 9
    best_of: Literal[1, 3, 5, 7] = 3
    beside: bool = False


class SetRunning(_Command, frozen=True, tag="run"):
    """Resumes or suspends an event."""

    event: Id
    on: bool


class CreateConsolation(_Command, frozen=True, tag="consolation"):
    """Opens the consolation of an event."""

    name: Id
    games: Rounds = 9


class Enter(_Command, frozen=True, tag="players"):
    """Enters players; with `twice` also those who share the name of a present player."""

    names: Annotated[tuple[str, ...], Meta(max_length=PLAYERS_MOST)] = ()
    players: Annotated[tuple[Registration, ...], Meta(max_length=PLAYERS_MOST)] = ()
    twice: bool = False


class Rename(_Command, frozen=True, tag="rename"):
    """Corrects the name of a player."""

    player: Id
    name: Id


class ReEnter(_Command, frozen=True, tag="back"):
    """Re-enters a player who had left."""

    player: Id


class Decide(_Command, frozen=True, tag="decide"):
    """Makes any decision; the hall adds time and author."""

    decision: dict[str, Any]


class Draw(_Command, frozen=True, tag="draw"):
    """Draws the next round."""


class Accept(_Command, frozen=True, tag="accept"):
    """Enters a game of the current round on both score cards."""

    table: Annotated[int, Meta(ge=1)]
    game: Annotated[str, Meta(min_length=1, max_length=200)]


class RecordResult(_Command, frozen=True, tag="result"):
    """Records the result at a table; replacing lines already on the cards needs a reason.

    The round is the current one unless given.
    """

    table: Table
    winner: Id
    score: Annotated[int, Meta(ge=0, lt=MARGIN_MOST)]
    round: Rounds | None = None
    reason: Annotated[str, Meta(max_length=500)] = ""


class SwapPlayers(_Command, frozen=True, tag="swap-players"):
    """Swaps two players of a round or match."""

    one: Id
    other: Id


class SwapTables(_Command, frozen=True, tag="swap-tables"):
    """Swaps two tables."""

    one: Table
    other: Table


class PlayOff(_Command, frozen=True, tag="play-off"):
    """Calls a play-off between two tied players."""

    one: Id
    other: Id


class Undo(_Command, frozen=True, tag="undo"):
    """Undoes a decision, given by its number."""

    seq: Annotated[int, Meta(ge=1)]


class Check(_Command, frozen=True, tag="check"):
    """Compares the qualifiers' cards with their opponents'."""


class Hide(_Command, frozen=True, tag="hide"):
    """Hides the standings from the public, or shows them."""

    hidden: bool


class Timer(_Command, frozen=True, tag="timer"):
    """Starts the timer of the round; 0 minutes stop it."""

    minutes: Annotated[float, Meta(ge=0, le=600)]


class Pause(_Command, frozen=True, tag="pause"):
    """Pauses or resumes the timer."""

    on: bool


class Reveal(_Command, frozen=True, tag="reveal"):
    """Reveals the deals of a duplicate night."""


class SeedBracket(_Command, frozen=True, tag="seed"):
    """Seeds the bracket."""


class NewCode(_Command, frozen=True, tag="code"):
    """Creates a new join code."""


class VoidCode(_Command, frozen=True, tag="end-code"):
    """Voids the join code."""


class SettleTakeover(_Command, frozen=True, tag="adopt"):
    """Grants or refuses a board's request for a table."""

    board: Id
    yes: bool


class Revoke(_Command, frozen=True, tag="revoke"):
    """Revokes the key of a board."""

    board: Id


class AllowUploads(_Command, frozen=True, tag="allow"):
    """Allows a board that has used up its upload quota for an hour to send more."""

    board: Id


class ChooseBranch(_Command, frozen=True, tag="choose"):
    """Chooses the effective branch of a forked board."""

    board: Id
    epoch: Annotated[int, Meta(ge=0, lt=2**53)]
    branch: Annotated[int, Meta(ge=0, lt=2**31)] | None


EventCommand = (
    Enter | ReEnter | Rename | Decide | Draw | Accept | RecordResult | SwapPlayers | SwapTables
    | PlayOff | Undo | Check | Hide | Timer | Pause | Reveal | SeedBracket
)  # fmt: skip
"""Commands for one event."""
Command = (
    CreateEvent
    | SetRunning
    | CreateConsolation
    | EventCommand
    | NewCode
    | VoidCode
    | SettleTakeover
    | Revoke
    | AllowUploads
    | ChooseBranch
)
FORM: Any = Command


class Commands:
    """The endpoint for the director's commands.

    Args:
        event_registry: registry of the events.
        board_registry: registry of the boards.
        takeovers: takeovers of tables.
    """

    def __init__(
        self, event_registry: EventRegistry, board_registry: BoardRegistry, takeovers: Takeovers
    ) -> None:
        self._event_registry, self._board_registry, self._takeovers = (
            event_registry,
            board_registry,
            takeovers,
        )

    def routes(self) -> list[Route]:
        """Returns the route."""
        return [Route("/api/director/command", reports_errors(self._receive), methods=["POST"])]

    async def _receive(self, request: Request) -> Response:
        body = await json_bytes(request, LONG_BYTES)
        command: Command = parse_body(body, FORM)
        if len(body) > MESSAGE_BYTES and not isinstance(command, (Enter, Decide)):
            raise HTTPException(413, f"The body is longer than {MESSAGE_BYTES} bytes.\n")
        return ok_response(
            **(await self._execute(command, request.query_params.get("event", "")) or {})
        )

    async def _execute(self, command: Command, event: str) -> dict[str, Any] | None:
        """Executes a command; returns the additional fields of the response."""
        event_registry, board_registry = self._event_registry, self._board_registry
        match command:
            case CreateEvent(name, kind, games, best_of, beside):
                return {
                    "event": await event_registry.create(name, kind, games, best_of, beside=beside)
                }
            case CreateConsolation(name, games):
                return {"event": await event_registry.create_consolation(event, name, games)}
            case SetRunning(id, on):
                await event_registry.set_running(id, on)
            case NewCode():
                return {"code": await board_registry.new_code()}
            case VoidCode():
                await board_registry.end_code()
            case SettleTakeover(board, yes):
                await self._takeovers.settle(board, yes=yes)
            case Revoke(board):
                await board_registry.revoke(board)
            case AllowUploads(board):
                await board_registry.allow_uploads(board)
            case ChooseBranch(board, epoch, branch):
                await board_registry.choose_branch(board, epoch, branch)
            case _:
                return await _execute_for_event(await event_registry.get(event), command)
        return None


async def _execute_for_event(event: EventControl, command: EventCommand) -> dict[str, Any] | None:
    match command:
        case Enter(names, players, twice):
            newcomers = [*map(Registration, names), *players]
            found: dict[str, Any] = to_builtins(await event.enter(newcomers, twice=twice))
            return found
        case Rename(player, name):
            await event.rename(player, name)
        case ReEnter(player):
            await event.re_enter(player)
        case Decide(decision):
            await event.decide(decision)
        case Draw():
            await event.draw()
        case Accept(table, game):
            await event.accept(table, game)
        case RecordResult(table, winner, score, round, reason):
            await event.record(table, winner, score, round, reason)
        case SwapPlayers(one, other):
            await event.swap_players(one, other)
        case SwapTables(first, second):
            await event.swap_tables(first, second)
        case PlayOff(one, other):
            await event.play_off(one, other)
        case Undo(seq):
            await event.undo(seq)
        case Check():
            return await event.cross_check()
        case Hide(hidden):
            await event.hide(hidden)
        case Timer(minutes):
            await event.start_timer(minutes)
        case Pause(on):
            await event.pause(on)
        case Reveal():
            await event.reveal()
        case SeedBracket():
            await event.seed()
    return None
