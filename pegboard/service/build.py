"""All that the configuration names, opened and wired together: the service before it runs."""

import asyncio
import os
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

from pegboard.board.color import OKABE_ITO
from pegboard.board.layout import Layout
from pegboard.board.layout_files import load_layout
from pegboard.config import Config
from pegboard.devices.cameras.client import Eyes
from pegboard.devices.health import Health
from pegboard.devices.input_manager import Sources
from pegboard.devices.ports import Strip
from pegboard.devices.speakers import open_speaker
from pegboard.devices.strip_driver import Lights
from pegboard.devices.strips import open_strip
from pegboard.errors import ConfigError, DeviceError, PegboardError
from pegboard.history.archive import Archive
from pegboard.history.review_queue import Reviewing
from pegboard.i18n import say
from pegboard.ops.backups import Keeper, is_open
from pegboard.ops.control_socket import serve_hatch
from pegboard.ops.watchdog import Asks
from pegboard.service.voice import Voice, language_of
from pegboard.session.board_choice import Boards
from pegboard.session.commands import Commands
from pegboard.session.feed.viewer import Viewer
from pegboard.session.last_setup import Remembered
from pegboard.session.pairing import forget, open_door
from pegboard.session.session import ServiceDesk
from pegboard.session.setup_request import SetupRequest
from pegboard.session.table import Table
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.notices import Bulletins
from pegboard.storage.paths import state_folder
from pegboard.storage.pictures import Album
from pegboard.storage.recovery import open_journal, open_or_wait
from pegboard.storage.worker import OffLoop


@dataclass(slots=True)
class Parts:
    """The service, wired together but not running."""

    config: Config
    layout: Layout
    journal: SqliteJournal
    table: Table
    lights: Lights
    sources: Sources
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
    desk.obey = Commands(desk).do
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


def open_safely(folder: Path, now: float) -> tuple[SqliteJournal, str]:
    """The journal; one in memory where it cannot be opened, and what to tell of that."""
    try:
        return open_journal(folder, now)
    except DeviceError as error:
        told = say("Games are not kept while the board runs in safe mode: {why}", why=str(error))
        return SqliteJournal(":memory:"), told


def people_moved(table: Table) -> object:
    """Something that changes with every move of a game that is not a demo."""
    return None if table.mode == "demo" else (table.game, table.seq)


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
            say(
                "The last game cannot be gone on with ({why}). It is still in the journal.",
                why=str(error),
            )
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
        await host.new(SetupRequest("score"))
