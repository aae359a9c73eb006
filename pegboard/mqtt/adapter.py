"""Connects the service to the home: this board's identity, states, lamp and commands."""

import time
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from pegboard import __version__
from pegboard.config import MqttConfig
from pegboard.devices.notices import device_notice
from pegboard.errors import ConfigError
from pegboard.mqtt.connection import Broker
from pegboard.mqtt.home_assistant import EFFECTS, Board, Lamp, is_topic
from pegboard.notice import Notice
from pegboard.ops.board_id import board_id
from pegboard.ops.doctor.checks.versions import newer
from pegboard.pairing.viewer import BOARD, WATCHER
from pegboard.schema.commands import Command
from pegboard.schema.messages import AckMessage
from pegboard.session.feed.types import Feed
from pegboard.session.table import Table

if TYPE_CHECKING:
    from pegboard.mqtt.client import Home
    from pegboard.session.commands import Commands
    from pegboard.session.parts import Parts
    from pegboard.session.publisher import Publisher

RELEASES = Path("/etc/pegboard/releases")
"""Names the folder or address that new versions come from."""
UPDATE_S = 600.0
"""Seconds between two looks for a newer version."""


class MqttAdapter:
    """The service as the home sees it; implements `home.Game`."""

    def __init__(self, game: "Parts", publisher: "Publisher", commands: "Commands") -> None:
        """Starts with the strip showing the game at its configured brightness.

        Args:
            game: the source of the states.
            publisher: shows it.
            commands: does what the home asks.
        """
        self._game, self._publisher, self._commands = game, publisher, commands
        self._lamp = Lamp()
        self._update, self._update_due = False, 0.0
        self._home: Home | None = None
        self._broker = ""
        self._fault: ConfigError | None = None

    def connect(self, mqtt: MqttConfig, folder: Path, url: str) -> "Home | None":
        """Connects to a broker; returns None if that is impossible, and `notices` says why.

        Args:
            mqtt: `[mqtt]`, with a broker.
            folder: the state folder.
            url: of the page.
        """
        from pegboard.mqtt.client import Home  # only where a broker is configured

        self._broker = mqtt.broker
        if not is_topic(mqtt.topic):
            self._fault = ConfigError(Broker.TOPIC, key="mqtt.topic", value=repr(mqtt.topic))
            return None
        board = Board(board_id(folder), __version__, url, mqtt.topic, mqtt.discovery)
        self._home = Home(mqtt, board, self)
        return self._home

    def notices(self) -> list[Notice]:
        """Returns a notice about the connection; none if there is to be none."""
        if self._home is not None:
            return [device_notice("home", self._broker, self._home.fault)]
        return [device_notice("home", self._broker, self._fault)] if self._fault else []

    @property
    def table(self) -> Table:
        """The game on the table."""
        return self._game.table

    def watch(self) -> AbstractContextManager[Feed]:
        """Subscribes to the states for a watcher: without hidden cards."""
        return self._publisher.subscribe(WATCHER)

    async def command(self, command: Command) -> AckMessage:
        """Executes a command as the page would; returns its acknowledgement."""
        return await self._commands.execute(command, "home", BOARD)

    def lamp(self) -> Lamp:
        """Returns the strip as a lamp."""
        return self._lamp

    def light(self, wish: Lamp) -> None:
        """Sets the strip as a lamp."""
        self._lamp = wish
        level = wish.brightness / 255 if wish.on else 0.0
        self._publisher.lights.set_lamp(level, waiting=wish.effect == EFFECTS[1])

    def update(self) -> bool:
        """Returns whether a newer pegboard is available; checked only now and then."""
        now = time.monotonic()
        if now >= self._update_due:
            self._update_due = now + UPDATE_S
            self._update = bool(newer(RELEASES, __version__))
        return self._update

    def changed(self) -> None:
        """Reports that the connection was made or lost."""
        self._game.updates.schedule()
