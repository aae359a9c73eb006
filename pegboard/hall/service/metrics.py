"""What a hall tells Prometheus, with `[web] metrics`: numbers only, and names nobody."""

import asyncio
import time
from collections.abc import Callable

from pegboard.hall.service.events import EventDesk
from pegboard.hall.service.office import Office


class HallMetrics:
    """Gathers the figures of a hall.

    Args:
        office: of the hall.
        desk: of its events.
        onlookers: how many look on at this moment.
    """

    def __init__(self, office: Office, desk: EventDesk, onlookers: Callable[[], int]) -> None:
        self._office, self._desk, self._onlookers = office, desk, onlookers
        self._began = time.time()

    async def read(self) -> bytes:
        """Returns the page for Prometheus.

        Raises:
            DeviceError: the store cannot be read.
        """
        # The library loads 140 modules: only where metrics are asked for.
        from pegboard.ops.prometheus import counter, gauge, gauges, process, text

        rows, desk = await self._office.boards(), await self._desk.desk()
        states: dict[str, float] = {}
        for row in rows:
            for state in row["states"]:
                states[state] = states.get(state, 0.0) + 1
        event = desk["event"]
        tables = event.tables if event is not None else ()
        began, commits = self._began, self._office.keeper.commits
        connected = sum(row["connected"] for row in rows)
        entries = sum(row["entries"] for row in rows)
        behind = sum(row["states"].get("behind", 0) for row in rows)
        open_games = sum(None in each.points for each in tables)
        return text(
            [
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
                gauge("pegboard_hall_onlookers", "Pages that look on.", self._onlookers()),
                gauge("pegboard_hall_round", "Round of the event.", event.round if event else 0),
                gauge(
                    "pegboard_hall_games_open", "Games of this round on no card yet.", open_games
                ),
                gauge(
                    "pegboard_hall_pending",
                    "Results that wait for the director.",
                    len(desk["pending"]),
                ),
            ]
        )
