"""One board in a smart home: what it tells of its game, and the commands that it takes."""

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
from pegboard.mqtt.home_assistant import Board, Lamp, discovery, happenings, state_of
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
    """One board at one broker. Use from one event loop only.

    Args:
        config: `[mqtt]`, with a broker.
        board: who we are.
        game: the source of the states.
        how: options of its `Link`.
    """

    def __init__(self, config: MqttConfig, board: Board, game: Game, **how: Any) -> None:
        self._link = Link(
            config, Identity(board.id, board.base, board.discovery, claims=True), **how
        )
        self._board, self._game = board, game
        self._current = ""
        """The game whose events are published."""

    @property
    def fault(self) -> PegboardError | None:
        """Why it is not connected; None if it is."""
        return self._link.fault

    async def run(self) -> None:
        """Keeps the connection until cancelled; then publishes the goodbye."""
        await self._link.run(self)

    def topics(self) -> list[str]:
        """Returns the topics of the commands."""
        return [f"{self._board.base}/{command}/set" for command in COMMANDS]

    def changed(self) -> None:
        """Reports that the connection was made or lost."""
        self._game.changed()

    # --- telling

    async def speak(self, client: "aiomqtt.Client") -> None:
        """Publishes the present state, and then every change."""
        with self._game.watch() as feed:
            async for item in feed:
                if isinstance(item, bytes):
                    continue
                published = state_of(item.state, update=self._game.update())
                await self._link.retain(client, f"{self._board.base}/state", published)
                await self._introduce(client)
                for happening in self._happened(item):
                    text = json.dumps(happening)
                    await client.publish(f"{self._board.base}/event", text, qos=1)

    async def _introduce(self, client: "aiomqtt.Client") -> None:
        """Publishes discovery, availability and the lamp; later only the changes."""
        board, retain = self._board, self._link.retain
        if board.discovery != NO_DISCOVERY:
            await retain(client, board.config_topic, discovery(board))
        await retain(client, f"{board.base}/light", self._game.lamp().as_json())
        await retain(client, f"{board.base}/online", "online")

    def begin(self) -> None:
        """Skips events from before the connection."""
        self._current = self._game.table.game

    def _happened(self, update: GameUpdate) -> list[JsonObject]:
        """Returns the events of an update, without those of another game."""
        state = update.state
        names = [seat["name"] for seat in state["seats"]]
        moves = [move for move in update.moves if move.game == state["game"]]
        found = happenings((event for move in moves for event in move.events), names)
        if state["game"] != self._current:
            self._current = state["game"]
            found.insert(0, {"event_type": "new_game", "mode": state["mode"], "seats": len(names)})
        return found

    # --- hearing

    async def hear(self, client: "aiomqtt.Client") -> None:
        """Does what commands ask for."""
        async for message in client.messages:
            topic, payload = str(message.topic), message.payload
            raw = payload if isinstance(payload, bytes) else str(payload).encode()
            if topic == self._link.birth:
                if raw == b"online":
                    await self._link.again(client)
            elif not message.retain:  # a command that somebody retained would come back for ever
                await self._obey(topic.removeprefix(f"{self._board.base}/"), raw, client)

    async def _obey(self, command: str, payload: bytes, client: "aiomqtt.Client") -> None:
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
                    await self._introduce(client)
                    done = True
                case _:
                    return
        except NotationError:
            done = False
        if not done:
            log_event(log, "home.refused", command=command)
