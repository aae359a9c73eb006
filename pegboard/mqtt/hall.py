"""MQTT client of a hall, which publishes tables and standings for signs and Home Assistant."""

import asyncio
from typing import TYPE_CHECKING, Any, Protocol

from pegboard import __version__
from pegboard.config import MqttConfig
from pegboard.errors import ConfigError, PegboardError
from pegboard.mqtt.connection import Broker
from pegboard.mqtt.hall_topics import HallIdentity, HallTopics
from pegboard.mqtt.home_assistant import is_topic
from pegboard.mqtt.link import Identity, Link

if TYPE_CHECKING:
    import aiomqtt

UPDATE_PAUSE_S = 1.0
"""Seconds between publications; only the latest change in between is published."""


class Scoreboard(Protocol):
    """Interface of the hall's public parts; see `/api/live`."""

    @property
    def cursor(self) -> str:
        """The current cursor."""

    def changes(self, cursor: str = "") -> tuple[dict[str, Any], bool]:
        """Returns the parts changed since a cursor, and whether these are all the parts."""

    async def has_more(self, cursor: str) -> bool:
        """Waits for changes after a cursor; returns False once the hall closes."""


class HallHome:
    """One process of a hall at one broker. Use from one event loop only.

    Args:
    config: `[mqtt]`, with a broker.
    hall: id of the hall, the same for all its processes.
    process: id of this process.
    url: address of the hall's page.
    scoreboard: the hall's public parts.
    link_options: options of its `Link`.

    Raises:
    ConfigError: the topic is invalid.
    """

    def __init__(
        self,
        config: MqttConfig,
        hall: str,
        process: str,
        url: str,
        scoreboard: Scoreboard,
        **link_options: Any,
    ) -> None:
        if not is_topic(config.topic):
            raise ConfigError(Broker.TOPIC, key="mqtt.topic", value=repr(config.topic))
        hall_identity = HallIdentity(hall, __version__, url, config.topic, config.discovery)
        self._identity = Identity(
            f"hall-{hall}-{process}", hall_identity.base, hall_identity.discovery
        )
        self._link = Link(config, self._identity, **link_options)
        self._hall, self._scoreboard = hall_identity, scoreboard
        self._published: set[str] = set()
        """Topics that the broker may still retain, from this connection or an earlier one."""

    @property
    def fault(self) -> PegboardError | None:
        """Reason why the client is disconnected; None while it is connected."""
        return self._link.fault

    async def run(self) -> None:
        """Maintains the connection until cancelled, or until the hall closes."""
        await self._link.run(self)

    def topics(self) -> list[str]:
        """Returns the topic on which another process of this hall may publish `offline`."""
        return [self._identity.online]

    def on_connect(self) -> None:
        """Does nothing: `publish` sends everything on each connection."""

    def on_connection_change(self) -> None:
        """Does nothing: the hall reads `fault` instead."""

    async def publish(self, client: "aiomqtt.Client") -> None:
        """Publishes all tables and standings, then every change."""
        topics = HallTopics(self._hall)
        cursor, is_open = "", True
        while is_open:
            parts, is_all = self._scoreboard.changes(cursor)
            cursor = self._scoreboard.cursor
            topics.apply(parts, all=is_all)
            await self._publish(client, topics)
            await asyncio.sleep(UPDATE_PAUSE_S)
            is_open = self._scoreboard.cursor != cursor or await self._scoreboard.has_more(cursor)

    async def _publish(self, client: "aiomqtt.Client", topics: HallTopics) -> None:
        now = topics.topics()
        for topic in self._published - now.keys():  # an empty payload deletes a retained message
            await self._link.retain(client, topic, "")
        self._published |= now.keys()
        for topic, payload in now.items():
            await self._link.retain(client, topic, payload)
        self._published &= now.keys()
        await self._link.retain(client, self._identity.online, "online")

    async def receive(self, client: "aiomqtt.Client") -> None:
        """Stays online when another hall process leaves; republishes when Home Assistant starts."""
        async for message in client.messages:
            if message.payload == b"offline" and str(message.topic) == self._identity.online:
                await client.publish(self._identity.online, "online", qos=1, retain=True)
            elif message.payload == b"online" and str(message.topic) == self._link.birth:
                await self._link.republish(client)
