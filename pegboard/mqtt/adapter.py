"""Connection of the service to the broker: the board's identity, states, lamp and commands."""

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
"""File that names the folder or address of new releases."""
UPDATE_S = 600.0
"""Seconds between checks for a newer version."""


class MqttAdapter:
    """The service as MQTT clients see it; implements `client.Game`."""

    def __init__(self, game: "Parts", publisher: "Publisher", commands: "Commands") -> None:
        """Starts with the strip showing the game at its configured brightness.

        Args:
        game: the source of the states.
        publisher: publishes states and frames.
        commands: executes commands.
        """
        self._game, self._publisher, self._commands = game, publisher, commands
        self._lamp = Lamp()
        self._update, self._update_due = False, 0.0
        self._home: Home | None = None
        self._broker = ""
        self._fault: ConfigError | None = None

    def connect(self, mqtt: MqttConfig, folder: Path, url: str) -> "Home | None":
        """Prepares the connection to a broker; returns None if that is impossible, see `notices`.

        Args:
        mqtt: `[mqtt]`, with a broker.
        folder: the state folder.
        url: address of the page.
        """
        from pegboard.mqtt.client import Home  # needs a broker, so import late

        self._broker = mqtt.broker
        if not is_topic(mqtt.topic):
            self._fault = ConfigError(Broker.TOPIC, key="mqtt.topic", value=repr(mqtt.topic))
            return None
        board = Board(board_id(folder), __version__, url, mqtt.topic, mqtt.discovery)
        self._home = Home(mqtt, board, self)
        return self._home

    def notices(self) -> list[Notice]:
        """Returns the state of the connection as a notice; empty without a broker."""
        if self._home is not None:
            return [device_notice("home", self._broker, self._home.fault)]
        return [device_notice("home", self._broker, self._fault)] if self._fault else []

    @property
    def table(self) -> Table:
        """The game on the table."""
        return self._game.table

    def watch(self) -> AbstractContextManager[Feed]:
        """Subscribes to states as a watcher, without hidden cards."""
        return self._publisher.subscribe(WATCHER)

    async def command(self, command: Command) -> AckMessage:
        """Executes a command as the page would; returns its acknowledgement."""
        return await self._commands.execute(command, "home", BOARD)

    def lamp(self) -> Lamp:
        """Returns the state of the strip as a lamp."""
        return self._lamp

    def light(self, lamp: Lamp) -> None:
        """Sets the strip as a lamp."""
        self._lamp = lamp
        level = lamp.brightness / 255 if lamp.on else 0.0
        self._publisher.lights.set_lamp(level, waiting=lamp.effect == EFFECTS[1])

    def update(self) -> bool:
        """Returns whether a newer pegboard is available; checks only occasionally."""
        now = time.monotonic()
        if now >= self._update_due:
            self._update_due = now + UPDATE_S
            self._update = bool(newer(RELEASES, __version__))
        return self._update

    def on_connection_change(self) -> None:
        """Reports that the connection was established or lost."""
        self._game.updates.schedule()
