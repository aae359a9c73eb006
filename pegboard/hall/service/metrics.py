"""Prometheus metrics of a hall (`[web] metrics`): numbers only, no names."""

import asyncio
import time
from typing import Protocol

from pegboard.errors import PegboardError
from pegboard.hall.service.board_registry import BoardRegistry
from pegboard.hall.service.event_registry import EventRegistry


class Announcer(Protocol):
    """Publisher of the scoreboard to another system while the hall runs."""

    @property
    def fault(self) -> PegboardError | None:
        """The current fault; None if publication works."""

    async def run(self) -> None:
        """Publishes until cancelled or the scoreboard is closed; survives errors."""


class HallMetrics:
    """Collector of a hall's metrics.

    Args:
        board_registry: registry of the boards.
        event_registry: registry of the events.
        announcer: publisher to an MQTT broker, if any.
    """

    def __init__(
        self,
        board_registry: BoardRegistry,
        event_registry: EventRegistry,
        announcer: Announcer | None = None,
    ) -> None:
        self._board_registry, self._event_registry, self._announcer = (
            board_registry,
            event_registry,
            announcer,
        )
        self._began = time.time()

    async def read(self, onlookers: int) -> bytes:
        """Returns the metrics in Prometheus text format.

        Args:
            onlookers: number of open public connections.

        Raises:
            DeviceError: the store cannot be read.
        """
        # Imported late: the library loads 140 modules.
        from pegboard.http.prometheus import counter, gauge, gauges, process, text

        rows, event_registry = (
            await self._board_registry.boards(),
            await self._event_registry.overview(),
        )
        states: dict[str, float] = {}
        for row in rows:
            for state in row["states"]:
                states[state] = states.get(state, 0.0) + 1
        event = event_registry["event"]
        tables = event.tables if event is not None else ()
        began, commits = self._began, self._board_registry.store_thread.commits
        connected = sum(row["connected"] for row in rows)
        entries = sum(row["entries"] for row in rows)
        behind = sum(row["states"].get("behind", 0) for row in rows)
        open_games = sum(None in table.points for table in tables)
        broker = []
        if self._announcer is not None:
            connected_to_broker = self._announcer.fault is None
            broker = [
                gauge(
                    "pegboard_hall_mqtt_connected",
                    "1 if the MQTT broker is there.",
                    connected_to_broker,
                )
            ]
        return text(
            [
                *broker,
                *await asyncio.to_thread(lambda: [*process()]),
                gauge("pegboard_hall_start_time_seconds", "Time the hall started.", began),
                gauge("pegboard_hall_boards", "Boards that have joined.", len(rows)),
                gauge("pegboard_hall_boards_connected", "Boards connected now.", connected),
                gauges("pegboard_hall_boards_in_state", "Boards not as usual.", "state", states),
                gauge("pegboard_hall_entries", "Entries of all boards that are stored.", entries),
                gauge(
                    "pegboard_hall_entries_behind", "Entries that boards have yet to send.", behind
                ),
                counter(
                    "pegboard_hall_commits_total", "Commits of uploads.", "of", {"boards": commits}
                ),
                gauge("pegboard_hall_onlookers", "Pages that look on.", onlookers),
                gauge("pegboard_hall_round", "Round of the event.", event.round if event else 0),
                gauge(
                    "pegboard_hall_games_open", "Games of this round on no card yet.", open_games
                ),
                gauge(
                    "pegboard_hall_pending",
                    "Results that wait for the director.",
                    len(event_registry["pending"]),
                ),
            ]
        )
