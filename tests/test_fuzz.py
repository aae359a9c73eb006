"""A short part of `make fuzz`, always the same inputs: nothing but plain refusals comes back."""

import asyncio
from random import Random
from typing import ClassVar

import pytest

from pegboard.cribbage.codes import Unreadable
from pegboard.errors import NotationError
from pegboard.web.websocket import Sockets
from tests.support.web_fake import FakeDesk, page_parts
from tests.tools.fuzz import spoil
from tests.tools.fuzz.__main__ import TARGETS, run
from tests.tools.fuzz.finding import Outcome

INPUTS = {
    "configurations": 800,
    "layouts": 200,
    "records": 1000,
    "backups": 60,
    "journals": 60,
    "payloads": 1000,
    "messages": 500,
    "requests": 300,
    "hall-messages": 400,
    "hall-requests": 250,
}


@pytest.mark.parametrize("name", TARGETS)
def test_fuzzers_find_nothing(name: str) -> None:
    inputs = round(INPUTS[name] / TARGETS[name][1])
    (outcome,) = run(inputs, seed=20261121, only=[name])
    assert outcome.findings == []
    assert outcome.inputs >= INPUTS[name]
    assert 0 < outcome.taken < outcome.inputs + 1, "some are good, or nothing was really tried"


class Closing:
    """A WebSocket that the server closes, for a message too long, while it is written to."""

    client = None
    query_params: ClassVar[dict[str, str]] = {}
    scope: ClassVar[dict[str, object]] = {"type": "websocket", "headers": []}

    async def accept(self) -> None:
        pass

    async def receive(self) -> dict[str, str]:
        await asyncio.Event().wait()  # nothing more comes
        return {"type": "websocket.disconnect"}

    async def send_text(self, text: str) -> None:
        raise RuntimeError("Unexpected ASGI message 'websocket.send', after 'websocket.close'.")

    send_bytes = close = send_text


def test_fuzzer_accepts_a_page_closed_during_a_write() -> None:
    """Found by fuzzing."""
    desk = FakeDesk()
    desk.publish({})

    async def serve() -> None:
        async with asyncio.timeout(10):
            parts = page_parts(desk)
            sockets = Sockets(parts.publisher, parts.commands, parts.pages)
            await sockets.serve(Closing())  # type: ignore[arg-type]

    asyncio.run(serve())


def test_fuzzer_finds_planted_faults() -> None:
    outcome = Outcome("x")

    def mistake() -> None:
        raise KeyError("x")

    def refusal() -> None:
        raise NotationError(Unreadable.NOT_A_CARD, text="'x'")

    def silence() -> None:
        raise NotationError(Unreadable.RULES, why="")

    for call in (mistake, refusal, silence, lambda: None):
        outcome.try_input(call, "x", (NotationError,))
    assert (outcome.inputs, outcome.taken, len(outcome.findings)) == (4, 1, 2)


def test_fuzzer_is_deterministic_per_seed() -> None:
    def some(seed: int) -> list[bytes]:
        rng = Random(seed)
        return [spoil.message(rng, {"id": "a", "action": "peg 0 4"}) for _ in range(50)]

    assert some(1) == some(1) != some(2)
    assert len(set(some(1))) > 40
