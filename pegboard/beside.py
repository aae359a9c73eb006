"""What runs beside the game and never stops it: doctor, the home, metrics, and how the start went.

Made from a service that is wired together; the service mounts its routes, runs its works and shows
its health, and knows no more of it.
"""

import asyncio
import json
import logging
import socket
import sqlite3
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from starlette.routing import BaseRoute

from pegboard import __version__, reset
from pegboard.config import MqttConfig
from pegboard.doctor.clinic import Clinic
from pegboard.doctor.versions import newer
from pegboard.errors import PegboardError
from pegboard.folders import state_folder
from pegboard.home.entities import EFFECTS, Board, Lamp, is_topic
from pegboard.logs import tell
from pegboard.metrics import Counters, Metric, counter, gauge, process
from pegboard.safe import HELD, WELL_S, Starts
from pegboard.snapshot import Health
from pegboard.table import Table
from pegboard.web.desk import Feed, Message
from pegboard.web.doctor import doctor_routes
from pegboard.web.messages import fault
from pegboard.web.metrics import metrics_routes
from pegboard.web.viewer import WATCHER
from pegboard.whole_files import write_whole

if TYPE_CHECKING:
    from pegboard.doctor.finding import Finding
    from pegboard.home.home import Home
    from pegboard.service import Parts

log = logging.getLogger(__name__)

ID_FILE = "board-id"
RELEASES = Path("/etc/pegboard/releases")
"""Names the folder or address that new versions come from."""
GAMES_PLAYED = 20
"""So many games doctor plays again while people may be playing."""
UPDATE_S = 600.0
"""Seconds between two looks for a newer version."""


@dataclass(frozen=True, slots=True)
class Start:
    """How the service came to be started."""

    starts: Starts | None = None
    """The flag of starts that failed; None where nobody keeps one."""
    safe: str = ""
    """Why it is in safe mode; empty where it is not."""
    file: Path | None = None
    """The configuration file."""
    says: str = ""
    """What is wrong with it."""
    why: Sequence[str] = ()
    """What `auto` chose, and why."""


class Beside:
    """Everything beside one running service. For one event loop."""

    def __init__(self, parts: "Parts", start: Start, again: Callable[[], None], port: int) -> None:
        """Runs nothing yet.

        Args:
            parts: the service.
            start: how it came to be started.
            again: ends the service and starts it anew.
            port: of the page.
        """
        self._parts, self._start, self._again = parts, start, again
        self._began = time.time(), time.monotonic()
        self._lamp = Lamp()
        self._home: Home | None = None
        self._home_says = ""
        self._counters = Counters()
        self._update, self._update_due = False, 0.0
        if parts.config.mqtt.broker != "none":
            self._home = self._home_at(parts.config.mqtt, port)

    def _home_at(self, mqtt: MqttConfig, port: int) -> "Home | None":
        """The place at a broker; None where it cannot be, and then `_home_says` says why."""
        from pegboard.home.home import Home  # only where a broker is configured

        if not is_topic(mqtt.topic):
            self._home_says = f"mqtt.topic: not a topic: {mqtt.topic!r}"
            return None
        folder, url = (
            state_folder(self._parts.config),
            f"http://{socket.gethostname()}.local:{port}/",
        )
        board = Board(board_id(folder), __version__, url, mqtt.topic, mqtt.discovery)
        return Home(mqtt, board, _Game(self))

    def health(self) -> list[Health]:
        """What of this is to be seen on the page."""
        found = []
        if self._start.safe:
            says = f"simulated devices only, because {self._start.safe}"
            found.append(Health("safe mode", "", False, says))
        if self._home is not None:
            found.append(
                Health("home", self._parts.config.mqtt.broker, self._home.ok, self._home.says)
            )
        elif self._home_says:
            found.append(Health("home", "", False, self._home_says))
        return found

    def works(self) -> list[Coroutine[Any, Any, None]]:
        """What runs for as long as the service does."""
        works = [self._watch()]
        if self._start.starts is not None:
            works.append(self._well(self._start.starts))
        if self._home is not None:
            works.append(self._home.run())
        return works

    def routes(self) -> list[BaseRoute]:
        """What is served besides the game."""
        fixes = {"forget the reset": self._forget_reset, "copy the games": self._copy_games}
        if self._start.starts is not None:
            fixes["start normally"] = self._start_normally
        routes = doctor_routes(Clinic(self._examine, fixes))
        if self._parts.config.web.metrics:
            routes += metrics_routes(self._metrics)
        return routes

    # --- what is logged and counted

    async def _watch(self) -> None:
        """Logs and counts what happens to games and devices, from what anybody may see."""
        safe = "yes" if self._start.safe else "no"
        tell(
            log, "service.started", version=__version__, safe=safe, seats=self._parts.layout.tracks
        )
        game, over, broken = "", False, set[str]()
        try:
            with self._parts.desk.watch(WATCHER) as feed:
                async for item in feed:
                    if isinstance(item, bytes):
                        continue
                    state = json.loads(item)
                    mode = state["mode"]
                    if state["game"] != game:
                        game, over = state["game"], False
                        self._counters.count(self._counters.begun, mode)
                        seats, target = len(state["seats"]), state["target"]
                        tell(log, "game.begun", mode=mode, seats=seats, target=target)
                    if (state["winner"] is not None) != over:
                        over = not over
                        what = {"winner": state["winner"], "skunk": state["skunk"]}
                        tell(log, "game.over" if over else "game.reopened", mode=mode, **what)
                        if over:
                            self._counters.count(self._counters.over, mode)
                    broken = self._compare(broken, state["devices"])
        finally:
            tell(log, "service.stopped")

    def _compare(self, broken: set[str], devices: list[Message]) -> set[str]:
        """Tells of devices that came or went; those that are broken now."""
        now = {device["name"] for device in devices if not device["ok"]}
        for name in sorted(now - broken):
            self._counters.count(self._counters.lost, name)
            tell(log, "device.lost", logging.WARNING, device=name)
        for name in sorted(broken - now):
            tell(log, "device.back", device=name)
        return now

    async def _metrics(self) -> list[Metric]:
        from pegboard.doctor import pi
        from pegboard.doctor.machine import Machine

        parts, counters, table = self._parts, self._counters, self._parts.table
        state = state_folder(parts.config)
        names = {device["name"]: device["ok"] for device in self._devices()}
        machine = Machine(config=parts.config, state=state)

        def look() -> list[Metric]:
            found = process()
            bits = pi.throttled(machine)
            if bits is not None:
                found.append(gauge("pegboard_throttled", "Bits of vcgencmd get_throttled.", bits))
            milli = machine.number("sys/class/thermal/thermal_zone0/temp")
            if milli is not None:
                found.append(gauge("pegboard_celsius", "Of the processor.", milli / 1000))
            with suppress(OSError):
                free, _ = machine.space(state)
                found.append(gauge("pegboard_disk_free_bytes", "Where the journal is.", free))
            return found

        commits = parts.journal.commits
        return [
            *await asyncio.to_thread(look),
            gauge("pegboard_start_time_seconds", "When the service began.", self._began[0]),
            gauge("pegboard_safe_mode", "Whether it runs in safe mode.", bool(self._start.safe)),
            counter("pegboard_games_begun_total", "Games begun.", "mode", counters.begun),
            counter("pegboard_games_over_total", "Games ended.", "mode", counters.over),
            counter("pegboard_device_lost_total", "Times it was lost.", "device", counters.lost),
            Metric(
                "pegboard_device_ok",
                "gauge",
                "Whether a device works.",
                [("", {"device": name}, float(ok)) for name, ok in sorted(names.items())],
            ),
            Metric(
                "pegboard_journal_commit_seconds",
                "summary",
                "Time until an action was on disk.",
                [("_sum", {}, commits.seconds), ("_count", {}, float(commits.count))],
            ),
            gauge("pegboard_journal_commit_slowest_seconds", "The slowest.", commits.slowest),
            gauge("pegboard_watchers", "Open pages.", len(parts.desk.hub)),
            Metric(
                "pegboard_score",
                "gauge",
                "Of each seat.",
                [("", {"seat": str(k)}, float(s)) for k, s in enumerate(table.state.scores)],
            ),
        ]

    # --- how the start went

    async def _well(self, starts: Starts) -> None:
        """After a while in which every part answered, the start was a good one."""
        await asyncio.sleep(WELL_S)
        for ask in self._parts.asks().values():
            with suppress(PegboardError, OSError):
                await ask()
        config = None if self._start.says else self._parts.config
        await asyncio.to_thread(starts.well, config)

    def hold_safe(self) -> str:
        """UNDO and OK were held: the service starts again, in safe mode."""
        if self._start.starts is None or self._start.safe:
            return "UNDO and OK were held, but the board is in safe mode already."
        self._start.starts.ask(HELD)
        self._again()
        return "UNDO and OK were held: starting in safe mode."

    async def _start_normally(self) -> str:
        assert self._start.starts is not None
        await asyncio.to_thread(self._start.starts.well)
        # The answer is to reach the page before the service ends.
        asyncio.get_running_loop().call_later(0.3, self._again)
        return "The board starts normally now."

    async def _forget_reset(self) -> str:
        await asyncio.to_thread(reset.done, state_folder(self._parts.config))
        return "The wish for a reset is forgotten."

    async def _copy_games(self) -> str:
        made = await self._parts.keeper.copy()
        if made is None:
            return "The newest copy is the same as the journal: there was nothing to do."
        return "The games are copied."

    # --- doctor

    async def _examine(self) -> list["Finding"]:
        from pegboard.doctor.examine import examine
        from pegboard.doctor.games import read
        from pegboard.doctor.machine import Machine

        parts, journal = self._parts, self._parts.journal

        def look() -> Any:
            # On the journal's thread, where a press may wait: read here, played elsewhere.
            known = journal.games()
            entries = {game: journal.load(game) for game, *_ in known[-GAMES_PLAYED:]}
            return journal.check(), known, entries

        games = None
        with suppress(PegboardError, OSError, sqlite3.Error, ValueError):
            check, known, entries = await parts.off_loop(look)
            games = await asyncio.to_thread(read, check, known, entries.__getitem__, GAMES_PLAYED)
        machine = Machine(
            config=parts.config,
            state=state_folder(parts.config),
            config_file=self._start.file,
            config_says=self._start.says,
            why=self._start.why,
            live=[Health(d["name"], d["address"], d["ok"], d["says"]) for d in self._devices()],
            games=games,
            safe=self._start.safe,
            began=self._began,
        )
        return await asyncio.to_thread(examine, machine)

    def _devices(self) -> list[Message]:
        devices: list[Message] = self._parts.desk.snapshot()["devices"]
        return [device for device in devices if device["name"] != "safe mode"]

    # --- the home

    def update_waits(self) -> bool:
        """Whether a newer pegboard lies ready; looked up once in a while."""
        now = time.monotonic()
        if now >= self._update_due:
            self._update_due = now + UPDATE_S
            self._update = bool(newer(RELEASES, __version__))
        return self._update

    @property
    def desk(self) -> Any:
        """The service's desk."""
        return self._parts.desk

    @property
    def lamp(self) -> Lamp:
        """The strip as a lamp."""
        return self._lamp

    def light(self, wish: Lamp) -> None:
        """Makes the strip like that."""
        self._lamp = wish
        level = wish.brightness / 255 if wish.on else 0.0
        self._parts.lights.as_lamp(level, waiting=wish.effect == EFFECTS[1])


class _Game:
    """The service as the home sees it; satisfies `home.Game`."""

    def __init__(self, beside: Beside) -> None:
        self._beside = beside

    @property
    def table(self) -> Table:
        return self._beside.desk.table  # type: ignore[no-any-return]

    def watch(self) -> AbstractContextManager[Feed]:
        # Who looks on sees no hidden card, so the home is told none.
        return self._beside.desk.watch(WATCHER)  # type: ignore[no-any-return]

    async def command(self, message: Message) -> Message:
        wrong = fault(message)
        if wrong is not None:
            return {"ok": False, "error": wrong}
        said: Message = await self._beside.desk.command(message, "home")
        return said

    def lamp(self) -> Lamp:
        return self._beside.lamp

    def light(self, wish: Lamp) -> None:
        self._beside.light(wish)

    def update(self) -> bool:
        return self._beside.update_waits()

    def changed(self) -> None:
        self._beside.desk.changed()


def board_id(folder: Path) -> str:
    """Who this board is for others: twelve figures, made once and kept in the state folder."""
    file = folder / ID_FILE
    with suppress(OSError, ValueError):
        said = file.read_text(encoding="ascii").strip()
        if len(said) == 12 and all(letter in "0123456789abcdef" for letter in said):
            return said
    made = uuid4().hex[:12]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(file, made.encode())
    except OSError as error:
        log.warning("board id: %s", error.strerror or error)
    return made
