"""A hall's tables and standings at a broker, for signs and Home Assistant. It takes no commands."""

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

PACE_S = 1.0
"""Seconds between two looks at what has changed: of what came between only the last is told."""


class Shown(Protocol):
    """Interface of what everybody may look at, in parts; see `/api/live`."""

    @property
    def cursor(self) -> str:
        """The present one."""

    def changes(self, cursor: str = "") -> tuple[dict[str, Any], bool]:
        """Returns the parts that have changed since a cursor, and whether there are no others."""

    async def has_more(self, cursor: str) -> bool:
        """Returns True once there is more after a cursor; False once the hall closes."""


class HallHome:
    """One process of a hall at one broker. Use from one event loop only.

    Args:
        config: `[mqtt]`, with a broker.
        hall: id of it, the same for all its processes.
        process: id of this one.
        url: of its page.
        shown: what everybody may look at.
        how: options of its `Link`.

    Raises:
        ConfigError: the topic cannot be one.
    """

    def __init__(
        self, config: MqttConfig, hall: str, process: str, url: str, shown: Shown, **how: Any
    ) -> None:
        if not is_topic(config.topic):
            raise ConfigError(Broker.TOPIC, key="mqtt.topic", value=repr(config.topic))
        own = HallIdentity(hall, __version__, url, config.topic, config.discovery)
        self._identity = Identity(f"hall-{hall}-{process}", own.base, own.discovery)
        self._link = Link(config, self._identity, **how)
        self._own, self._shown = own, shown
        self._published: set[str] = set()
        """Topics that the broker may still have, from any connection."""

    @property
    def fault(self) -> PegboardError | None:
        """Why it is not connected; None if it is."""
        return self._link.fault

    async def run(self) -> None:
        """Keeps the connection until cancelled, or until the hall closes."""
        await self._link.run(self)

    def topics(self) -> list[str]:
        """Returns the topics to listen to: another process of this hall may say goodbye."""
        return [self._identity.online]

    def begin(self) -> None:
        """Does nothing: all is told anew at each connection."""

    def changed(self) -> None:
        """Does nothing: `fault` says it."""

    async def speak(self, client: "aiomqtt.Client") -> None:
        """Publishes all tables and standings, and then every change."""
        topics = HallTopics(self._own)
        cursor, is_open = "", True
        while is_open:
            parts, is_all = self._shown.changes(cursor)
            cursor = self._shown.cursor
            topics.change(parts, all=is_all)
            await self._publish(client, topics)
            await asyncio.sleep(PACE_S)
            is_open = self._shown.cursor != cursor or await self._shown.has_more(cursor)

    async def _publish(self, client: "aiomqtt.Client", topics: HallTopics) -> None:
        now = topics.topics()
        for topic in self._published - now.keys():  # an empty one is kept no longer
            await self._link.retain(client, topic, "")
        self._published |= now.keys()
        for topic, payload in now.items():
            await self._link.retain(client, topic, payload)
        self._published &= now.keys()
        await self._link.retain(client, self._identity.online, "online")

    async def hear(self, client: "aiomqtt.Client") -> None:
        """Stays online when another process of the hall goes, and listens to Home Assistant."""
        async for message in client.messages:
            if message.payload == b"offline" and str(message.topic) == self._identity.online:
                await client.publish(self._identity.online, "online", qos=1, retain=True)
            elif message.payload == b"online" and str(message.topic) == self._link.birth:
                await self._link.again(client)
