"""Construction of the service: opens and connects all that the configuration names."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

from pegboard.archive.archive import Archive, results_against_computers
from pegboard.archive.review_queue import ReviewQueue
from pegboard.board.color import OKABE_ITO
from pegboard.board.layout import Layout
from pegboard.board.layout_files import load_layout
from pegboard.camera.client import CameraClient
from pegboard.camera.reading import PackPrior
from pegboard.config import Config, Setting
from pegboard.devices.autodetect import choose_camera
from pegboard.devices.input_manager import InputManager
from pegboard.devices.notices import device_notice, is_simulated
from pegboard.devices.ports import Strip
from pegboard.devices.strip_driver import StripDriver
from pegboard.devices.strips import open_strip
from pegboard.errors import ConfigError, DeviceError, PegboardError
from pegboard.host.watchdog import Checks
from pegboard.i18n import _
from pegboard.notice import Notice, localize_error
from pegboard.ops.backups import BackupScheduler, is_in_progress
from pegboard.ops.control_socket import serve_control_socket
from pegboard.ops.settings.board_settings import BoardSettings
from pegboard.ops.settings.chosen import SettingsFile, fixed_keys
from pegboard.ops.settings.first_start import FirstStart
from pegboard.pairing import open_pairing, reset_pairing
from pegboard.pairing.viewer import Viewer
from pegboard.schema.setup_request import SetupRequest
from pegboard.service.speech import Speech, open_voice
from pegboard.service.voice import Voice, language_of
from pegboard.service.wire import wire_parts, wire_presses
from pegboard.session.adaptive.strength import AdaptiveStrength
from pegboard.session.board_choice import BoardChoice
from pegboard.session.buttons import Presses
from pegboard.session.coach import Coach
from pegboard.session.commands import Commands
from pegboard.session.counting.camera_setup import CameraSetup
from pegboard.session.feed.notice_board import NoticeBoard
from pegboard.session.lobby import Lobby
from pegboard.session.memory import LastSetups, SavedTableFile, WaitingGames
from pegboard.session.moves import Moves, Updates
from pegboard.session.parts import Parts
from pegboard.session.publisher import Publisher
from pegboard.session.session import Session
from pegboard.session.table import Table
from pegboard.session.views.pages import Pages
from pegboard.session.watching.sample import ADDRESS
from pegboard.storage.codes import JournalNotice
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.notices import NoticeStore
from pegboard.storage.paths import state_folder
from pegboard.storage.port import RunBlocking
from pegboard.storage.recovery import open_journal, open_or_wait
from pegboard.web.app import PageParts


@dataclass(slots=True, kw_only=True)
class App(PageParts):
    """The service, connected but not running: the parts that its page uses, and the others."""

    config: Config
    layout: Layout
    journal: SqliteJournal
    table: Table
    game: Parts
    presses: Presses
    lights: StripDriver
    sources: InputManager
    camera_client: CameraClient
    backups: BackupScheduler
    archive: Archive
    reviewing: ReviewQueue
    speech: Speech
    settings: BoardSettings
    notices: NoticeBoard
    run_blocking: RunBlocking
    journal_worker: ThreadPoolExecutor

    def background_tasks(self) -> list[Coroutine[Any, Any, None]]:
        """Returns the tasks that run as long as the service does."""
        works = [self._control_socket()]  # first, because other programs use it to borrow a device
        works += [self.lights.run(), self.presses.run(), self.game.opponents.run()]
        works += [self.sources.run(), self.game.attract.run(), self.game.watching.run()]
        works += [self.game.sample.run()]
        works += [self.backups.run(), self.backups.run_checkpoints(), self.reviewing.run()]
        return [*works, self.speech.run(self._listen)]

    async def _listen(self, voice: Voice) -> None:
        with self.publisher.subscribe(Viewer("watcher", language=voice.language)) as feed:
            await voice.listen(feed)

    @property
    def voice(self) -> Voice | None:
        """The board's voice; None without a speaker."""
        return self.speech.voice

    async def _control_socket(self) -> None:
        await serve_control_socket(
            self.backups,
            self.backups.state,
            lambda: is_in_progress(self.table),
            self._lent_strip,
            self._change_settings,
        )

    async def _change_settings(self, values: Mapping[str, Any]) -> bool:
        """Changes settings by key; returns whether the service restarts to apply them."""
        await self.settings.change(values)
        return self.settings.restarting

    @asynccontextmanager
    async def _lent_strip(self) -> AsyncIterator[None]:
        """Lends the LEDs to another program, with the buttons if they share a USB port."""
        scheme = self.config.board.strip.partition(":")[0]
        async with AsyncExitStack() as lent:
            if scheme == "serial":
                await lent.enter_async_context(self.sources.suspended(scheme))
            await lent.enter_async_context(self.lights.suspended())
            yield

    def health_checks(self) -> Checks:
        """Returns the checks that must pass before systemd's watchdog is notified."""
        return {
            "journal": lambda: self.run_blocking(self.journal.probe),
            "strip": self.lights.wait_idle,
        }

    async def close(self) -> None:
        """Closes everything, the journal last."""
        self.speech.close()
        self.sources.close()
        await self.camera_client.close()
        await self.game.pairing.save_last_seen()
        await self.archive.close()
        await self.run_blocking(self.journal.close)
        self.journal_worker.shutdown()


async def build_app(
    config: Config,
    *,
    factory: Callable[[Layout], Strip] | None = None,
    camera_client: CameraClient | None = None,
    film: CameraClient | None = None,
    rng: Random | None = None,
    config_file: Path | None = None,
    safe: bool = False,
    on_safe: Callable[[], Notice] | None = None,
    settings: BoardSettings | None = None,
) -> App:
    """Opens the journal and connects the parts of the service.

    Args:
        config: the configuration, with every `auto` resolved.
        factory: opens the strip; None for the configured one.
        camera_client: the camera; None for the configured one.
        film: the camera of the sample deal; None for the bundled film.
        rng: source of shuffles; None for the system's random source.
        config_file: path of the configuration file, for backups.
        safe: whether to run without a journal if it cannot be opened.
        on_safe: called when safe mode is requested at the board; returns a notice. None if it
            cannot be restarted.
        settings: the page's settings, already applied to `config`; None to read them.

    Raises:
        ConfigError: the layout is invalid.
        DeviceError: the journal cannot be opened.
    """
    try:
        layout = load_layout(config.board.layout)
    except ConfigError as error:
        raise ConfigError(Setting.USED, key="board.layout", why=error) from error
    journal_worker = ThreadPoolExecutor(1, "journal")
    loop = asyncio.get_running_loop()

    async def run_blocking(call: Callable[..., Any], *args: Any) -> Any:
        return await loop.run_in_executor(journal_worker, call, *args)

    state = state_folder(config)
    journal, journal_notice = await run_blocking(
        open_safely if safe else open_or_wait, state, time.time()
    )
    table = Table(journal, run_blocking, time.time)
    updates, remembered = Updates(), LastSetups(state)
    notices = NoticeBoard(NoticeStore(state), updates.schedule)
    backups = BackupScheduler(journal, run_blocking, state, notices, config=config_file)
    if journal_notice is not None:
        notices.post(journal_notice)
    archive = Archive(
        journal,
        run_blocking,
        state,
        lambda: table.game,
        remembered.forget_name,
        remembered.rename_player,
    )
    sources = InputManager(config, seats=layout.tracks)
    settings = settings or page_settings(config, config_file)
    if settings.first_start.is_installed and not safe:
        with suppress(DeviceError):  # an unreadable journal is reported on the page
            played = await run_blocking(journal.latest) is not None
            await asyncio.to_thread(settings.first_start.initialize, played=played)
    camera_client = camera_client or open_camera_client(config, settings.config.camera.source)
    boards = BoardChoice(layout, is_simulated=is_simulated(config.board.strip))
    pairing = await open_pairing(state, run_blocking)
    lights = open_lights(config, boards, updates, factory)
    speech = Speech(
        config.voice, partial(open_voice, config, updates.schedule), language_of(config, os.environ)
    )
    reviews = ReviewQueue(archive, partial(game_position, table), time.monotonic)
    rng = rng or SystemRandom()
    lobby = Lobby(
        table,
        boards,
        config.game,
        rng,
        remembered=remembered,
        waiting=WaitingGames(table, SavedTableFile(state), run_blocking),
        run_blocking=run_blocking,
        strength=AdaptiveStrength(partial(results_against_computers, archive), notices),
    )
    parts = wire_parts(
        config,
        Moves(table, updates.schedule),
        lobby,
        boards,
        updates=updates,
        notices=notices,
        pairing=pairing,
        run_blocking=run_blocking,
        rng=rng,
        camera_client=camera_client,
        film=film or open_film(config),
        speech=speech,
        is_first_start=lambda: settings.first_start.is_due,
    )
    session = Session(parts, on_reset=partial(reset_pairing, pairing, state), on_safe=on_safe)
    presses = wire_presses(config, parts, session)
    sources.listen(presses.post, updates.schedule)
    app = App(
        config=config,
        layout=layout,
        journal=journal,
        table=table,
        game=parts,
        presses=presses,
        publisher=Publisher(parts, presses, lights),
        commands=Commands(parts, presses),
        pages=Pages(parts),
        coach=Coach(table, reviews),
        camera=CameraSetup(camera_client, parts.counting, time.monotonic, updates.schedule),
        pairing=pairing,
        lights=lights,
        sources=sources,
        camera_client=camera_client,
        backups=backups,
        archive=archive,
        reviewing=reviews,
        speech=speech,
        settings=settings,
        notices=notices,
        run_blocking=run_blocking,
        journal_worker=journal_worker,
    )

    async def put_back() -> None:
        parts.moves.journal_fault = None  # it concerned the previous file
        await start_first_game(app)

    backups.attach(table, put_back, updates.schedule)
    notices.add_source(partial(device_notices, app))
    return app


def page_settings(config: Config, config_file: Path | None) -> BoardSettings:
    """Returns the settings made on the page.

    Args:
        config: from the file and the command line, with `auto` unresolved.
        config_file: path of the configuration file.
    """
    fixed = fixed_keys(config, config_file)
    folder = state_folder(config)
    return BoardSettings(config, fixed, SettingsFile(folder), config_file, FirstStart(folder))


def open_camera_client(config: Config, source: str) -> CameraClient:
    """Returns the client of the configured camera; its process starts on demand.

    Args:
        config: the configuration, with `auto` resolved.
        source: the configured source, possibly `auto`.
    """
    camera = config.camera
    return CameraClient(
        camera.source,
        timeout_s=camera.timeout_s,
        unit=_camera_unit(),
        find=finder_of(source),
        focus_m=camera.focus_m,
        rotation=camera.rotation,
        pack=PackPrior(camera.deck, language_of(config, os.environ)),
    )


def open_film(config: Config) -> CameraClient:
    """Returns the client of the film for the sample deal; its process starts on demand."""
    return CameraClient(ADDRESS, timeout_s=config.camera.timeout_s, unit=_camera_unit())


def _camera_unit() -> Path | None:
    """Returns the socket of the camera's systemd unit, or None."""
    unit = os.environ.get("PEGBOARD_CAMERA_SOCKET")
    return Path(unit) if unit else None


def finder_of(source: str) -> Callable[[], str] | None:
    """Returns a function that searches for the camera again if the source is `auto`, or None."""
    return (lambda: choose_camera()[0]) if source == "auto" else None


def open_lights(
    config: Config,
    boards: BoardChoice,
    updates: Updates,
    factory: Callable[[Layout], Strip] | None,
) -> StripDriver:
    """Returns the driver of the strip, which opens the strip when it runs."""

    def open_configured(layout: Layout) -> Strip:
        board = config.board
        return open_strip(board.strip, layout.length, board.order, board.max_mA)

    return StripDriver(
        factory or open_configured,
        boards.layout,
        OKABE_ITO,
        brightness=config.board.brightness,
        max_mA=config.board.max_mA,
        clock=time.monotonic,
        on_fault=updates.schedule,
    )


def device_notices(app: App) -> Iterator[Notice]:
    """Yields a notice for each device, and for each file with a problem."""
    config, camera = app.config, app.camera_client
    yield device_notice("strip", config.board.strip, app.lights.fault)
    yield from app.sources.notices()
    trouble = app.journal.waits_for or app.game.moves.journal_fault
    if trouble is not None:
        yield device_notice("journal", fault=trouble)
    if app.backups.fault is not None:
        yield device_notice("copies", fault=app.backups.fault)
    if camera.is_present:
        samples = _("simulated: sample pictures, not your table")
        note = samples if camera.address == "files:" else None
        if note is None and camera.focus_fault is not None:
            note = localize_error(camera.focus_fault)
        yield device_notice("camera", camera.address, camera.fault, note)
    if app.voice is not None:
        yield device_notice("voice", config.voice.speaker, app.voice.fault)
    for fault in app.presses.faults:
        yield device_notice("button", fault=fault)


def open_safely(folder: Path, now: float) -> tuple[SqliteJournal, Notice | None]:
    """Opens the journal; if that fails, one in memory with a notice."""
    try:
        return open_journal(folder, now)
    except DeviceError as error:
        notice = Notice.from_code(JournalNotice.NOT_STORED, about="journal", sticky=True, why=error)
        return SqliteJournal(":memory:"), notice


def game_position(table: Table) -> object:
    """Returns a value that changes with every move of a stored game; None without one."""
    return (table.game, table.seq) if table.is_stored else None


async def start_first_game(app: App) -> None:
    """Restores the interrupted game, or starts a demo or a new game."""
    table, lobby = app.table, app.game.lobby
    demo = app.config.game.demo is True
    if app.journal.waits_for:
        return  # disk error: the backup scheduler restores the game as soon as it can
    latest, left = await app.run_blocking(app.journal.latest), None
    if latest is not None and (went_back_to := lobby.waiting.resumed_game(latest[0])) is not None:
        latest = await app.run_blocking(app.journal.find, went_back_to) or latest
    try:
        if latest is not None:
            await table.resume(*latest)
            lobby.check_setup()
    except PegboardError as error:
        if isinstance(error, DeviceError):
            raise
        # The game was written by another version, or is corrupted. It stays in the journal.
        latest = None
        left = Notice.from_code(
            JournalNotice.LAST_GAME_LEFT, about="journal", sticky=True, why=error
        )
    played = latest is not None and not (table.state.over and demo)
    if played and (table.kind.has_people or demo):
        lobby.load_setup()
        return
    # A board without games starts with a demo, to show what it can do.
    if demo or (latest is None and app.config.game.invites_after_s):
        await lobby.start_demo()
    else:
        await lobby.new_game(SetupRequest("score"))
    if left is not None:  # post it last, because starting a game clears notices
        app.notices.post(left)
