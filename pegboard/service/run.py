"""The service's run: opens the devices, connects the parts, and serves the page.

One event loop owns the state. Beside it run a journal worker, a strip worker, the threads of the
input sources, which only post inputs, and the camera process.
"""

import asyncio
import logging
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random

import uvicorn
from starlette.applications import Starlette

from pegboard.config import Config
from pegboard.devices.autodetect import choose
from pegboard.errors import DeviceError, PegboardError
from pegboard.host import memory
from pegboard.host.systemd import Systemd
from pegboard.host.watchdog import run_watchdog
from pegboard.http.host_names import HostNames
from pegboard.http.listener import listen
from pegboard.http.options import uvicorn_options
from pegboard.http.origin_check import LOOPBACK_HOSTS
from pegboard.http.server import Server
from pegboard.json_form import MESSAGE_BYTES
from pegboard.ops.power import Power
from pegboard.schema.setup_request import SetupRequest
from pegboard.service.build import App, build_app, page_settings, start_first_game
from pegboard.service.hall_scan import HallCodeScanner
from pegboard.service.live import LiveSettings
from pegboard.service.operations import Operations, Start, request_safe_mode
from pegboard.session.parts import Parts
from pegboard.storage.paths import state_folder
from pegboard.web.app import Settings, create_app
from pegboard.web.club.far import far_routes
from pegboard.web.club.hall import hall_routes
from pegboard.web.history import history_routes
from pegboard.web.network.listener import NetworkListener
from pegboard.web.network.switch import NetworkSwitch
from pegboard.web.settings import power_routes, settings_routes
from pegboard.web.update import update_routes

log = logging.getLogger(__name__)

NO_START = Start()
DEMO_REST_S = 10.0
"""Seconds for which a finished demo game is shown."""
FILM_KIB = 200 * 1024
"""Free memory required to show the sample deal, KiB; its process needs 130 MiB."""


@dataclass(slots=True)
class RunResult:
    """Outcome of a run of the service; valid once the event loop is closed."""

    port: int
    """Port of the page."""
    is_restart: bool = False
    """True if a restart was requested."""
    is_signalled: bool = False
    """True after SIGINT or SIGTERM, even if it arrived while stopping."""

    @property
    def must_restart(self) -> bool:
        """True if the service must be started again."""
        return self.is_restart and not self.is_signalled


async def serve(
    config: Config,
    say: Callable[[str], None],
    *,
    rng: Random | None = None,
    until: Callable[[App], Awaitable[None]] | None = None,
    config_file: Path | None = None,
    start: Start = NO_START,
) -> RunResult:
    """Runs the service until SIGINT, SIGTERM or a requested restart.

    Args:
        config: configuration, with the settings of the page applied.
        say: prints a line for the user who started it.
        rng: source of shuffles; None for the system's random source.
        until: coroutine that ends the service when it returns.
        config_file: path of the configuration file, for backups.
        start: the circumstances of the start.

    Raises:
        ConfigError: the layout or the pins are invalid.
        DeviceError: the journal cannot be opened, or no port is free. Other failures are reported
        on the page and retried.
    """
    settings = page_settings(config, config_file)
    config, choices = choose(settings.config)
    for choice in choices:
        say(str(choice))
    listener = listen(config.web.host, config.web.port)
    port: int = listener.getsockname()[1]
    stop, ended = asyncio.Event(), RunResult(port)

    def once_more() -> None:
        ended.is_restart = True
        stop.set()

    def end(*_: object) -> None:
        ended.is_signalled = True

    try:
        app = await build_app(
            config,
            rng=rng,
            config_file=config_file,
            safe=bool(start.safe),
            on_safe=partial(request_safe_mode, start, once_more),
            settings=settings,
        )
    except BaseException:
        listener.close()
        raise
    operations = Operations(app, replace(start, file=config_file, why=choices), once_more, port)
    try:
        await start_first_game(app)
    except PegboardError as error:
        if start.safe is None or isinstance(error, DeviceError):
            raise
        log.error("the latest game cannot go on: %s", error)
        await app.game.lobby.new_game(SetupRequest("score"))
    network = NetworkListener(listener)
    phones = open_phones(app, network, port)
    page = application(app, operations, phones)
    options = uvicorn_options(MESSAGE_BYTES)
    server = Server(uvicorn.Config(page, log_level="warning", **options), phones.start)
    network.attach(server)
    if port != config.web.port and config.web.port:
        say(f"Port {config.web.port} is in use; taking {port}.")
    host = f"[{config.web.host}]" if ":" in config.web.host else config.web.host
    say(f"pegboard is at http://{host}:{port}/")
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
        signal.signal(name, end)  # this handler works even after the loop has stopped

    systemd = Systemd()

    async def watch_end() -> None:
        if until is not None:
            await until(app)
            stop.set()

    try:
        async with asyncio.TaskGroup() as tasks:
            attending = run_watchdog(app.health_checks(), lambda: server.started, systemd)
            works = [
                *app.background_tasks(),
                *operations.background_tasks(),
                watch_end(),
                attending,
            ]
            works += [continue_demo(app.game), LiveSettings(app, operations.restart).run()]
            background = [tasks.create_task(work) for work in works]
            web = tasks.create_task(server.serve(sockets=[listener]))
            await stop.wait()
            systemd.notify("STOPPING=1")
            app.publisher.feed.close()
            server.should_exit = True
            await asyncio.wait([web], timeout=3.0)
            server.force_exit = True
            for task in background:
                task.cancel()
    finally:
        systemd.close()
        await app.close()
    return ended


def open_phones(app: App, network: NetworkListener | None, port: int) -> NetworkSwitch:
    """Returns the switch that lets phones on the network open the page."""
    return NetworkSwitch(app.settings, app.game.switch_question, network, port)


def application(app: App, operations: Operations, phones: NetworkSwitch | None = None) -> Starlette:
    """Returns the web application of a board, with all its routes.

    Args:
        app: assembled parts of the service.
        operations: the operations beside the game.
        phones: the switch for phones; None if only the configuration decides.
    """
    config = app.config
    phones = phones or open_phones(app, None, config.web.port)
    return create_app(
        app,
        Settings(
            allowed_hosts=(*LOOPBACK_HOSTS, config.web.host, *config.web.allowed_hosts),
            own_names=HostNames(),
            language=config.language,
            viewing=config.web.viewing,
            kiosk=config.web.kiosk,
            host=lambda: phones.host,
        ),
        [
            *operations.routes(),
            *history_routes(app.archive, app.reviewing, config.language),
            *update_routes(state_folder(config)),
            *settings_routes(app.settings, phones),
            *power_routes(Power(state_folder(config))),
            *hall_routes(
                operations.hall,
                HallCodeScanner(app.camera_client, lambda: str(operations.hall.report()["url"])),
            ),
            *far_routes(operations.hall.far),
        ],
    )


def has_memory_for_film() -> bool:
    """Returns whether there is enough memory for the film's process; True if unknown."""
    with suppress(OSError):
        free = memory.kib(Path(memory.FILE).read_text(), "MemAvailable")
        return free is None or free >= FILM_KIB
    return True


async def continue_demo(parts: Parts) -> None:
    """Starts the sample deal or the next demo, some time after a demo game ends."""
    table, moves = parts.table, parts.moves
    while True:
        await moves.wait_for_game_over()
        game = table.game
        await asyncio.sleep(min(DEMO_REST_S, 10 * parts.opponents.pace_s))
        if table.kind.has_people:
            await moves.wait_for_game_change(game)
        elif table.game == game and table.state.over:
            with suppress(DeviceError):
                if parts.lobby.is_inviting and parts.opponents.pace_s and has_memory_for_film():
                    await parts.sample.start(chosen=False)
                else:
                    await parts.lobby.next_game()
