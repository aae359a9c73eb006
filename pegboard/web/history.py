"""HTTP routes for the history and its export, used by the page `/history` and by programs.

Everything is read by GET, so watchers may read it. Only the routes for names change anything. The
answers contain nothing that is still hidden at the table: see `pegboard.history.stored_game`.
"""

import asyncio
import tempfile
import zipfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from types import ModuleType
from typing import IO, Annotated, Any

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from pegboard.archive.archive import Archive, History
from pegboard.archive.export import MEDIA, README, add_record, csv_parts, file_name, json_parts
from pegboard.archive.review_queue import ReviewQueue
from pegboard.errors import DeviceError, IllegalAction, NotationError
from pegboard.history.matches import matches
from pegboard.history.pages import (
    game_page,
    games_page,
    matches_page,
    player_page,
    players_page,
    table_now,
)
from pegboard.history.players import PlayerKey, folded, seat_names
from pegboard.history.stored_game import StoredGame, public_record
from pegboard.history.summarize import summarize
from pegboard.history.summary import GameLine
from pegboard.history.timeline import timeline
from pegboard.http.json_body import BadBody, json_body
from pegboard.http.static_files import STATIC, Files
from pegboard.i18n import _
from pegboard.kinds import MODES
from pegboard.schema.setup_request import Name
from pegboard.storage.integrity.manifest import zip_entry
from pegboard.web.authorization import viewer_of
from pegboard.web.json_response import localized_response, refusal_response

PATIENCE_S = 0.7
"""Seconds after which a request returns its progress instead."""
FRESH_S = 5.0
"""Seconds for which an expensive answer is cached."""
PAGE_SIZES = range(1, 101)


class ForgetRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body with the name to remove from all games."""

    name: str


class MergeRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body with two names of one person: the one to replace, and the one to keep."""

    name: str
    into: Name


class NamesRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body with the names of one game by seat; an empty one makes the seat anonymous."""

    game: str
    names: tuple[Annotated[str, Meta(max_length=24)], ...]


def history_routes(archive: Archive, reviewing: ReviewQueue, language: str = "auto") -> list[Route]:
    """Returns the routes for the history.

    Args:
        archive: archive of all games.
        reviewing: reviews them.
        language: of the page, see `web.app.create_app`.
    """
    files = Files(STATIC / "history", {'data-language="auto"': f'data-language="{language}"'})
    pages = _History(archive, reviewing, files)
    return [
        Route("/history", pages.index),
        Route("/api/history/games", pages.games),
        Route("/api/history/games/{game}", pages.game),
        Route("/api/history/games/{game}/record", pages.record),
        Route("/api/history/games/{game}/review", pages.review),
        Route("/api/history/games/{game}/review.svg", pages.review_chart),
        Route("/api/history/players", pages.players),
        Route("/api/history/player", pages.player),
        Route("/api/history/matches", pages.matches),
        Route("/api/history/export.csv", pages.csv),
        Route("/api/history/export.json", pages.json),
        Route("/api/history/export.zip", pages.zip),
        Route("/api/history/forget", pages.forget, methods=["POST"]),
        Route("/api/history/merge", pages.merge, methods=["POST"]),
        Route("/api/history/names", pages.names, methods=["POST"]),
    ]


class _History:
    """The HTTP endpoints."""

    def __init__(self, archive: Archive, reviewing: ReviewQueue, files: Files) -> None:
        self.archive, self.reviewing, self.files = archive, reviewing, files
        self._reading: asyncio.Task[History] | None = None
        self._requested_at = self._fresh_until = 0.0

    async def index(self, request: Request) -> Response:
        return await self.files.get_response("index.html", request.scope)

    async def games(self, request: Request) -> Response:
        """Returns games, newest first; for example `?page=0&size=25&mode=score&player=ann`."""
        history = await self._load()
        if history is None:
            return self._not_yet()
        query = request.query_params
        mode = query.get("mode", "")
        page, size = _number(query.get("page"), 0), _number(query.get("size"), 25)
        if (mode and mode not in MODES) or size not in PAGE_SIZES:
            usage = f"mode: one of {', '.join(MODES)}; size: 1 to 100"
            return JSONResponse({"fault": usage}, 400)
        found = games_page(
            history.lines,
            history.reviews,
            player=_player_key(request),
            mode=mode,
            page=page,
            size=size,
        )
        done, of = await self.reviewing.progress()
        progress = {"reviews": {"done": done, "of": of}}
        return localized_response(
            request, {"ready": True, **found, **progress, **self._resumable(request, history)}
        )

    async def game(self, request: Request) -> Response:
        """Returns one game; with `?charts=600` also its charts, 600 pixels wide."""
        history, found = await self._load(), await self._source(request)
        if history is None:
            return self._not_yet()
        if found is None:
            return _no_game(request)
        source, line = found
        story = await asyncio.to_thread(timeline, source, seat_names(line) if line.names else ())
        page: dict[str, Any] = {"ready": True, **game_page(line, story, history.reviews)}
        page |= self._resumable(request, history)
        if (width := _charts_width(request)) is not None:
            language = viewer_of(request.scope).language
            page["charts"] = await asyncio.to_thread(
                _charts_module().game_charts, line, story, width, language
            )
        return localized_response(request, page)

    async def record(self, request: Request) -> Response:
        found = await self._source(request)
        if found is None:
            return _no_game(request)
        text = await asyncio.to_thread(public_record, found[0])
        return PlainTextResponse(text, headers=_attachment(f"pegboard-{found[1].number}.game"))

    async def review(self, request: Request) -> Response:
        """Returns the review of a game, or its progress; the first request starts the review."""
        found = await self.reviewing.review(request.path_params["game"])
        found.pop("svg", None)
        return localized_response(request, found)

    async def review_chart(self, request: Request) -> Response:
        found = await self.archive.review(request.path_params["game"])
        if found is None or "svg" not in found:
            return PlainTextResponse("There is no review.\n", 404)
        chart = found["svg"][viewer_of(request.scope).language]
        return Response(chart, media_type="image/svg+xml")

    async def players(self, request: Request) -> Response:
        history = await self._load()
        if history is None:
            return self._not_yet()
        found = players_page(await self.archive.players(), history.lines)
        return localized_response(request, {"ready": True, **found})

    async def player(self, request: Request) -> Response:
        """Returns the statistics of a player, `?player=ann` (folded name) or `?level=club`."""
        history = await self._load()
        if history is None:
            return self._not_yet()
        players = await self.archive.players()
        tally = players.get(_player_key(request))
        if tally is None:
            return localized_response(
                request, {"fault": _("nobody by that name has played here")}, 404
            )
        found = await asyncio.to_thread(player_page, tally, history.lines, history.reviews)
        if (width := _charts_width(request)) is not None:
            language = viewer_of(request.scope).language
            found["charts"] = await asyncio.to_thread(
                _charts_module().player_charts, found, width, language
            )
        done, of = await self.reviewing.progress()
        return localized_response(
            request, {"ready": True, **found, "reviews": {"done": done, "of": of}}
        )

    async def matches(self, request: Request) -> Response:
        history = await self._load()
        if history is None:
            return self._not_yet()
        found = await asyncio.to_thread(matches, history.lines)
        return localized_response(request, {"ready": True, **matches_page(found, history.reviews)})

    async def csv(self, request: Request) -> Response:
        return await self._streamed("csv", csv_parts(self.archive.sources()))

    async def json(self, request: Request) -> Response:
        return await self._streamed("json", json_parts(self.archive.sources()))

    async def zip(self, request: Request) -> Response:
        """Returns a zip with a record of every game."""
        file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed when it is sent
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(zip_entry("pegboard/README.txt"), README)
            async for source in self.archive.sources():
                await asyncio.to_thread(add_record, archive, source)
        file.seek(0)
        return await self._streamed("zip", _pieces(file))

    async def forget(self, request: Request) -> Response:
        """Removes a name from every game: `{"name": "Ann"}`."""

        async def forget() -> Response:
            name = (await json_body(request, ForgetRequest)).name
            return JSONResponse({"games": await self.archive.forget(name)})

        return await _change_response(request, forget)

    async def merge(self, request: Request) -> Response:
        """Merges one player's games into another's: `{"name": "Ane", "into": "Ann"}`."""

        async def merge() -> Response:
            body = await json_body(request, MergeRequest)
            return JSONResponse({"games": await self.archive.merge(body.name, body.into)})

        return await _change_response(request, merge)

    async def names(self, request: Request) -> Response:
        """Corrects the names of one game: `{"game": "g1", "names": ["Ann", "Ben"]}`."""

        async def rename() -> Response:
            body = await json_body(request, NamesRequest)
            await self.archive.rename(body.game, body.names)
            return JSONResponse({"games": 1})

        return await _change_response(request, rename)

    def _resumable(self, request: Request, history: History) -> dict[str, Any]:
        """Returns whether this viewer may resume games, and the open game on the table, if any."""
        acts = viewer_of(request.scope).may_act
        return {"may_continue": acts, "table": table_now(history.lines, self.archive.on_table)}

    async def _load(self) -> History | None:
        """Returns the history, or None while too many games are still unread."""
        now = asyncio.get_running_loop().time
        if self._reading is None or (self._reading.done() and now() > self._fresh_until):
            self._requested_at = now()
            self._reading = asyncio.create_task(self.archive.history())
            self._reading.add_done_callback(lambda _: self._set_expiry(now()))
        await asyncio.wait([self._reading], timeout=PATIENCE_S)
        return self._reading.result() if self._reading.done() else None

    def _set_expiry(self, now: float) -> None:
        """Keeps the history for a while if it took long to read; otherwise it is read anew."""
        self._fresh_until = now + (FRESH_S if now - self._requested_at > PATIENCE_S else 0)

    def _not_yet(self) -> Response:
        done, of = self.archive.progress
        return JSONResponse({"ready": False, "done": done, "of": of}, 202)

    async def _source(self, request: Request) -> tuple[StoredGame, GameLine] | None:
        source = await self.archive.source(request.path_params["game"])
        if source is None:
            return None
        return source, await asyncio.to_thread(summarize, source)

    @staticmethod
    async def _streamed(kind: str, parts: AsyncIterator[Any]) -> Response:
        """Returns a download; an unreadable journal raises before the first byte is sent."""
        begun = []  # the first part is made before the journal is read, so fetch two
        with suppress(StopAsyncIteration):
            begun.append(await anext(parts))
            begun.append(await anext(parts))
        return StreamingResponse(
            _chain(begun, parts), media_type=MEDIA[kind], headers=_attachment(file_name(kind))
        )


async def _change_response(request: Request, change: Callable[[], Awaitable[Response]]) -> Response:
    """Runs a change; returns its response, or the refusal."""
    try:
        return await change()
    except BadBody as problem:
        return refusal_response(request, problem, problem.status)
    except NotationError as problem:
        return refusal_response(request, problem, 400)
    except (IllegalAction, DeviceError) as problem:
        return refusal_response(request, problem, 409)


def _player_key(request: Request) -> PlayerKey:
    query = request.query_params
    return PlayerKey(folded(query.get("player", "")), query.get("level", ""))


def _number(text: str | None, usual: int) -> int:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 7 else usual


def _no_game(request: Request) -> Response:
    return localized_response(request, {"fault": _("no such game")}, 404)


def _attachment(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}


async def _chain(begun: list[Any], parts: AsyncIterator[Any]) -> AsyncIterator[Any]:
    for part in begun:
        yield part
    async for part in parts:
        yield part


async def _pieces(file: IO[bytes]) -> AsyncIterator[bytes]:
    with file:
        while piece := await asyncio.to_thread(file.read, 1 << 16):
            yield piece


def _charts_width(request: Request) -> int | None:
    """Returns the requested width of charts in pixels; None for no charts."""
    text = request.query_params.get("charts")
    return _charts_module().requested_width(text) if text else None


def _charts_module() -> ModuleType:
    """Returns the chart module, imported on first use."""
    from pegboard.history import page_charts

    return page_charts
