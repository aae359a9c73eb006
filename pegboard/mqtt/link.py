"""Connection to an MQTT broker, kept up until its owner is cancelled.

link = Link(config, Identity("5f0c…", "pegboard/5f0c…", "homeassistant"))
await link.run(client)                # until cancelled: then it publishes `offline`

A missing broker is retried forever, with growing pauses; nothing else waits for it.

A broker accepts one client per name: two boards with the same identity disconnect each other in
turn. So a link claims its topics with a number of its own, retained at `BASE/owner`. If it claimed
them before and then finds another number there, another board has the same identity (a twin), and
the link pauses for longer.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol
from uuid import uuid4

from pegboard.config import MqttConfig
from pegboard.errors import ConfigError, DeviceError, PegboardError
from pegboard.host.logfmt import log_event
from pegboard.host.retrying import Backoff, end, until_first
from pegboard.mqtt import connection
from pegboard.mqtt.connection import Broker

if TYPE_CHECKING:
    import aiomqtt

log = logging.getLogger(__name__)

PAUSES_S = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds between attempts to reach a broker."""
STEADY_S = 60.0
"""Seconds a connection must last for the pauses to start over."""
TWIN_PAUSE_S = 60.0
"""Seconds until the next attempt if another board has the same identity."""
CLAIM_S = 1.0
"""Seconds allowed for the broker to return a claim; some deny the board access to this topic."""
REPUBLISH_S = 60.0
"""Seconds between full publications, because a restarted broker may have lost everything."""
NO_DISCOVERY = "none"


@dataclass(frozen=True, slots=True)
class Identity:
    """Identity of a client at a broker.

    Attributes:
    id: client id, unique at the broker.
    base: the prefix of its topics.
    discovery: Home Assistant's prefix; `none` to publish no discovery.
    claims: True if no other client may publish these topics.
    """

    id: str
    base: str
    discovery: str
    claims: bool = False

    @property
    def online(self) -> str:
        """Topic of availability: `online`, or `offline` by the last will."""
        return f"{self.base}/online"

    @property
    def owner(self) -> str:
        """Topic that holds the number of the link that claimed the other topics."""
        return f"{self.base}/owner"


class LinkClient(Protocol):
    """Interface of a client that uses a link."""

    def topics(self) -> Sequence[str]:
        """Returns the topics to subscribe to."""

    def on_connect(self) -> None:
        """Called once connected, before any message."""

    async def publish(self, client: "aiomqtt.Client") -> None:
        """Publishes the current state, then every change, until cancelled."""

    async def receive(self, client: "aiomqtt.Client") -> None:
        """Handles messages until cancelled."""

    def on_connection_change(self) -> None:
        """Called when the connection has been established or lost."""


class Link:
    """A connection to a broker. Use from one event loop only.

    Args:
    config: `[mqtt]`, with a broker.
    identity: identity at the broker.
    republish_s: seconds between full publications.
    pauses_s: seconds between attempts, one after the other.
    twin_pause_s: seconds until the next attempt if another board has this identity.
    steady_s: seconds a connection must last to reset `pauses_s`.
    client: creates a client.
    """

    def __init__(
        self,
        config: MqttConfig,
        identity: Identity,
        *,
        republish_s: float = REPUBLISH_S,
        pauses_s: tuple[float, ...] = PAUSES_S,
        twin_pause_s: float = TWIN_PAUSE_S,
        steady_s: float = STEADY_S,
        client: Callable[..., "aiomqtt.Client"] = connection.client,
    ) -> None:
        self.fault: PegboardError | None = PegboardError(Broker.NOT_YET)
        """The reason for being disconnected; None while connected."""
        self._config, self._identity = config, identity
        self._republish_s, self._pauses_s, self._make_client = republish_s, pauses_s, client
        self._twin_pause_s, self._steady_s = twin_pause_s, steady_s
        self._number, self._has_claimed = uuid4().hex, False
        self._retained: dict[str, str] = {}
        """Last value of each retained topic."""

    async def run(self, link_client: LinkClient) -> None:
        """Maintains the connection until cancelled; then publishes `offline`."""
        backoff = Backoff(self._pauses_s)
        clock = asyncio.get_running_loop().time
        while True:
            began_s = clock()
            session = asyncio.create_task(self._session(link_client))
            try:
                await asyncio.wait([session])
            finally:
                await end(session)
            if session.cancelled():
                error: BaseException | None = ConnectionError("the connection was given up")
            else:
                error = session.exception()
            if error is None:
                return  # the hall is closing, so there is nothing more to publish
            # A short connection does not reset the backoff.
            if self.fault is None and clock() - began_s >= self._steady_s:
                backoff.reset()
            self._record_fault(error)
            link_client.on_connection_change()
            pause_s = backoff.next_s()
            is_twin = self.fault is not None and self.fault.code is Broker.TWIN
            await asyncio.sleep(self._twin_pause_s if is_twin else pause_s)

    async def _session(self, link_client: LinkClient) -> None:
        """Runs one connection until it is lost."""
        async with self._make_client(
            self._config, self._identity.id, self._identity.online
        ) as client:
            await until_first(self._connected(client, link_client), _until_lost(client))

    def _record_fault(self, error: BaseException) -> None:
        if not isinstance(error, OSError | ConfigError | _mqtt_error()):
            log.error("the home failed", exc_info=error)
        if isinstance(error, ConfigError | DeviceError):
            fault: PegboardError = error
        else:
            fault = connection.error_of(self._config, error)
        if fault != self.fault:
            log_event(log, "home.lost", logging.WARNING, code=str(fault.code), says=str(fault))
        self.fault = fault

    async def _claim(self, client: "aiomqtt.Client") -> None:
        """Claims the topics for this link.

        Raises:
            DeviceError: another link has claimed them since this one did.
        """
        await client.subscribe(self._identity.owner, qos=1)
        # Publish at once even if there is a twin, which must find this number when it reconnects.
        await client.publish(self._identity.owner, self._number, qos=1, retain=True)
        had_claimed, self._has_claimed = self._has_claimed, True
        number, is_other = self._number.encode(), False
        with suppress(TimeoutError):
            async with asyncio.timeout(CLAIM_S):
                # The broker sends the retained number first, then the one just published.
                while (claim := (await anext(aiter(client.messages))).payload) != number:
                    is_other |= bool(claim)
        if had_claimed and is_other:
            raise DeviceError(Broker.TWIN, broker=self._config.broker)

    async def _connected(self, client: "aiomqtt.Client", link_client: LinkClient) -> None:
        if self._identity.claims:
            await self._claim(client)
        for topic in link_client.topics():
            await client.subscribe(topic, qos=1)
        if self._identity.discovery != NO_DISCOVERY:
            await client.subscribe(self.birth)
        self._retained.clear()
        link_client.on_connect()
        self.fault = None
        log_event(log, "home.connected")
        link_client.on_connection_change()
        try:
            await until_first(
                link_client.publish(client),
                link_client.receive(client),
                self._republish_regularly(client),
            )
        except asyncio.CancelledError:
            await self._say_goodbye(client)
            raise
        await self._say_goodbye(client)

    async def _say_goodbye(self, client: "aiomqtt.Client") -> None:
        """Publishes `offline`: the broker sends the last will only if a connection is lost."""
        with suppress(Exception):
            await client.publish(self._identity.online, "offline", qos=1, retain=True, timeout=1.0)

    # --- for link clients

    @property
    def birth(self) -> str:
        """Topic on which Home Assistant announces its start."""
        return f"{self._identity.discovery}/status"

    async def retain(
        self, client: "aiomqtt.Client", topic: str, payload: dict[str, Any] | str
    ) -> None:
        """Publishes a retained value, unless it is unchanged."""
        text = payload if isinstance(payload, str) else json.dumps(payload)
        if self._retained.get(topic) != text:
            await client.publish(topic, text, qos=1, retain=True)
            self._retained[topic] = text

    async def republish(self, client: "aiomqtt.Client") -> None:
        """Publishes all retained values, even if unchanged."""
        for topic, text in list(self._retained.items()):
            await client.publish(topic, text, qos=1, retain=True)

    async def _republish_regularly(self, client: "aiomqtt.Client") -> None:
        """Publishes everything again every `republish_s` seconds."""
        while True:
            await asyncio.sleep(self._republish_s)
            await self.republish(client)


async def _until_lost(client: "aiomqtt.Client") -> None:
    """Raises ConnectionError once the connection is lost, even if replies are pending."""
    with suppress(Exception):
        await asyncio.shield(client._disconnected)
    raise ConnectionError("the broker ended the connection")


def _mqtt_error() -> type[Exception]:
    import aiomqtt

    return aiomqtt.MqttError
