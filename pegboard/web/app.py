"""The web application: its routes and their middleware.

    app = create_app(parts, Settings(("localhost", "127.0.0.1", "pegboard.local")))
    uvicorn.Config(app, **uvicorn_options(MESSAGE_BYTES))

The messages are described in `../session/views/state.py` (sent by the board) and
`../schema/commands.py` (accepted by it).
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
from pegboard.session.counting.camera_setup import CameraCommand, CameraSetup
from pegboard.session.publisher import Publisher
from pegboard.session.views.pages import Pages
from pegboard.web.authorization import Access, viewer_of
from pegboard.web.backup import backup_routes
from pegboard.web.installable import installable_routes
from pegboard.web.json_response import localized_response, refusal_response
from pegboard.web.onboarding import onboarding_routes
from pegboard.web.pairing import Pairing
from pegboard.web.rules_page import preferred, rules_page
from pegboard.web.socket_slots import MAX_SOCKETS
from pegboard.web.websocket import Sockets, acknowledge, author_of


class CameraStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of the camera check; see `session.counting.camera_setup.CameraTask.ask`."""

    page: Annotated[str, Meta(min_length=1, max_length=64)]
    """Random name of the page, chosen by the page."""
    wish: CameraCommand


@dataclass(slots=True, kw_only=True)
class PageParts:
    """The parts of a session that the page uses, provided by the service.

    Attributes:
        publisher: publishes states and frames.
        commands: executes commands.
        pages: the read-only views besides the state.
        coach: hints and reviews.
        camera: the camera check.
        pairing: the registry of paired devices; None if pairing is impossible.
        backups: backup and restore; None if unavailable.
    """

    publisher: Publisher
    commands: Commands
    pages: Pages
    coach: Coach
    camera: CameraSetup
    pairing: PairingRegistry | None = None
    backups: BackupScheduler | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of the web server.

    Attributes:
        allowed_hosts: host names of the board, without port; requests to any other host are
            refused.
        own_names: the machine's names on its network, which are allowed as well.
        connections: maximum number of open WebSockets.
        language: language of the page for viewers without a choice; `auto`: their browser's.
        viewing: `open`, or `paired` if only paired devices may watch.
        kiosk: True if a page opened on this machine is the board's own.
        host: returns the current listening address, from which the address for phones is made.
    """

    allowed_hosts: tuple[str, ...] = LOOPBACK_HOSTS
    own_names: HostNames | None = None
    connections: int = MAX_SOCKETS
    language: str = "auto"
    viewing: str = "open"
    kiosk: bool = True
    host: Callable[[], str] = lambda: "127.0.0.1"


def create_app(
    parts: PageParts, settings: Settings | None = None, more: Iterable[BaseRoute] = ()
) -> Starlette:
    """Returns the web application for one session.

    Args:
        parts: the parts of the session.
        settings: settings of the server.
        more: further routes, such as doctor and metrics.
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
            *onboarding_routes(parts.pages, settings.host),
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
        exception_handlers={DeviceError: _device_error_response},
    )


async def _device_error_response(request: Request, problem: Exception) -> Response:
    """Returns the response to a request that failed because of a device or the disk."""
    assert isinstance(problem, DeviceError)
    return refusal_response(request, problem, 503)


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
    """Endpoints for the page itself, and for everything that needs no session."""

    def __init__(self, files: Files, language: str) -> None:
        self._files, self._language = files, language

    async def index(self, request: Request) -> Response:
        return await self._files.get_response("index.html", request.scope)

    async def overlay(self, request: Request) -> Response:
        return await self._files.get_response("overlay/index.html", request.scope)

    async def rules(self, request: Request) -> Response:
        query = request.query_params
        language = query.get("language") or self._language
        if language == "auto":
            language = preferred(request.headers.get("accept-language", ""))
        return HTMLResponse(rules_page(query.get("table", ""), language, kiosk="kiosk" in query))

    async def health(self, request: Request) -> Response:
        return PlainTextResponse("ok\n")


class _Session:
    """The HTTP endpoints of one session."""

    def __init__(self, parts: PageParts) -> None:
        self._publisher, self._commands, self._pages = parts.publisher, parts.commands, parts.pages
        self._coach, self._camera = parts.coach, parts.camera

    async def state(self, request: Request) -> Response:
        return localized_response(request, self._publisher.snapshot(viewer_of(request.scope)))

    async def layout(self, request: Request) -> Response:
        return JSONResponse(self._pages.layout())

    async def record(self, request: Request) -> Response:
        return PlainTextResponse(self._pages.record_text())

    async def story(self, request: Request) -> Response:
        return localized_response(request, self._pages.move_log())

    async def picture(self, request: Request) -> Response:
        picture = self._pages.picture()
        if picture is None:
            return PlainTextResponse("There is no picture.\n", 404)
        return Response(picture, media_type="image/jpeg")

    async def watch(self, request: Request) -> Response:
        return localized_response(request, self._pages.seen_table())

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
        """Executes one step of the camera check: `{"page": random name, "wish": …}`."""
        try:
            step = await json_body(request, CameraStep)
        except BadBody as problem:
            return refusal_response(request, problem, problem.status)
        return localized_response(request, await self._camera.step(step.page, step.wish))

    async def hint(self, request: Request) -> Response:
        return localized_response(
            request, await self._coach.hint(self._publisher.seat_of(viewer_of(request.scope)))
        )

    async def practice(self, request: Request) -> Response:
        return localized_response(request, await self._coach.practice_hands())

    async def discards(self, request: Request) -> Response:
        """Returns the value of every discard from `?hand=` six cards, as `dealer=1` or pone."""
        try:
            hand = parse_cards(request.query_params.get("hand", "")[:12])
            dealer = request.query_params.get("dealer") == "1"
            return localized_response(request, await self._coach.discards(hand, dealer=dealer))
        except NotationError as problem:
            return refusal_response(request, problem, 400)

    async def chances(self, request: Request) -> Response:
        return localized_response(request, {"chances": await self._coach.win_chances()})

    async def review(self, request: Request) -> Response:
        return localized_response(request, await self._coach.poll_review())

    async def review_chart(self, request: Request) -> Response:
        chart = self._coach.chart(viewer_of(request.scope).language)
        if chart is None:
            return PlainTextResponse("There is no review.\n", 404)
        return Response(chart, media_type="image/svg+xml")

    async def command(self, request: Request) -> Response:
        """Executes a command as on `/ws`: status 200 if done, 409 with the reason if not."""
        try:
            raw = await json_bytes(request)
            decode(raw, dict)  # a body that is not an object is a bad request
        except BadBody as problem:
            return JSONResponse(refusal(None, problem), problem.status)
        except BadMessage as problem:
            return JSONResponse(refusal(None, problem), 400)
        viewer = viewer_of(request.scope)
        reply = await acknowledge(self._commands, raw, author_of(request, viewer), viewer)
        return localized_response(request, reply, 200 if reply["ok"] else 409)
