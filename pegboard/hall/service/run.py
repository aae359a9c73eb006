"""Runs the service of a hall until SIGINT or SIGTERM."""

import asyncio
import logging
import signal
import socket
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn

from pegboard.chain.key_file import load_key
from pegboard.hall.folder import FILE, KEY, lock_folder, open_hall
from pegboard.hall.service.app import create_app
from pegboard.hall.service.backups import HallBackups
from pegboard.hall.service.board_registry import BoardRegistry
from pegboard.hall.service.config import HallConfig
from pegboard.hall.service.director import PIN_FILE, DirectorSessions, director_pin
from pegboard.hall.service.event_registry import EventRegistry
from pegboard.hall.service.metrics import Announcer, HallMetrics
from pegboard.hall.service.peers import PeerProcesses
from pegboard.hall.service.scoreboard import Scoreboard
from pegboard.hall_link.messages import MESSAGE_BYTES
from pegboard.host.process_limits import collect_garbage_rarely, raise_file_limit
from pegboard.host.systemd import Systemd
from pegboard.host.watchdog import run_watchdog
from pegboard.http.admission import Admission, Group, Limits
from pegboard.http.host_names import HostNames, network_name
from pegboard.http.lan_address import page_address
from pegboard.http.listener import listen
from pegboard.http.options import uvicorn_options
from pegboard.http.origin_check import LOOPBACK_HOSTS
from pegboard.http.server import Server

log = logging.getLogger(__name__)

LIMITS = Limits(
    local=Group(total=4000, per_address=4000),
    trusted=Group(total=1500, per_address=300),
    strangers=Group(total=3000, per_address=64, per_ipv6=8, per_network=1500),
    most_trusted=2000,
)
"""Connection limits for 1,000 boards and 2,000 public pages; many may share an address."""
FILES = 8192
"""Requested limit on open files."""

Announce = Callable[[Scoreboard, bytes, str], Announcer]
"""Creates an announcer from the scoreboard, the hall's public key, and the URL of its page."""


async def serve_hall(
    config: HallConfig,
    say: Callable[[str], None],
    announce: Announce | None = None,
    config_file: Path | None = None,
    *,
    show_pin: bool = False,
) -> None:
    """Runs a hall until a signal stops it.

    Args:
        config: configuration of the hall.
        say: prints a line for the person who started it.
        announce: creates an additional publisher, if any.
        config_file: the configuration file, for backups.
        show_pin: True to print the director's PIN; a log would keep it.

    Raises:
        DeviceError: the files cannot be used, another process runs this hall, or no port is free.
        OSError: the folder cannot be created.
    """
    raise_file_limit(FILES)
    collect_garbage_rarely()
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    folder = Path(config.folder).expanduser()
    listener = listen(config.web.host, config.web.port)
    port: int = listener.getsockname()[1]
    try:
        with ExitStack() as stack:
            if config.database == FILE:
                stack.enter_context(lock_folder(folder))
            hall = stack.enter_context(
                open_hall(folder, config.database, config.database_password_file)
            )
            pin = director_pin(folder)
            scoreboard = Scoreboard()
            key = load_key(folder / KEY)
            board_registry = BoardRegistry(hall, key, scoreboard)
            event_registry = EventRegistry(
                board_registry.store_thread, key, scoreboard, board_registry.connections.set_seats
            )
            board_registry.connections.on_signed = event_registry.show_again
            await board_registry.open()
            await event_registry.open()
            address, reachable = page_address(config.web.host, port)
            shown = {"name": config.name, "address": address, "reachable": reachable}
            scoreboard.put("hall", shown)
            director = DirectorSessions(
                pin,
                board_registry.store_thread,
                time.monotonic,
                partial(scoreboard.put, "wrong_pins"),
            )
            names = (*LOOPBACK_HOSTS, config.web.host, *config.web.allowed_hosts)
            place = (config.web.host, port)
            url = f"http://{network_name()}:{port}/"
            announcer = announce(scoreboard, key.public, url) if announce is not None else None
            metrics = (
                HallMetrics(board_registry, event_registry, announcer)
                if config.web.metrics
                else None
            )
            app = create_app(
                board_registry,
                event_registry,
                director,
                names,
                place,
                metrics=metrics,
                own_names=HostNames(),
            )
            options = uvicorn_options(MESSAGE_BYTES + 1024, Admission(limits=LIMITS))
            server = Server(uvicorn.Config(app, log_level="warning", **options))
            if port != config.web.port and config.web.port:
                say(f"Port {config.web.port} is in use; taking {port}.")
            host = f"[{config.web.host}]" if ":" in config.web.host else config.web.host
            say(f"the hall is at http://{host}:{port}/")
            say(
                f"The director's PIN is {pin} (in {folder / PIN_FILE})."
                if show_pin
                else f"The director's PIN is in {folder / PIN_FILE}."
            )
            peers = PeerProcesses(board_registry, event_registry) if hall.store.shared else None
            backups = (
                None
                if hall.store.shared
                else HallBackups(board_registry.store_thread, folder, config_file)
            )
            beside = [
                task_owner.run
                for task_owner in (peers, announcer, backups)
                if task_owner is not None
            ]
            await _serve_until(stop, server, listener, board_registry, beside)
    finally:
        listener.close()


async def _serve_until(
    stop: asyncio.Event,
    server: Server,
    listener: socket.socket,
    board_registry: BoardRegistry,
    beside: Sequence[Callable[[], Coroutine[Any, Any, None]]],
) -> None:
    systemd = Systemd()
    asks = {"store": lambda: board_registry.store_thread.run(lambda hall: hall.store.events())}
    try:
        async with asyncio.TaskGroup() as tasks:
            attending = tasks.create_task(run_watchdog(asks, lambda: server.started, systemd))
            others = [tasks.create_task(run()) for run in beside]
            web = tasks.create_task(server.serve(sockets=[listener]))
            await stop.wait()
            systemd.notify("STOPPING=1")
            board_registry.scoreboard.close()
            server.should_exit = True
            await asyncio.wait([web], timeout=3.0)
            server.force_exit = True
            for task in (attending, *others):
                task.cancel()
    finally:
        systemd.close()
        await board_registry.store_thread.close()
