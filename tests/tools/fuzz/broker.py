"""Fuzzes MQTT payloads: commands from home automation."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec

from pegboard.config import MqttConfig
from pegboard.cribbage.game import Rules
from pegboard.cribbage.tags import header_of
from pegboard.json_form import BadMessage
from pegboard.mqtt.client import Home
from pegboard.mqtt.home_assistant import Board, Lamp
from pegboard.schema.commands import Command, ack, parse
from pegboard.schema.messages import AckMessage
from pegboard.session.feed.types import Feed
from pegboard.session.table import Table
from tests.tools.fuzz import spoil
from tests.tools.fuzz.finding import Outcome, resident

GOOD: tuple[tuple[str, Any], ...] = (
    ("undo/set", {"id": "1795000000.25"}),
    ("new_game/set", {"id": "1795000001.5"}),
    ("light/set", {"state": "ON", "brightness": 120, "effect": "waiting"}),
    ("light/set", {"state": "OFF"}),
)


class _Game:
    """A fake board that records commands and checks that a page could send them."""

    def __init__(self, table: Table, outcome: Outcome) -> None:
        self.table, self._outcome = table, outcome
        self._lamp = Lamp()

    def watch(self) -> AbstractContextManager[Feed]:
        raise NotImplementedError

    async def command(self, command: Command) -> AckMessage:
        try:
            sent = parse(msgspec.json.encode(command))
        except BadMessage as wrong:
            self._outcome.add_finding(
                "a command of another shape than the page's", (wrong, command)
            )
        else:
            assert sent == command
        self._outcome.taken += 1
        return ack(command.id)

    def lamp(self) -> Lamp:
        return self._lamp

    def light(self, wish: Lamp) -> None:
        if not (1 <= wish.brightness <= 255 and wish.effect in ("game", "waiting")):
            self._outcome.add_finding("a lamp that cannot be", wish)
        self._lamp = wish
        self._outcome.taken += 1

    def update(self) -> bool:
        return False

    def on_connection_change(self) -> None:
        pass


@dataclass
class _Message:
    topic: str
    payload: bytes
    retain: bool


class _Client:
    """A fake MQTT client with scripted messages."""

    def __init__(self, messages: AsyncIterator[_Message]) -> None:
        self.messages = messages

    async def publish(self, topic: str, payload: str, **options: Any) -> None:
        topic.encode(), payload.encode()


def payloads(inputs: int, rng: Random) -> Outcome:
    """Feeds spoiled payloads to the real receive loop."""
    outcome = Outcome("mqtt payloads")

    async def run() -> None:
        async def run_blocking(call: Any, *args: Any) -> Any:
            return call(*args)

        class Nothing:
            def start(self, *args: Any) -> bool:
                return True

        table = Table(Nothing(), run_blocking, lambda: 0.0)  # type: ignore[arg-type]
        await table.start_game("g", header_of(Rules(), ("Ann", "Ben"), 0), "score")
        home = Home(
            MqttConfig("mqtt://x"), Board("0" * 12, "0", "http://x/"), _Game(table, outcome)
        )
        before = 0

        async def messages() -> AsyncIterator[_Message]:
            nonlocal before
            for number in range(inputs):
                if number == inputs // 3:
                    before = resident()
                outcome.inputs += 1
                topic, good = rng.choice(GOOD)
                if rng.randrange(20) == 0:
                    topic = spoil.text(rng, topic)
                base = rng.choice(
                    ("pegboard/000000000000/", "pegboard/000000000000/", "homeassistant/")
                )
                yield _Message(base + topic, spoil.message(rng, good), rng.randrange(10) == 0)

        try:
            await home.receive(_Client(messages()))  # type: ignore[arg-type]
        except Exception as error:
            outcome.add_finding("the loop ended", repr(error))
        outcome.grown_bytes = max(0, resident() - before)

    asyncio.run(run())
    return outcome
