"""Telemetry: logs and counts games and device failures, as one of the board's watchers."""

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pegboard import __version__
from pegboard.host.logfmt import log_event
from pegboard.pairing.viewer import WATCHER
from pegboard.storage.paths import state_folder

if TYPE_CHECKING:
    from prometheus_client import Metric

    from pegboard.service.build import App

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Counters:
    """Counters since the start of the service."""

    begun: dict[str, int] = field(default_factory=dict)
    """Games started, by mode."""
    over: dict[str, int] = field(default_factory=dict)
    """Games ended, by mode."""
    lost: dict[str, int] = field(default_factory=dict)
    """Number of times each device was lost, by name."""

    def count(self, kind: dict[str, int], key: str) -> None:
        """Increments a counter."""
        kind[key] = kind.get(key, 0) + 1


class Telemetry:
    """Telemetry of one service. Use from one event loop only."""

    def __init__(self, app: "App", *, safe: bool, began: float) -> None:
        """Starts without records.

        Args:
            app: assembled parts of the service.
            safe: whether the service runs in safe mode.
            began: start of the service, seconds since 1970.
        """
        self._app, self._safe, self._began = app, safe, began
        self._counters = Counters()

    async def run(self) -> None:
        """Logs and counts until cancelled."""
        seats, safe = self._app.layout.tracks, "yes" if self._safe else "no"
        log_event(log, "service.started", version=__version__, safe=safe, seats=seats)
        game, over, broken = "", False, set[str]()
        try:
            with self._app.publisher.subscribe(WATCHER) as feed:
                async for item in feed:
                    if isinstance(item, bytes):
                        continue
                    state = item.state
                    mode = state["mode"]
                    if state["game"] != game:
                        game, over = state["game"], False
                        self._counters.count(self._counters.begun, mode)
                        seats, target = len(state["seats"]), state["target"]
                        log_event(log, "game.begun", mode=mode, seats=seats, target=target)
                    if (state["winner"] is not None) != over:
                        over = not over
                        what = {"winner": state["winner"], "skunk": state["skunk"]}
                        log_event(log, "game.over" if over else "game.reopened", mode=mode, **what)
                        if over:
                            self._counters.count(self._counters.over, mode)
                    broken = self._count_lost_devices(broken)
        finally:
            log_event(log, "service.stopped")

    def _count_lost_devices(self, broken: set[str]) -> set[str]:
        """Logs devices that failed or recovered; returns the names of those failing now."""
        now = {device.name for device in self._app.notices.device_notices() if not device.is_ok}
        for name in sorted(now - broken):
            self._counters.count(self._counters.lost, name)
            log_event(log, "device.lost", logging.WARNING, device=name)
        for name in sorted(broken - now):
            log_event(log, "device.back", device=name)
        return now

    async def metrics(self) -> bytes:
        """Returns the metrics in Prometheus's text format."""
        from pegboard.http.prometheus import counter, gauge, gauges, summary, text

        app, counters = self._app, self._counters
        devices = {(each.name, float(each.is_ok)) for each in app.notices.device_notices()}
        commits = app.journal.commits
        gathered = [
            *await asyncio.to_thread(self._machine_metrics),
            gauge("pegboard_start_time_seconds", "Time the service started.", self._began),
            gauge("pegboard_safe_mode", "Whether it runs in safe mode.", self._safe),
            counter("pegboard_games_begun_total", "Games begun.", "mode", counters.begun),
            counter("pegboard_games_over_total", "Games ended.", "mode", counters.over),
            counter(
                "pegboard_device_lost_total", "Times a device was lost.", "device", counters.lost
            ),
            gauges(
                "pegboard_device_ok",
                "Whether a device works.",
                "device",
                dict(sorted(devices)),
            ),
            summary(
                "pegboard_journal_commit_seconds",
                "Time until an action was on disk.",
                commits.count,
                commits.seconds,
            ),
            gauge(
                "pegboard_journal_commit_slowest_seconds", "The slowest commit.", commits.slowest
            ),
            gauge("pegboard_watchers", "Open pages.", len(app.publisher.feed)),
            gauges(
                "pegboard_score",
                "Score of each seat.",
                "seat",
                {str(seat): score for seat, score in enumerate(app.table.state.scores)},
            ),
        ]
        return text(gathered)

    def _machine_metrics(self) -> "list[Metric]":
        from pegboard.http.prometheus import gauge, process
        from pegboard.ops.doctor.checks import pi
        from pegboard.ops.doctor.probe import SystemProbe

        state = state_folder(self._app.config)
        machine = SystemProbe(config=self._app.config, state=state)
        found = [*process()]
        bits = pi.throttled(machine)
        if bits is not None:
            found.append(gauge("pegboard_throttled", "Bits of vcgencmd get_throttled.", bits))
        milli = machine.number("sys/class/thermal/thermal_zone0/temp")
        if milli is not None:
            found.append(gauge("pegboard_celsius", "Temperature of the processor.", milli / 1000))
        with suppress(OSError):
            free, _ = machine.space(state)
            found.append(
                gauge("pegboard_disk_free_bytes", "Free space where the journal is.", free)
            )
        return found
