"""The application as data: its routes and their middleware.

    app = create_app(parts, Settings(("localhost", "127.0.0.1", "pegboard.local")))
    uvicorn.Config(app, **uvicorn_options(MESSAGE_BYTES))

The messages are described in `../session/views/state.py` (what the board says) and
`../schema/commands.py` (what it takes).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from pegboard.cribbage.cards import parse_cards
from pegboard.errors import DeviceError, NotationError
from pegboard.http.host_names import HostNames
from pegboard.http.json_body import BadBody, json_body, json_bytes
from pegboard.http.origin_check import LOOPBACK_HOSTS, Guard
from pegboard.http.security_headers import SafeHeaders
from pegboard.http.static_files import STATIC, Files
from pegboard.json_form import BadMessage, decode
from pegboard.ops.backups import BackupScheduler
from pegboard.pairing import PairingRegistry
from pegboard.schema.commands import refusal
from pegboard.session.coach import Coach
from pegboard.session.commands import Commands
from pegboard.session.counting.camera_setup import CameraTask, CameraWish
from pegboard.session.publisher import Publisher
from pegboard.session.views.pages import Pages
from pegboard.web.authorization import Access, viewer_of
from pegboard.web.backup import backup_routes
from pegboard.web.installable import installable_routes
from pegboard.web.json_response import refused, told
from pegboard.web.onboarding import first_minute
from pegboard.web.pairing import Pairing
from pegboard.web.rules_page import preferred, rules_page
from pegboard.web.watchers import SOCKETS
from pegboard.web.websocket import Sockets, answer, called


class CameraStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of the camera check; see `session.counting.camera_setup.CameraTask.ask`."""

    page: Annotated[str, Meta(min_length=1, max_length=64)]
    """A name that the page makes up for itself."""
    wish: CameraWish


@dataclass(slots=True, kw_only=True)
class PageParts:
    """The parts of a session that the page is made of; the service is them, and more.

    Attributes:
        publisher: shows states and frames.
        commands: does what clients ask.
        pages: everything else that may be looked at.
        coach: hints and reviews.
        camera: the camera check.
        pairing: lets devices in; None if none can be.
        backups: makes backups and restores them; None if there is none.
    """

    publisher: Publisher
    commands: Commands
    pages: Pages
    coach: Coach
    camera: CameraTask
    pairing: PairingRegistry | None = None
    backups: BackupScheduler | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of the web server.

    Attributes:
        allowed_hosts: the names, without port, under which the board is reached; requests that
            are addressed to any other name are refused.
        own_names: the names of the machine on its network, which are allowed as well.
        connections: how many WebSockets may be open at once.
        language: of the page, for viewers who chose none; `auto`: what their browser prefers.
        viewing: `open`, or `paired` where only devices that were let in may look.
        kiosk: whether a page opened on this machine is the board's own.
        host: the service's listening address now, from which phones get theirs.
    """

    allowed_hosts: tuple[str, ...] = LOOPBACK_HOSTS
    own_names: HostNames | None = None
    connections: int = SOCKETS
    language: str = "auto"
    viewing: str = "open"
    kiosk: bool = True
    host: Callable[[], str] = lambda: "127.0.0.1"


def create_app(
    parts: PageParts, settings: Settings | None = None, more: Iterable[BaseRoute] = ()
) -> Starlette:
    """Returns the web application over one session.

    Args:
        parts: of the session.
        settings: how it is served.
        more: what else is served: doctor, metrics.
    """
    settings = settings or Settings()
    language, pairing, publisher = settings.language, parts.pairing, parts.publisher
    files = Files(STATIC, {'data-language="auto"': f'data-language="{language}"'})
    pairing_routes = Pairing(publisher, pairing, viewing=settings.viewing, host=settings.host)
    sockets = Sockets(publisher, parts.commands, parts.pages, settings.connections)
    return Starlette(
        routes=[
            *_page_routes(_Page(files, language)),
            *installable_routes(files),
            *_session_routes(_Session(parts)),
            WebSocketRoute("/ws", sockets.serve),
            *first_minute(parts.pages, settings.host),
            *pairing_routes.routes,
            *(backup_routes(parts.backups) if parts.backups is not None else ()),
            *more,
            Mount("/static", files),
        ],
        middleware=[
            Middleware(SafeHeaders),
            Middleware(Guard, allowed_hosts=settings.allowed_hosts, host_names=settings.own_names),
            Middleware(Access, pairing=pairing, viewing=settings.viewing, kiosk=settings.kiosk),
        ],
        exception_handlers={DeviceError: _out_of_order},
    )


async def _out_of_order(request: Request, problem: Exception) -> Response:
    """Returns the answer to a request for which a device or the disk does not work now."""
    assert isinstance(problem, DeviceError)
    return refused(request, problem, 503)


def _page_routes(page: "_Page") -> list[Route]:
    return [
        Route("/", page.index),
        Route("/healthz", page.health),
        Route("/rules", page.rules),
        Route("/overlay", page.overlay),
    ]


def _session_routes(session: "_Session") -> list[Route]:
    return [
        Route("/api/state", session.state),
        Route("/api/layout", session.layout),
        Route("/api/record", session.record),
        Route("/api/story", session.story),
        Route("/api/picture", session.picture),
        Route("/api/watch", session.watch),
        Route("/api/watch/picture", session.watch_picture),
        Route("/api/camera", session.camera, methods=["POST"]),
        Route("/api/camera/picture", session.camera_picture),
        Route("/api/hint", session.hint),
        Route("/api/practice", session.practice),
        Route("/api/practice/discards", session.discards),
        Route("/api/chances", session.chances),
        Route("/api/review", session.review),
        Route("/api/review.svg", session.review_chart),
        Route("/api/command", session.command, methods=["POST"]),
    ]


class _Page:
    """The page itself, and everything that needs no session."""

    def __init__(self, files: Files, language: str) -> None:
        self._files, self._language = files, language

    async def index(self, request: Request) -> Response:
        return await self._files.get_response("index.html", request.scope)

    async def overlay(self, request: Request) -> Response:
        return await self._files.get_response("overlay/index.html", request.scope)

    async def rules(self, request: Request) -> Response:
        asked = request.query_params
        language = asked.get("language") or self._language
        if language == "auto":
            language = preferred(request.headers.get("accept-language", ""))
        return HTMLResponse(rules_page(asked.get("table", ""), language, kiosk="kiosk" in asked))

    async def health(self, request: Request) -> Response:
        return PlainTextResponse("ok\n")


class _Session:
    """The HTTP endpoints of one session."""

    def __init__(self, parts: PageParts) -> None:
        self._publisher, self._commands, self._pages = parts.publisher, parts.commands, parts.pages
        self._coach, self._camera = parts.coach, parts.camera

    async def state(self, request: Request) -> Response:
        return told(request, self._publisher.snapshot(viewer_of(request.scope)))

    async def layout(self, request: Request) -> Response:
        return JSONResponse(self._pages.layout())

    async def record(self, request: Request) -> Response:
        return PlainTextResponse(self._pages.record())

    async def story(self, request: Request) -> Response:
        return told(request, self._pages.story())

    async def picture(self, request: Request) -> Response:
        picture = self._pages.picture()
        if picture is None:
            return PlainTextResponse("There is no picture.\n", 404)
        return Response(picture, media_type="image/jpeg")

    async def watch(self, request: Request) -> Response:
        return told(request, self._pages.seen_table())

    async def watch_picture(self, request: Request) -> Response:
        picture = self._pages.table_picture()
        if picture is None:
            return PlainTextResponse("There is no picture.\n", 404)
        return Response(picture, media_type="image/jpeg")

    async def camera_picture(self, request: Request) -> Response:
        picture = self._camera.picture
        if picture is None:
            return PlainTextResponse("There is no picture.\n", 404)
        return Response(picture, media_type="image/jpeg")

    async def camera(self, request: Request) -> Response:
        """Executes one step of the camera check: `{"page": its own name, "wish": …}`."""
        try:
            step = await json_body(request, CameraStep)
        except BadBody as problem:
            return refused(request, problem, problem.status)
        return told(request, await self._camera.ask(step.page, step.wish))

    async def hint(self, request: Request) -> Response:
        return told(
            request, await self._coach.hint(self._publisher.seat_of(viewer_of(request.scope)))
        )

    async def practice(self, request: Request) -> Response:
        return told(request, await self._coach.practice())

    async def discards(self, request: Request) -> Response:
        """Weighs every discard from `?hand=` six cards, as `dealer=1` or pone."""
        try:
            hand = parse_cards(request.query_params.get("hand", "")[:12])
            dealer = request.query_params.get("dealer") == "1"
            return told(request, await self._coach.discards(hand, dealer=dealer))
        except NotationError as problem:
            return refused(request, problem, 400)

    async def chances(self, request: Request) -> Response:
        return told(request, {"chances": await self._coach.chances()})

    async def review(self, request: Request) -> Response:
        return told(request, await self._coach.review())

    async def review_chart(self, request: Request) -> Response:
        chart = self._coach.chart(viewer_of(request.scope).language)
        if chart is None:
            return PlainTextResponse("There is no review.\n", 404)
        return Response(chart, media_type="image/svg+xml")

    async def command(self, request: Request) -> Response:
        """Executes a command as on `/ws`: status 200 if done, 409 with the reason if not."""
        try:
            raw = await json_bytes(request)
            decode(raw, dict)  # what is no object at all is a bad request
        except BadBody as problem:
            return JSONResponse(refusal(None, problem), problem.status)
        except BadMessage as problem:
            return JSONResponse(refusal(None, problem), 400)
        viewer = viewer_of(request.scope)
        reply = await answer(self._commands, raw, called(request, viewer), viewer)
        return told(request, reply, 200 if reply["ok"] else 409)
