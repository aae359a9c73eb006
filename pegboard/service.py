"""The service: opens what the configuration names, wires it together, and keeps it going.

One event loop owns the state. Beside it: one journal worker, one strip worker, the sources'
own threads, which only post inputs, and the camera in a process of its own.
"""

import asyncio
import logging
import os
import signal
import socket
import time
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import uvicorn
from starlette.applications import Starlette

from pegboard.album import Album
from pegboard.archive import Archive
from pegboard.beside import Beside, Start
from pegboard.board.color import OKABE_ITO
from pegboard.board.layout import Layout
from pegboard.boards import Boards
from pegboard.config import Config
from pegboard.controls import Button, Pressed
from pegboard.desk import ServiceDesk
from pegboard.errors import ConfigError, DeviceError, DeviceMissing, PegboardError
from pegboard.eyes import Eyes
from pegboard.folders import state_folder
from pegboard.inputs import open_inputs
from pegboard.journal import SqliteJournal
from pegboard.keeping.bulletins import Bulletins
from pegboard.keeping.hatch import serve_hatch
from pegboard.keeping.keeper import Keeper, is_open
from pegboard.keeping.recovery import open_journal, open_or_wait
from pegboard.layout_files import load_layout
from pegboard.lights import Lights
from pegboard.machine import choose
from pegboard.notify import notify
from pegboard.pairing import forget, open_door
from pegboard.ports import InputSource, Post, Strip
from pegboard.remembered import Remembered
from pegboard.reviewing import Reviewing
from pegboard.snapshot import Health
from pegboard.speakers import open_speaker
from pegboard.strips import open_strip
from pegboard.table import OffLoop, Table
from pegboard.voice import Voice, language_of
from pegboard.watchdog import Asks, attend
from pegboard.web.app import create_app, uvicorn_options
from pegboard.web.guard import LOOPBACK_HOSTS
from pegboard.web.history import history_routes
from pegboard.web.update import update_routes
from pegboard.web.viewer import Viewer

log = logging.getLogger(__name__)

PORTS_TRIED = 50
NO_START = Start()
DEMO_REST_S = 10.0
"""Seconds a finished demo game is shown before the next begins."""


@dataclass(slots=True)
class Parts:
    """The service, wired together but not running."""

    config: Config
    layout: Layout
    journal: SqliteJournal
    table: Table
    lights: Lights
    sources: "Sources"
    eyes: Eyes | None
    desk: ServiceDesk
    keeper: Keeper
    archive: Archive
    reviewing: Reviewing
    voice: Voice | None
    off_loop: OffLoop
    journal_worker: ThreadPoolExecutor

    def works(self) -> list[Coroutine[Any, Any, None]]:
        """What runs for as long as the service does."""
        desk = self.desk
        works = [self.lights.run(), desk.run(), desk.opponents.run(), self.sources.run()]
        if self.voice is not None:
            works += [self.voice.run(), self._listen(self.voice)]
        works += [desk.attract.run(), self.keeper.run(), self.reviewing.run()]
        return [*works, self._hatch()]

    async def _listen(self, voice: Voice) -> None:
        with self.desk.watch(Viewer("watcher", language=voice.language)) as feed:
            await voice.listen(feed)

    async def _hatch(self) -> None:
        await serve_hatch(self.keeper, self.keeper.state, lambda: is_open(self.table))

    def asks(self) -> Asks:
        """What has to answer before systemd is told that all is well."""
        return {
            "journal": lambda: self.off_loop(self.journal.alive),
            "strip": self.lights.answers,
        }

    async def close(self) -> None:
        """Lets go of everything; the journal last."""
        if self.voice is not None:
            self.voice.close()
        self.sources.close()
        if self.eyes is not None:
            await self.eyes.close()
        await self.desk.door.save()
        await self.archive.close()
        await self.off_loop(self.journal.close)
        self.journal_worker.shutdown()


async def assemble(
    config: Config,
    *,
    opened: Callable[[Layout], Strip] | None = None,
    rng: Random | None = None,
    config_file: Path | None = None,
    safe: bool = False,
    more_health: Callable[[], list[Health]] = list,
    on_safe: Callable[[], str] = str,
) -> Parts:
    """Opens the journal and wires the service together.

    Args:
        config: decided: no `auto` is left in it.
        opened: opens the strip, where it is not the configuration's.
        rng: shuffles, where it is not the system's.
        config_file: where the configuration was read, for backups.
        safe: whether a journal that cannot be opened is done without.
        more_health: what else is to be seen on the page.
        on_safe: called when safe mode was asked for at the board; says what comes of it.

    Raises:
        ConfigError: the layout is wrong.
        DeviceError: the journal cannot be opened.
    """
    try:
        layout = load_layout(config.board.layout)
    except ConfigError as error:
        raise ConfigError(f"board.layout: {error}") from error
    journal_worker = ThreadPoolExecutor(1, "journal")
    loop = asyncio.get_running_loop()

    async def off_loop(call: Callable[..., Any], *args: Any) -> Any:
        return await loop.run_in_executor(journal_worker, call, *args)

    state = state_folder(config)
    journal, told = await off_loop(open_safely if safe else open_or_wait, state, time.time())
    keeper = Keeper(journal, off_loop, state, Bulletins(state), config=config_file)
    if told:
        keeper.bulletins.tell(told)
    table = Table(journal, off_loop, time.time)
    remembered = Remembered(state)
    archive = Archive(journal, off_loop, state, lambda: table.game, remembered.forget)
    sources = Sources(config, seats=layout.tracks)
    eyes = None
    if config.camera.source != "none":
        unit = os.environ.get("PEGBOARD_CAMERA_SOCKET")  # our systemd unit says where it is
        eyes = Eyes(
            config.camera.source,
            timeout_s=config.camera.timeout_s,
            unit=Path(unit) if unit else None,
        )

    def open_configured() -> Strip:
        if opened:
            return opened(lights.layout)
        return open_strip(config.board.strip, lights.layout.length, config.board.order)

    lights = Lights(
        open_configured,
        layout,
        OKABE_ITO,
        brightness=config.board.brightness,
        max_mA=config.board.max_mA,
        clock=time.monotonic,
        on_frame=lambda frame: desk.hub.frame(frame),
        on_health=lambda: desk.changed(),
    )

    voice: Voice | None = None

    def health() -> list[Health]:
        devices = [
            Health("strip", config.board.strip, lights.health.ok, lights.health.says),
            *sources.health(),
        ]
        if journal.waits_for:
            devices.append(Health("journal", "", False, journal.waits_for))
        if keeper.says:
            devices.append(Health("copies", "", False, keeper.says))
        if eyes is not None:
            samples = (
                "simulated: sample pictures, not your table" if eyes.address == "files:" else ""
            )
            devices.append(Health("camera", eyes.address, eyes.ok, eyes.says or samples))
        if voice is not None:
            devices.append(Health("voice", config.voice.speaker, voice.ok, voice.says))
        return devices + more_health()

    drawn = Health("strip", config.board.strip, True, "").simulated
    desk = ServiceDesk(
        table,
        lights,
        Boards(layout, drawn=drawn),
        await open_door(state_folder(config), off_loop),
        game=config.game,
        commit_s=config.buttons.commit_s,
        hold_s=config.buttons.debounce_ms / 1000,
        press=sources.press,
        eyes=eyes,
        album=Album(state_folder(config) / "pictures", max_mb=config.camera.pictures_max_mb),
        remembered=remembered,
        off_loop=off_loop,
        peg_after_s=config.camera.peg_after_s,
        clock=time.monotonic,
        rng=rng or SystemRandom(),
        health=health,
        on_reset=lambda: forget(desk.door, state_folder(config)),
        on_safe=on_safe,
        bulletins=keeper.bulletins,
    )
    if config.voice.speaker != "none":
        speaker, volume = config.voice.speaker, config.voice.volume
        voice = Voice(
            lambda: open_speaker(speaker, volume), language_of(config, os.environ), desk.changed
        )
    sources.listen(desk.presses.post, desk.changed)
    parts = Parts(
        config,
        layout,
        journal,
        table,
        lights,
        sources,
        eyes,
        desk,
        keeper,
        archive,
        Reviewing(archive, lambda: people_moved(table), time.monotonic),
        voice,
        off_loop,
        journal_worker,
    )

    async def put_back() -> None:
        desk.journal_works()
        await first_game(parts)

    keeper.serve(table, put_back, desk.changed)
    return parts


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run of the service ended."""

    again: bool
    """It is to be started anew."""
    port: int
    """The port its page was at."""


async def serve(
    config: Config,
    say: Callable[[str], None],
    *,
    rng: Random | None = None,
    until: Callable[[ServiceDesk], Awaitable[None]] | None = None,
    config_file: Path | None = None,
    start: Start = NO_START,
) -> Ended:
    """Runs until SIGINT or SIGTERM, or until somebody wants it started anew.

    Args:
        config: the effective configuration.
        say: prints one line for whoever started it.
        rng: shuffles, where it is not the system's.
        until: another reason to stop: it ends when this does.
        config_file: where the configuration was read, for backups.
        start: how it came to be started.

    Raises:
        ConfigError: the layout or the pins are wrong.
        DeviceError: the journal cannot be opened, or no port is free. Everything else that fails
            is reported on the page and tried again.
    """
    config, reasons = choose(config)
    for reason in reasons:
        say(reason)
    listener = listen(config.web.host, config.web.port)
    port: int = listener.getsockname()[1]
    stop, again = asyncio.Event(), asyncio.Event()
    beside: Beside | None = None

    def once_more() -> None:
        again.set()
        stop.set()

    try:
        parts = await assemble(
            config,
            rng=rng,
            config_file=config_file,
            safe=bool(start.safe),
            more_health=lambda: beside.health() if beside else [],
            on_safe=lambda: beside.hold_safe() if beside else "",
        )
    except BaseException:
        listener.close()
        raise
    desk = parts.desk
    beside = Beside(parts, replace(start, file=config_file, why=reasons), once_more, port)
    try:
        await first_game(parts)
    except PegboardError as error:
        if not start.safe or isinstance(error, DeviceError):
            raise
        log.error("the latest game cannot go on: %s", error)
        await desk.host.new({"mode": "score"})
    app = application(parts, beside)
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", **uvicorn_options()))
    # The service stops everything in its own order, so uvicorn leaves signals alone.
    server.capture_signals = nullcontext  # type: ignore[method-assign,assignment]
    if port != config.web.port and config.web.port:
        say(f"Port {config.web.port} is in use; taking {port}.")
    host = f"[{config.web.host}]" if ":" in config.web.host else config.web.host
    say(f"pegboard is at http://{host}:{port}/")
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)

    async def watch_end() -> None:
        if until is not None:
            await until(desk)
            stop.set()

    try:
        async with asyncio.TaskGroup() as tasks:
            attending = attend(parts.asks(), lambda: server.started)
            works = [*parts.works(), *beside.works(), play_on(desk, config), watch_end(), attending]
            background = [tasks.create_task(work) for work in works]
            web = tasks.create_task(server.serve(sockets=[listener]))
            await stop.wait()
            notify("STOPPING=1")
            desk.hub.close()
            server.should_exit = True
            await asyncio.wait([web], timeout=3.0)
            server.force_exit = True
            for task in background:
                task.cancel()
    finally:
        await parts.close()
    return Ended(again.is_set(), port)


def open_safely(folder: Path, now: float) -> tuple[SqliteJournal, str]:
    """The journal; one in memory where it cannot be opened, and what to tell of that."""
    try:
        return open_journal(folder, now)
    except DeviceError as error:
        told = f"Games are not kept while the board runs in safe mode: {error}"
        return SqliteJournal(":memory:"), told


def people_moved(table: Table) -> object:
    """Something that changes with every move of a game that is not a demo."""
    return None if table.mode == "demo" else (table.game, table.seq)


def application(parts: Parts, beside: Beside) -> Starlette:
    """The page of a board, with all that is served beside it."""
    config = parts.config
    own = socket.gethostname()
    hosts = (*LOOPBACK_HOSTS, config.web.host, own, f"{own}.local", *config.web.allowed_hosts)
    return create_app(
        parts.desk,
        allowed_hosts=hosts,
        language=config.language,
        door=parts.desk.door,
        viewing=config.web.viewing,
        kiosk=config.web.kiosk,
        host=config.web.host,
        keeper=parts.keeper,
        more=[
            *beside.routes(),
            *history_routes(parts.archive, parts.reviewing, config.language),
            *update_routes(state_folder(config)),
        ],
    )


async def first_game(parts: Parts) -> None:
    """The game that a pulled plug interrupted, as it stood; else a demo, or a new game."""
    table, demo = parts.table, parts.config.game.demo
    if parts.journal.waits_for:
        return  # the disk is in trouble; the keeper puts the game on the table once it can
    latest = await parts.off_loop(parts.journal.latest)
    try:
        if latest is not None:
            await table.resume(*latest)
            parts.desk.host.check_room()
    except PegboardError as error:
        if isinstance(error, DeviceError):
            raise
        # An older or a newer pegboard wrote it, or a bit has tipped. It stays where it is.
        parts.keeper.bulletins.tell(
            f"The last game cannot be gone on with ({error}). It is still in the journal."
        )
        latest = None
    played = latest is not None and not (table.state.over and demo)
    if played and (table.mode != "demo" or demo):
        parts.desk.host.seated()
        return
    # A board on which nothing was ever played shows at once what it is.
    host = parts.desk.host
    if demo or (latest is None and parts.config.game.attract_s):
        await host.invite()
    else:
        await host.new({"mode": "score"})


async def play_on(desk: ServiceDesk, config: Config) -> None:
    """Begins the next demo game a while after one has ended."""
    while True:
        await desk.game_over()
        game = desk.table.game
        await asyncio.sleep(min(DEMO_REST_S, 10 * config.game.pace_s))
        if desk.table.mode != "demo":
            await desk.another_game(game)
        elif desk.table.game == game and desk.table.state.over:
            with suppress(DeviceError):
                await desk.host.next_game()


def listen(host: str, port: int) -> socket.socket:
    """A listening socket on the port, or on the next free one.

    Raises:
        DeviceError: the host is not an address of this machine, or no port is free.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in (port,) if port == 0 else range(port, min(port + PORTS_TRIED, 65536)):
        # Named in full, or asyncio would not send small answers at once (TCP_NODELAY).
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        # Not SO_REUSEADDR alone decides: a port that another service listens on is refused.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, number))
            listener.listen(128)
        except OSError as error:
            listener.close()
            if error.errno == 98:
                continue
            raise DeviceError(f"web: {host}:{number}: {error.strerror or error}") from error
        return listener
    raise DeviceError(f"web: no free port from {port} to {port + PORTS_TRIED - 1} on {host}")


class Sources:
    """The buttons and whatever else is pressed: opened, again and again until it works."""

    def __init__(self, config: Config, *, seats: int) -> None:
        """Opens nothing yet.

        Args:
            config: `buttons.source`, whose pins the page presses where they can be pressed, and
                `buttons.also`.
            seats: seats that have buttons.
        """
        self._pins, self._seats = config.buttons.pins, seats
        self._inputs = config.buttons.inputs
        self._main, *_ = self._addresses = [config.buttons.source, *config.buttons.also]
        self._open: dict[str, InputSource] = {}
        self._says = dict.fromkeys(self._addresses, "")
        self._post: Post = lambda _: None
        self._changed: Callable[[], None] = lambda: None

    def listen(self, post: Post, changed: Callable[[], None]) -> None:
        """Says who gets the inputs, and who is told when something changes."""
        self._post, self._changed = post, changed

    def health(self) -> list[Health]:
        """How each source is."""
        found = []
        for address, says in self._says.items():
            faults = getattr(self._open.get(address), "faults", tuple)
            says = says or "; ".join(faults())
            found.append(Health("buttons", address, not says, says))
        return found

    async def run(self) -> None:
        """Opens every source; one that fails is named, and tried again with growing pauses."""
        pause = 0.5
        while not all(address in self._open for address in self._addresses):
            for address in self._addresses:
                if address not in self._open:
                    self._try(address)
            self._changed()
            await asyncio.sleep(pause)
            pause = min(pause * 2, 30.0)

    def _try(self, address: str) -> None:
        main: Any = self._open.get(self._main)
        through = main if hasattr(main, "press") else None
        try:
            source = open_inputs(
                address, self._seats, self._pins, inputs=self._inputs, through=through
            )
            source.start(self._post)
        except (PegboardError, OSError) as error:
            if self._says[address] != str(error):
                log.warning("buttons: %s", error)
            self._says[address] = str(error)
        else:
            self._open[address], self._says[address] = source, ""

    def press(self, button: Button) -> None:
        """A press from the page: through the simulated pins, or beside the real ones."""
        press = getattr(self._open.get(self._main), "press", None)
        if press is not None:
            with suppress(DeviceMissing):  # four seats share the buttons of two tracks
                press(button)
                return
        self._post(Pressed(button, time.monotonic()))

    def close(self) -> None:
        """Lets go of the pins and of the keyboard."""
        for source in reversed(self._open.values()):
            source.close()
