"""A scripted session behind the real web server, on a free loopback port."""

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import uvicorn
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from pegboard.analysis.discards import discard_table, practice_hands, practice_view
from pegboard.board.layout_files import load_layout
from pegboard.config import Config, GameConfig, WebConfig
from pegboard.cribbage.cards import Cards
from pegboard.devices.cameras import SAMPLES
from pegboard.devices.notices import device_notice
from pegboard.errors import Common, PegboardError
from pegboard.hall_client.scanned import parse_scanned
from pegboard.http.options import uvicorn_options
from pegboard.http.server import Server as PageServer
from pegboard.json_form import MESSAGE_BYTES
from pegboard.ops.power import Power
from pegboard.ops.settings.board_settings import BoardSettings
from pegboard.ops.settings.chosen import SettingsFile
from pegboard.ops.settings.first_start import FirstStart
from pegboard.pairing import PairingRegistry
from pegboard.pairing.switch_question import SwitchQuestion
from pegboard.pairing.viewer import Viewer
from pegboard.schema.commands import Command, Press, ack, refusal, verb_of
from pegboard.schema.messages import AckMessage
from pegboard.session.board_choice import BoardChoice
from pegboard.session.counting.camera_setup import CameraCommand
from pegboard.session.feed.feed import GameFeed
from pegboard.session.feed.types import Feed, JsonObject
from pegboard.session.views.welcome import welcome
from pegboard.web.app import PageParts, Settings, create_app
from pegboard.web.club.hall import hall_routes
from pegboard.web.network.switch import NetworkSwitch
from pegboard.web.settings import power_routes, settings_routes
from tests.support.waiting import await_until


class FakeHall:
    """A hall client that joins any hall, with a scripted camera."""

    present = True

    def __init__(self) -> None:
        self.joined = ("", "")
        self.table = 0
        """That was asked for."""
        self.views: list[str] = []
        """The codes that the camera sees, one a look; it sees none after the last."""
        self.picture: bytes | None = None

    def report(self) -> dict[str, Any]:
        """Returns the status of the hall joined last."""
        url, _ = self.joined
        return {"url": url, "fixed": False, "connected": bool(url), "to_send": 0}

    async def join(self, url: str, code: str, table: int = 0) -> str:
        """Joins a hall and takes a table."""
        self.joined, self.table = (url, code), table
        return "taken" if table else ""

    async def scan(self) -> dict[str, Any] | None:
        """Scans one picture."""
        self.picture = (SAMPLES / "hand-1.jpg").read_bytes()
        code = self.views.pop(0) if self.views else ""
        return asdict(parse_scanned(code)) if code else None


class FakeDesk:
    """A scripted session that records commands and acknowledges them."""

    def __init__(self, state: JsonObject | None = None, layout: JsonObject | None = None) -> None:
        self.feed = GameFeed(state_for=lambda _: self.state)
        self.state: JsonObject = state or {"type": "state", "seq": 1}
        self.layout_message: JsonObject = layout or {"name": "tiny", "length": 2, "tracks": []}
        self.jpeg: bytes | None = None
        self.welcome_message: JsonObject = welcome(
            [device_notice("strip", "memory:")],
            BoardChoice(load_layout("two-track"), is_simulated=False),
            GameConfig(),
            {},
        )
        self.story_message: JsonObject = {"game": "", "seq": 1, "moves": []}
        self.hint_message: JsonObject = {"fault": "no hint here"}
        self.reviews: list[JsonObject] = [{"fault": "no review here"}]
        self.chart_svg: str | None = None
        self.commands: list[JsonObject] = []
        self.players: list[str] = []
        """Those who have played here."""
        self.raw_commands: dict[str, JsonObject] = {}
        """Commands received over WebSockets by id, as sent."""
        self.errors: dict[str, str] = {}
        self.gate: asyncio.Event | None = None
        self.waiting_commands = 0
        """Commands that wait at the gate."""
        self.seen: JsonObject = {"picture": 0, "width": 0, "height": 0, "cards": []}

    def snapshot(self, viewer: Viewer) -> JsonObject:
        return self.state

    def layout(self) -> JsonObject:
        return self.layout_message

    def welcome(self) -> JsonObject:
        return self.welcome_message

    def missed_lines(self, game: str, seq: int) -> JsonObject | None:
        return None

    def record_text(self) -> str:
        return "players 2\npeg 0 5\n"

    def move_log(self) -> JsonObject:
        return self.story_message

    def picture(self) -> bytes | None:
        return self.jpeg

    def table_picture(self) -> bytes | None:
        return self.jpeg

    def seen_table(self) -> JsonObject:
        return self.seen

    def seat_of(self, viewer: Viewer) -> int | None:
        return None

    async def hint(self, seat: int | None) -> JsonObject:
        self.commands.append({"hint": True})
        return self.hint_message

    async def win_chances(self) -> list[float] | None:
        return [0.61, 0.39]

    async def poll_review(self) -> JsonObject:
        self.commands.append({"review": True})
        return self.reviews.pop(0) if len(self.reviews) > 1 else self.reviews[0]

    async def practice_hands(self) -> JsonObject:
        return {"hands": practice_hands(Random(1))}

    async def discards(self, hand: Cards, *, dealer: bool) -> JsonObject:
        return {"table": discard_table(practice_view(hand, dealer=dealer), Random(1))}

    def chart(self, language: str) -> str | None:
        return self.chart_svg

    async def execute(self, command: Command, by: str, viewer: Viewer) -> AckMessage:
        if self.gate is not None:
            self.waiting_commands += 1
            await self.gate.wait()
            self.waiting_commands -= 1
        self.commands.append(self.raw_commands.pop(command.id, {}) or msgspec.to_builtins(command))
        if isinstance(command, Press) and command.button == "boom":
            raise RuntimeError("boom")
        error_text = self.errors.get(verb_of(type(command)))
        if error_text is None:
            return ack(command.id)
        return refusal(command.id, PegboardError(Common.VERBATIM, says=error_text))

    def publish(self, state: JsonObject) -> None:
        self.state = state
        self.feed.publish()

    def subscribe(self, viewer: Viewer) -> AbstractContextManager[Feed]:
        return self.feed.subscribe(viewer)


class FakeCamera:
    """The camera check of a fake desk."""

    def __init__(self, desk: FakeDesk) -> None:
        self.desk = desk

    @property
    def picture(self) -> bytes | None:
        return self.desk.jpeg

    async def step(self, page: str, wish: CameraCommand) -> JsonObject:
        self.desk.commands.append({"camera": wish})
        return {"fault": "no camera here"}


class FakeSettings(BoardSettings):
    """In-memory settings for a fake desk."""

    def __init__(self, config: Config | None = None) -> None:
        first_start = FirstStart(Path("/nowhere"), {})
        super().__init__(
            config or Config(), (), Unwritten(Path()), Path("pegboard.toml"), first_start
        )

    def reset(self, *fixed: str) -> None:
        """Clears the settings and fixes these keys."""
        self._chosen, self._fixed = {}, frozenset(fixed)


def _phones(port: int) -> NetworkSwitch:
    """Returns a door that stands open, whatever the settings say."""
    reachable = FakeSettings(Config(web=WebConfig(host="0.0.0.0")))
    return NetworkSwitch(reachable, SwitchQuestion(lambda: None), None, port)


class Unwritten(SettingsFile):
    """A settings file that is never written."""

    def write(self, chosen: Any) -> None:
        """Does nothing."""


def page_parts(desk: Any, pairing: PairingRegistry | None = None) -> PageParts:
    """Returns the page's dependencies, all backed by the fake desk."""
    camera: Any = FakeCamera(desk)
    return PageParts(
        publisher=desk, commands=desk, pages=desk, coach=desk, camera=camera, pairing=pairing
    )


class Server:
    """A uvicorn server in a thread; `call` runs a function on its loop."""

    def __init__(self, desk: Any, port: int = 0, **options: Any) -> None:
        self.desk = desk
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(("127.0.0.1", port))
        self.port: int = self.socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.settings = FakeSettings()
        nowhere = Path("/nowhere")
        self.power = Power(nowhere, path_unit=nowhere, systemd=nowhere)
        more = [*options.pop("more", ()), *settings_routes(self.settings, _phones(self.port))]
        more += [*power_routes(self.power), Route("/api/history/players", self._players)]
        self.hall = FakeHall()
        more += hall_routes(self.hall, self.hall)
        limits = uvicorn_options(MESSAGE_BYTES, options.pop("admission", None))
        app = create_app(page_parts(desk, options.pop("pairing", None)), Settings(**options), more)
        config = uvicorn.Config(self._record_commands(app), log_level="error", **limits)
        self.uvicorn = PageServer(config)
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.ready = threading.Event()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.thread.start()
        assert self.ready.wait(10)

    async def _players(self, request: Request) -> JSONResponse:
        rows = [{"name": name, "level": None} for name in self.desk.players]
        return JSONResponse({"players": [*rows, {"name": "", "level": "club"}]})

    def _record_commands(self, app: ASGIApp) -> ASGIApp:
        """Wraps the application to record WebSocket commands as clients wrote them."""

        async def overhear(scope: Scope, receive: Receive, send: Send) -> None:
            async def received() -> Any:
                message = await receive()
                with suppress(ValueError, TypeError, KeyError):
                    command = json.loads(message["text"])
                    self.desk.raw_commands[command["id"]] = command
                return message

            await app(scope, received if scope["type"] == "websocket" else receive, send)

        return overhear

    def _run(self) -> None:
        async def main() -> None:
            self.loop = asyncio.get_running_loop()
            serving = asyncio.create_task(self.uvicorn.serve([self.socket]))
            await await_until(lambda: self.uvicorn.started, "the server", every_s=0.005)
            self.ready.set()
            await serving

        asyncio.run(main())

    def call(self, function: Any, *arguments: Any) -> Any:
        async def run() -> Any:
            return function(*arguments)

        assert self.loop is not None
        return asyncio.run_coroutine_threadsafe(run(), self.loop).result(10)

    def stop(self) -> None:
        self.call(self.desk.feed.close)
        self.uvicorn.should_exit = True
        self.thread.join(10)
        self.socket.close()
        assert not self.thread.is_alive()


@contextmanager
def serving(desk: Any, **options: Any) -> Iterator[Server]:
    server = Server(desk, **options)
    try:
        yield server
    finally:
        server.stop()
