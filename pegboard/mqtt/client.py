"""The connection to the broker, kept for as long as the service runs."""

import asyncio
import json
import logging
from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager, suppress
from typing import TYPE_CHECKING, Any, Protocol

from pegboard.config import MqttConfig
from pegboard.errors import ConfigError, NotationError, PegboardError
from pegboard.mqtt import connection
from pegboard.mqtt.commands import lamp, press_id
from pegboard.mqtt.connection import Broker
from pegboard.mqtt.home_assistant import Board, JsonObject, Lamp, discovery, happenings, state_of
from pegboard.ops.logfmt import tell
from pegboard.session.command_schema import Act, Command, NewGame
from pegboard.session.feed.types import Feed
from pegboard.session.schema.messages import AckMessage
from pegboard.session.setup_request import SetupRequest
from pegboard.session.table import Table

if TYPE_CHECKING:
    import aiomqtt

log = logging.getLogger(__name__)

PAUSES_S = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds between attempts to reach a broker."""
AGAIN_S = 60.0
"""Seconds between full publications: a restarted broker has forgotten everything."""
COMMANDS = ("undo", "new_game", "light")


class Game(Protocol):
    """Interface of the board for the home."""

    @property
    def table(self) -> Table:
        """The game on the table."""

    def watch(self) -> AbstractContextManager[Feed]:
        """Subscribes to the states for a watcher."""

    async def command(self, command: Command) -> AckMessage:
        """Executes a command as the page would; returns its acknowledgement."""

    def lamp(self) -> Lamp:
        """Returns the strip as a lamp."""

    def light(self, wish: Lamp) -> None:
        """Sets the strip as a lamp."""

    def update(self) -> bool:
        """Returns whether a newer pegboard is available."""

    def changed(self) -> None:
        """Reports that the connection was made or lost."""


class Home:
    """One board's connection to one broker. Use from one event loop only."""

    def __init__(
        self,
        config: MqttConfig,
        board: Board,
        game: Game,
        *,
        again_s: float = AGAIN_S,
        pauses_s: tuple[float, ...] = PAUSES_S,
        client: Callable[..., "aiomqtt.Client"] = connection.client,
    ) -> None:
        """Starts unconnected.

        Args:
            config: `[mqtt]`, with a broker.
            board: who we are.
            game: the source of the states.
            again_s: seconds until everything is published again.
            pauses_s: between two tries.
            client: makes a client.
        """
        self.fault: PegboardError | None = PegboardError(Broker.NOT_YET)
        """Why it is not connected; None if it is."""
        self._config, self._board, self._game = config, board, game
        self._again_s, self._pauses_s, self._make = again_s, pauses_s, client
        self._told: dict[str, str] = {}
        """Last value of each retained topic."""
        self._seen: tuple[str, int, object] = ("", 0, None)

    async def run(self) -> None:
        """Keeps the connection until cancelled; then publishes the goodbye."""
        tries = 0
        while True:
            session = asyncio.create_task(self._session())
            try:
                await asyncio.wait([session])
            finally:
                await _end(session)
            if session.cancelled():
                error: BaseException | None = ConnectionError("the connection was given up")
            else:
                error = session.exception()
            if error is None:
                return  # there is nothing more to tell: the service ends
            tries = 0 if self.fault is None else tries
            self._wrong(error)
            await asyncio.sleep(self._pauses_s[min(tries, len(self._pauses_s) - 1)])
            tries += 1

    async def _session(self) -> None:
        """Serves one connection until it is lost."""
        will = f"{self._board.base}/online"
        async with self._make(self._config, self._board.id, will) as client:
            await self._connected(client)

    def _wrong(self, error: BaseException) -> None:
        if not isinstance(error, OSError | ConfigError | _mqtt_error()):
            log.error("the home failed", exc_info=error)
        fault = error if isinstance(error, ConfigError) else connection.trouble(self._config, error)
        if fault != self.fault:
            tell(log, "home.lost", logging.WARNING, code=str(fault.code), says=str(fault))
        self.fault = fault
        self._game.changed()

    async def _connected(self, client: "aiomqtt.Client") -> None:
        base = self._board.base
        for command in COMMANDS:
            await client.subscribe(f"{base}/{command}/set", qos=1)
        if self._board.discovery != "none":
            await client.subscribe(f"{self._board.discovery}/status")
        self._told.clear()
        self._catch_up()
        self.fault = None
        tell(log, "home.connected")
        self._game.changed()
        try:
            await _until_first(self._tell(client), self._hear(client), self._repeat(client))
        except asyncio.CancelledError:
            await self._say_goodbye(client)
            raise
        await self._say_goodbye(client)

    async def _say_goodbye(self, client: "aiomqtt.Client") -> None:
        """Publishes our own goodbye: the broker sends the last will only for lost clients."""
        with suppress(Exception):
            online = f"{self._board.base}/online"
            await client.publish(online, "offline", qos=1, retain=True, timeout=1.0)

    # --- telling

    async def _tell(self, client: "aiomqtt.Client") -> None:
        """Publishes the present state, and then every change."""
        with self._game.watch() as feed:
            async for item in feed:
                if isinstance(item, bytes):
                    continue
                told = state_of(json.loads(item), update=self._game.update())
                await self._retain(client, f"{self._board.base}/state", told)
                await self._introduce(client)
                for happening in self._happened():
                    text = json.dumps(happening)
                    await client.publish(f"{self._board.base}/event", text, qos=1)

    async def _introduce(self, client: "aiomqtt.Client") -> None:
        """Publishes discovery, availability and the lamp; later only the changes."""
        if self._board.discovery != "none":
            await self._retain(client, self._board.config_topic, discovery(self._board))
        await self._retain(client, f"{self._board.base}/light", self._game.lamp().as_json())
        await self._retain(client, f"{self._board.base}/online", "online")

    async def _retain(
        self, client: "aiomqtt.Client", topic: str, payload: JsonObject | str
    ) -> None:
        text = payload if isinstance(payload, str) else json.dumps(payload)
        if self._told.get(topic) != text:
            await client.publish(topic, text, qos=1, retain=True)
            self._told[topic] = text

    async def _repeat(self, client: "aiomqtt.Client") -> None:
        """Publishes everything again from time to time."""
        while True:
            await asyncio.sleep(self._again_s)
            await self._tell_again(client)

    async def _tell_again(self, client: "aiomqtt.Client") -> None:
        for topic, text in list(self._told.items()):
            await client.publish(topic, text, qos=1, retain=True)

    def _catch_up(self) -> None:
        """Skips events from before the connection."""
        table = self._game.table
        last = table.history[-1] if table.history else None
        self._seen = (table.game, len(table.history), last)

    def _happened(self) -> list[JsonObject]:
        """Returns the events since the last look, without those undone meanwhile."""
        table = self._game.table
        game, count, last = self._seen
        self._catch_up()
        if table.game != game:
            seats = range(table.rules.players)
            begun: JsonObject = {"event_type": "new_game", "mode": table.mode, "seats": len(seats)}
            return [begun, *happenings(table.history, table.names)]
        if count > len(table.history) or (count and table.history[count - 1] is not last):
            return []
        return happenings(table.history[count:], table.names)

    # --- hearing

    async def _hear(self, client: "aiomqtt.Client") -> None:
        async for message in client.messages:
            topic, payload = str(message.topic), message.payload
            raw = payload if isinstance(payload, bytes) else str(payload).encode()
            if topic == f"{self._board.discovery}/status":
                if raw == b"online":
                    await self._tell_again(client)
            elif not message.retain:  # a command that somebody retained would come back for ever
                await self._obey(topic.removeprefix(f"{self._board.base}/"), raw, client)

    async def _obey(self, command: str, payload: bytes, client: "aiomqtt.Client") -> None:
        try:
            match command:
                case "undo/set":
                    sent: Command = Act(id=press_id(payload), line="undo")
                    done = (await self._game.command(sent))["ok"]
                case "new_game/set":
                    setup = SetupRequest(
                        "computer" if self._game.table.mode == "computer" else "score"
                    )
                    sent = NewGame(id=press_id(payload), setup=setup)
                    done = (await self._game.command(sent))["ok"]
                case "light/set":
                    self._game.light(lamp(payload, self._game.lamp()))
                    await self._introduce(client)
                    done = True
                case _:
                    return
        except NotationError:
            done = False
        if not done:
            tell(log, "home.refused", command=command)


async def _until_first(*coroutines: Coroutine[Any, Any, None]) -> None:
    """Runs all until one ends, then stops the others; re-raises an error of that one."""
    tasks = [asyncio.create_task(each) for each in coroutines]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await _end(*tasks)
    for task in done:
        task.result()


async def _end(*tasks: asyncio.Task[None]) -> None:
    """Cancels tasks until they are over: aiomqtt waits by `wait_for`, which can lose one."""
    for _ in range(20):
        for task in tasks:
            task.cancel()
        _, left = await asyncio.wait(tasks, timeout=0.25)
        if not left:
            break
    for task in tasks:
        if task.done() and not task.cancelled():
            task.exception()  # it was looked at


def _mqtt_error() -> type[Exception]:
    import aiomqtt

    return aiomqtt.MqttError
