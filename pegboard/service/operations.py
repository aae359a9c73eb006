"""Operations besides the game: doctor, MQTT, hall, metrics, and a record of starts.

A failure here never stops the game. The service serves the routes, runs the tasks and shows the
notices.
"""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.routing import BaseRoute

from pegboard.devices.autodetect import Choice
from pegboard.devices.notices import device_notice
from pegboard.errors import ConfigError, PegboardError
from pegboard.hall_client.codes import HallLink
from pegboard.hall_client.link_state import HallState
from pegboard.http.host_names import network_name
from pegboard.http.metrics import metrics_routes
from pegboard.i18n import _
from pegboard.mqtt.adapter import MqttAdapter
from pegboard.notice import Fix, Level, Notice
from pegboard.ops.doctor.service import DoctorService
from pegboard.ops.safe_mode import WELL_S, SafeMode, StartRecord
from pegboard.service.hall_link import HallConnection
from pegboard.service.telemetry import Telemetry
from pegboard.storage import factory_reset
from pegboard.storage.integrity.inspection import AFTER_CLEAN_STOP
from pegboard.storage.paths import state_folder
from pegboard.web.doctor import doctor_routes

if TYPE_CHECKING:
    from pegboard.hall_client.push import HallPush
    from pegboard.service.build import App

log = logging.getLogger(__name__)

SAFE_MODE = "safe-mode"
"""Subject of notices about safe mode."""
GAMES_REPLAYED = 20
"""Number of games the doctor replays while people may be playing."""


@dataclass(frozen=True, slots=True)
class Start:
    """Circumstances in which the service started."""

    starts: StartRecord | None = None
    """Record of failed starts; None if none is kept."""
    safe: PegboardError | None = None
    """Reason for safe mode; None if it is off."""
    file: Path | None = None
    """The configuration file."""
    fault: ConfigError | None = None
    """Fault of the configuration file, if any."""
    why: Sequence[Choice] = ()
    """Resolved `auto` settings and the reasons."""


def request_safe_mode(start: Start, on_restart: Callable[[], None]) -> Notice:
    """Restarts the service in safe mode; returns a notice."""
    if start.starts is None or start.safe is not None:
        return Notice.from_code(SafeMode.ALREADY, about=SAFE_MODE, level=Level.INFO)
    start.starts.request_safe_mode(SafeMode.HELD)
    on_restart()
    return Notice.from_code(SafeMode.STARTING, about=SAFE_MODE, level=Level.INFO)


def hall_notices(state: HallState | None) -> list[Notice]:
    """Returns a notice about the hall; none without a hall."""
    if state is None:
        return []
    notice = device_notice("hall", state.url, state.fault)
    is_temporary = notice.code in (HallLink.AWAY, HallLink.NOT_YET)
    level = Level.WARNING if is_temporary else notice.level
    return [replace(notice, level=level, facts={**notice.facts, "to_send": state.to_send})]


class Operations:
    """Operations besides the game in one service. Use from one event loop only."""

    def __init__(self, app: "App", start: Start, on_restart: Callable[[], None], port: int) -> None:
        """Connects the operations; nothing runs yet.

        Args:
            app: assembled parts of the service.
            start: the circumstances of the start.
            on_restart: restarts the service.
            port: port of the page.
        """
        self._app, self._start, self._on_restart = app, start, on_restart
        self._started_at = time.time(), time.monotonic()
        self._telemetry = Telemetry(app, safe=start.safe is not None, began=self._started_at[0])
        self._mqtt, self._home = MqttAdapter(app.game, app.publisher, app.commands), None
        mqtt, folder = app.config.mqtt, state_folder(app.config)
        if mqtt.broker != "none":
            url = f"http://{network_name()}:{port}/"
            self._home = self._mqtt.connect(mqtt, folder, url)
        self.hall = HallConnection(app.config.hall, folder, self._connect_hall)
        app.game.updates.add_listener(self.hall.wake)
        app.notices.add_source(self.notices)

    def notices(self) -> list[Notice]:
        """Returns notices about safe mode, MQTT and the hall."""
        found = []
        if self._start.safe is not None:
            fault = PegboardError(SafeMode.ON, why=self._start.safe)
            found.append(replace(Notice.from_error(fault, SAFE_MODE), name="safe mode"))
        return found + self._mqtt.notices() + hall_notices(self.hall.state)

    def background_tasks(self) -> list[Coroutine[Any, Any, None]]:
        """Returns the tasks that run as long as the service does."""
        works = [self._telemetry.run()]
        if self._start.starts is not None:
            works.append(self._mark_healthy(self._start.starts))
        if self._start.safe is None:
            works.append(self.hall.run())
        if self._home is not None:
            works.append(self._home.run())
        return works

    def routes(self) -> list[BaseRoute]:
        """Returns the routes besides the game's."""
        fixes = {Fix.FORGET_RESET: self._forget_reset, Fix.COPY_GAMES: self._copy_games}
        if self._start.starts is not None and self._start.safe is not None:
            fixes[Fix.START_NORMALLY] = self._start_normally
        routes = doctor_routes(DoctorService(self._examine, fixes, state_folder(self._app.config)))
        if self._app.config.web.metrics:
            routes += metrics_routes(self._telemetry.metrics)
        return routes

    def _connect_hall(self) -> "HallPush":
        """Returns the hall client, connected to the table."""
        from pegboard.hall_client.push import HallPush
        from pegboard.service.event_bridge import EventBridge
        from pegboard.service.remote_bridge import RemoteGameBridge

        app = self._app
        far = RemoteGameBridge(app.game)
        signatures = EventBridge(
            app.game.signing, app.game.lobby.start_seeded, app.game.remote.take_over
        )
        push = HallPush(
            app.config.hall,
            state_folder(app.config),
            app.journal,
            app.run_blocking,
            app.game.updates.schedule,
            signatures,
            far,
        )
        far.connect(push.remote)
        signatures.connect(push.cards)
        return push

    # --- start and restart

    async def _mark_healthy(self, starts: StartRecord) -> None:
        """Records the start as successful after a while, once all checks have responded."""
        await asyncio.sleep(WELL_S)
        for ask in self._app.health_checks().values():
            with suppress(PegboardError, OSError):
                await ask()
        config = None if self._start.fault else self._app.config
        await asyncio.to_thread(starts.record_success, config)

    async def restart(self) -> None:
        """Restarts the service shortly, at the request of the page."""
        if self._start.starts is not None:
            await asyncio.to_thread(self._start.starts.record_success)
        # Delayed so that the response reaches the page.
        asyncio.get_running_loop().call_later(0.3, self._on_restart)

    async def _start_normally(self) -> str:
        await self.restart()
        return _("The board is starting normally.")

    async def _forget_reset(self) -> str:
        await asyncio.to_thread(factory_reset.clear, state_folder(self._app.config))
        return _("The reset was cancelled.")

    async def _copy_games(self) -> str:
        made = await self._app.backups.copy()
        if made is None:
            return _("The newest copy matches the journal: there was nothing to do.")
        return _("The games have been copied.")

    # --- doctor

    async def _examine(self) -> list[Notice]:
        from pegboard.ops.doctor.checks.games import read
        from pegboard.ops.doctor.probe import SystemProbe
        from pegboard.ops.doctor.run import examine

        app, journal = self._app, self._app.journal

        def look() -> Any:
            # This runs on the journal's thread, so it only reads; games are replayed elsewhere.
            known = journal.games()
            entries = {game: journal.load(game) for game, *_ in known[-GAMES_REPLAYED:]}
            check, number = journal.check(), journal.newest(AFTER_CLEAN_STOP)
            if check == "ok" and number:
                lines, _ = journal.damaged_lines(number, AFTER_CLEAN_STOP)
                check = str(lines[0]) if lines else check
            return check, known, entries

        games = None
        with suppress(PegboardError, OSError, sqlite3.Error, ValueError):
            check, known, entries = await app.run_blocking(look)
            games = await asyncio.to_thread(read, check, known, entries.__getitem__, GAMES_REPLAYED)
        machine = SystemProbe(
            config=app.config,
            state=state_folder(app.config),
            config_file=self._start.file,
            config_fault=self._start.fault,
            why=self._start.why,
            live=self._devices(),
            games=games,
            safe=self._start.safe,
            began=self._started_at,
        )
        return await asyncio.to_thread(examine, machine)

    def _devices(self) -> list[Notice]:
        return [each for each in self._app.notices.device_notices() if each.about != SAFE_MODE]
