"""What runs beside the game and never stops it: doctor, the home, metrics, and how the start went.

Made from a service that is wired together; the service mounts its routes, runs its works and shows
its health, and knows no more of it.
"""

import asyncio
import logging
import socket
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from starlette.routing import BaseRoute

from pegboard import __version__, reset
from pegboard.errors import PegboardError
from pegboard.folders import state_folder
from pegboard.home.entities import EFFECTS, Board, Lamp, is_topic
from pegboard.home.home import Home
from pegboard.safe import HELD, WELL_S, Starts
from pegboard.snapshot import Health
from pegboard.table import Table
from pegboard.web.desk import Feed, Message
from pegboard.web.messages import fault
from pegboard.web.viewer import WATCHER
from pegboard.whole_files import write_whole

if TYPE_CHECKING:
    from pegboard.doctor import Finding
    from pegboard.service import Parts

log = logging.getLogger(__name__)

ID_FILE = "board-id"


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
        mqtt = parts.config.mqtt
        if mqtt.broker != "none":
            folder, host = state_folder(parts.config), socket.gethostname()
            self._home_says = (
                "" if is_topic(mqtt.topic) else f"mqtt.topic: not a topic: {mqtt.topic!r}"
            )
            if not self._home_says:
                url = f"http://{host}.local:{port}/"
                board = Board(board_id(folder), __version__, url, mqtt.topic, mqtt.discovery)
                self._home = Home(mqtt, board, _Game(self))

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
        works = []
        if self._start.starts is not None:
            works.append(self._well(self._start.starts))
        if self._home is not None:
            works.append(self._home.run())
        return works

    def routes(self) -> list[BaseRoute]:
        """What is served besides the game."""
        from pegboard.doctor.clinic import Clinic
        from pegboard.web.doctor import doctor_routes

        fixes = {"forget the reset": self._forget_reset}
        if self._start.starts is not None:
            fixes["start normally"] = self._start_normally
        return [*doctor_routes(Clinic(self._examine, fixes))]

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

    # --- doctor

    async def _examine(self) -> list["Finding"]:
        from pegboard.doctor import Machine, examine
        from pegboard.doctor.games import read

        parts, journal = self._parts, self._parts.journal

        def look() -> Any:
            return read(journal.check(), journal.games(), journal.load)

        games = None
        with suppress(PegboardError, OSError):
            games = await parts.off_loop(look)
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
        return False

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
