"""The connection to a broker, kept for as long as its owner runs: what it retains, and its end.

    link = Link(config, Identity("5f0c…", "pegboard/5f0c…", "homeassistant"))
    await link.run(speaker)                # until cancelled: then it says goodbye

A broker that is away is tried again for ever, with growing pauses; nothing else waits for it.

A broker lets in one client of a name: of two boards with the same identity each ends the other's
connection. So a link claims its topics with a number of its own, retained at `BASE/owner`. One that
has claimed them before, and finds another number there, knows that there is a twin, and waits long.
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
"""Seconds that a connection lasts until the next pause is a short one again."""
TWIN_PAUSE_S = 60.0
"""Seconds until the next attempt where another board has the same identity."""
CLAIM_S = 1.0
"""Seconds for a broker to send a claim back; some let the board use no such topic."""
AGAIN_S = 60.0
"""Seconds between full publications: a restarted broker has forgotten everything."""
NO_DISCOVERY = "none"


@dataclass(frozen=True, slots=True)
class Identity:
    """The name of one of ours at a broker.

    Attributes:
        id: no two at one broker have the same.
        base: the prefix of its topics.
        discovery: Home Assistant's prefix; `none` where it is not told.
        claims: True if nobody else may publish these topics.
    """

    id: str
    base: str
    discovery: str
    claims: bool = False

    @property
    def online(self) -> str:
        """The topic that says `online`, or `offline` by the last will."""
        return f"{self.base}/online"

    @property
    def owner(self) -> str:
        """The topic that has the number of the link that claimed the others."""
        return f"{self.base}/owner"


class Speaker(Protocol):
    """Interface of those who speak on a link."""

    def topics(self) -> Sequence[str]:
        """Returns the topics to listen to."""

    def begin(self) -> None:
        """Is called when the link is there: what comes from now on is new."""

    async def speak(self, client: "aiomqtt.Client") -> None:
        """Publishes the present state, and then every change, until cancelled."""

    async def hear(self, client: "aiomqtt.Client") -> None:
        """Listens until cancelled."""

    def changed(self) -> None:
        """Reports that the connection was made or lost."""


class Link:
    """One connection to one broker. Use from one event loop only.

    Args:
        config: `[mqtt]`, with a broker.
        identity: our name there.
        again_s: seconds until everything is published again.
        pauses_s: between two tries.
        twin_pause_s: the same, where another board has this identity.
        steady_s: seconds that a connection lasts until `pauses_s` begin anew.
        client: makes a client.
    """

    def __init__(
        self,
        config: MqttConfig,
        identity: Identity,
        *,
        again_s: float = AGAIN_S,
        pauses_s: tuple[float, ...] = PAUSES_S,
        twin_pause_s: float = TWIN_PAUSE_S,
        steady_s: float = STEADY_S,
        client: Callable[..., "aiomqtt.Client"] = connection.client,
    ) -> None:
        self.fault: PegboardError | None = PegboardError(Broker.NOT_YET)
        """Why it is not connected; None if it is."""
        self._config, self._own = config, identity
        self._again_s, self._pauses_s, self._make = again_s, pauses_s, client
        self._twin_pause_s, self._steady_s = twin_pause_s, steady_s
        self._number, self._has_claimed = uuid4().hex, False
        self._told: dict[str, str] = {}
        """Last value of each retained topic."""

    async def run(self, speaker: Speaker) -> None:
        """Keeps the connection until cancelled; then publishes the goodbye."""
        backoff = Backoff(self._pauses_s)
        clock = asyncio.get_running_loop().time
        while True:
            began_s = clock()
            session = asyncio.create_task(self._session(speaker))
            try:
                await asyncio.wait([session])
            finally:
                await end(session)
            if session.cancelled():
                error: BaseException | None = ConnectionError("the connection was given up")
            else:
                error = session.exception()
            if error is None:
                return  # there is nothing more to tell: the service ends
            # A connection that is lost at once, again and again, is no reason to hurry.
            if self.fault is None and clock() - began_s >= self._steady_s:
                backoff.reset()
            self._wrong(error)
            speaker.changed()
            pause_s = backoff.next_s()
            is_twin = self.fault is not None and self.fault.code is Broker.TWIN
            await asyncio.sleep(self._twin_pause_s if is_twin else pause_s)

    async def _session(self, speaker: Speaker) -> None:
        """Serves one connection until it is lost."""
        async with self._make(self._config, self._own.id, self._own.online) as client:
            await until_first(self._connected(client, speaker), _until_lost(client))

    def _wrong(self, error: BaseException) -> None:
        if not isinstance(error, OSError | ConfigError | _mqtt_error()):
            log.error("the home failed", exc_info=error)
        if isinstance(error, ConfigError | DeviceError):
            fault: PegboardError = error
        else:
            fault = connection.trouble(self._config, error)
        if fault != self.fault:
            log_event(log, "home.lost", logging.WARNING, code=str(fault.code), says=str(fault))
        self.fault = fault

    async def _claim(self, client: "aiomqtt.Client") -> None:
        """Claims the topics for this link.

        Raises:
            DeviceError: another link has claimed them since this one did.
        """
        await client.subscribe(self._own.owner, qos=1)
        # At once, and also where there is a twin: it must find this number when it comes back.
        await client.publish(self._own.owner, self._number, qos=1, retain=True)
        had_claimed, self._has_claimed = self._has_claimed, True
        number, is_other = self._number.encode(), False
        with suppress(TimeoutError):
            async with asyncio.timeout(CLAIM_S):
                # The retained number comes first, then the one just published.
                while (claim := (await anext(aiter(client.messages))).payload) != number:
                    is_other |= bool(claim)
        if had_claimed and is_other:
            raise DeviceError(Broker.TWIN, broker=self._config.broker)

    async def _connected(self, client: "aiomqtt.Client", speaker: Speaker) -> None:
        if self._own.claims:
            await self._claim(client)
        for topic in speaker.topics():
            await client.subscribe(topic, qos=1)
        if self._own.discovery != NO_DISCOVERY:
            await client.subscribe(self.birth)
        self._told.clear()
        speaker.begin()
        self.fault = None
        log_event(log, "home.connected")
        speaker.changed()
        try:
            await until_first(speaker.speak(client), speaker.hear(client), self._repeat(client))
        except asyncio.CancelledError:
            await self._say_goodbye(client)
            raise
        await self._say_goodbye(client)

    async def _say_goodbye(self, client: "aiomqtt.Client") -> None:
        """Publishes our own goodbye: the broker sends the last will only for lost clients."""
        with suppress(Exception):
            await client.publish(self._own.online, "offline", qos=1, retain=True, timeout=1.0)

    # --- what speakers use

    @property
    def birth(self) -> str:
        """The topic at which Home Assistant says that it has started."""
        return f"{self._own.discovery}/status"

    async def retain(
        self, client: "aiomqtt.Client", topic: str, payload: dict[str, Any] | str
    ) -> None:
        """Publishes a retained value, unless it is what was published last."""
        text = payload if isinstance(payload, str) else json.dumps(payload)
        if self._told.get(topic) != text:
            await client.publish(topic, text, qos=1, retain=True)
            self._told[topic] = text

    async def again(self, client: "aiomqtt.Client") -> None:
        """Publishes all retained values again."""
        for topic, text in list(self._told.items()):
            await client.publish(topic, text, qos=1, retain=True)

    async def _repeat(self, client: "aiomqtt.Client") -> None:
        """Publishes everything again from time to time."""
        while True:
            await asyncio.sleep(self._again_s)
            await self.again(client)


async def _until_lost(client: "aiomqtt.Client") -> None:
    """Raises ConnectionError once the connection is lost, whatever else waits for an answer."""
    with suppress(Exception):
        await asyncio.shield(client._disconnected)
    raise ConnectionError("the broker ended the connection")


def _mqtt_error() -> type[Exception]:
    import aiomqtt

    return aiomqtt.MqttError
