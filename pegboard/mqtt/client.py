"""MQTT client of one board, which publishes its game and executes commands."""

import json
import logging
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Protocol

from pegboard.config import MqttConfig
from pegboard.errors import NotationError, PegboardError
from pegboard.host.logfmt import log_event
from pegboard.kinds import REAL_CARDS
from pegboard.mqtt.commands import lamp, press_id
from pegboard.mqtt.entities import JsonObject
from pegboard.mqtt.home_assistant import Board, Lamp, discovery, notable_events, state_of
from pegboard.mqtt.link import NO_DISCOVERY, Identity, Link
from pegboard.schema.commands import Act, Command, NewGame
from pegboard.schema.messages import AckMessage
from pegboard.schema.setup_request import SetupRequest
from pegboard.session.feed.types import Feed, GameUpdate
from pegboard.session.table import Table

if TYPE_CHECKING:
    import aiomqtt

log = logging.getLogger(__name__)

COMMANDS = ("undo", "new_game", "light")


class Game(Protocol):
    """Interface of the board for its MQTT client."""

    @property
    def table(self) -> Table:
        """The game on the table."""

    def watch(self) -> AbstractContextManager[Feed]:
        """Subscribes to states as a watcher."""

    async def command(self, command: Command) -> AckMessage:
        """Executes a command as the page would; returns its acknowledgement."""

    def lamp(self) -> Lamp:
        """Returns the state of the strip as a lamp."""

    def light(self, lamp: Lamp) -> None:
        """Sets the strip as a lamp."""

    def update(self) -> bool:
        """Returns whether a newer pegboard is available."""

    def on_connection_change(self) -> None:
        """Reports that the connection was established or lost."""


class Home:
    """The client of one board at one broker. Use from one event loop only.

    Args:
    config: `[mqtt]`, with a broker.
    board: the board's identity.
    game: the source of the states.
    link_options: options of its `Link`.
    """

    def __init__(self, config: MqttConfig, board: Board, game: Game, **link_options: Any) -> None:
        self._link = Link(
            config, Identity(board.id, board.base, board.discovery, claims=True), **link_options
        )
        self._board, self._game = board, game
        self._current = ""
        """The game whose events are published."""

    @property
    def fault(self) -> PegboardError | None:
        """Reason why the client is disconnected; None while it is connected."""
        return self._link.fault

    async def run(self) -> None:
        """Maintains the connection until cancelled; then publishes `offline`."""
        await self._link.run(self)

    def topics(self) -> list[str]:
        """Returns the command topics."""
        return [f"{self._board.base}/{command}/set" for command in COMMANDS]

    def on_connection_change(self) -> None:
        """Reports that the connection was established or lost."""
        self._game.on_connection_change()

    # --- publishing

    async def publish(self, client: "aiomqtt.Client") -> None:
        """Publishes the current state, then every change."""
        with self._game.watch() as feed:
            async for item in feed:
                if isinstance(item, bytes):
                    continue
                published = state_of(item.state, update=self._game.update())
                await self._link.retain(client, f"{self._board.base}/state", published)
                await self._publish_discovery(client)
                for happening in self._events_of(item):
                    text = json.dumps(happening)
                    await client.publish(f"{self._board.base}/event", text, qos=1)

    async def _publish_discovery(self, client: "aiomqtt.Client") -> None:
        """Publishes discovery, availability and lamp; `Link.retain` skips unchanged ones."""
        board, retain = self._board, self._link.retain
        if board.discovery != NO_DISCOVERY:
            await retain(client, board.config_topic, discovery(board))
        await retain(client, f"{board.base}/light", self._game.lamp().as_json())
        await retain(client, f"{board.base}/online", "online")

    def on_connect(self) -> None:
        """Makes the game on the table the one whose events are published."""
        self._current = self._game.table.game

    def _events_of(self, update: GameUpdate) -> list[JsonObject]:
        """Returns an update's new events, leaving out those of other games."""
        state = update.state
        names = [seat["name"] for seat in state["seats"]]
        moves = [move for move in update.moves if move.game == state["game"]]
        found = notable_events((event for move in moves for event in move.events), names)
        if state["game"] != self._current:
            self._current = state["game"]
            found.insert(0, {"event_type": "new_game", "mode": state["mode"], "seats": len(names)})
        return found

    # --- receiving

    async def receive(self, client: "aiomqtt.Client") -> None:
        """Executes incoming commands."""
        async for message in client.messages:
            topic, payload = str(message.topic), message.payload
            raw = payload if isinstance(payload, bytes) else str(payload).encode()
            if topic == self._link.birth:
                if raw == b"online":
                    await self._link.republish(client)
            elif not message.retain:  # a retained command would repeat on each connection
                await self._execute(topic.removeprefix(f"{self._board.base}/"), raw, client)

    async def _execute(self, command: str, payload: bytes, client: "aiomqtt.Client") -> None:
        try:
            match command:
                case "undo/set":
                    sent: Command = Act(id=press_id(payload), line="undo")
                    done = (await self._game.command(sent))["ok"]
                case "new_game/set":
                    kind = self._game.table.kind
                    setup = SetupRequest(kind.mode if kind.has_people else REAL_CARDS.mode)
                    sent = NewGame(id=press_id(payload), setup=setup)
                    done = (await self._game.command(sent))["ok"]
                case "light/set":
                    self._game.light(lamp(payload, self._game.lamp()))
                    await self._publish_discovery(client)
                    done = True
                case _:
                    return
        except NotationError:
            done = False
        if not done:
            log_event(log, "home.refused", command=command)
