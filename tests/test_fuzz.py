"""A short part of `make fuzz`, always the same inputs: nothing but plain refusals comes back."""

import json
from contextlib import suppress
from random import Random
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed

from pegboard.errors import NotationError
from tests.fuzz import service, spoil
from tests.fuzz.__main__ import TARGETS, run
from tests.fuzz.finding import Outcome
from tests.running import Running

INPUTS = {
    "configurations": 800,
    "layouts": 200,
    "records": 1000,
    "backups": 60,
    "journals": 60,
    "payloads": 1000,
    "messages": 500,
    "requests": 300,
}


@pytest.mark.parametrize("name", TARGETS)
def test_nothing_is_found(name: str) -> None:
    inputs = round(INPUTS[name] / TARGETS[name][1])
    (outcome,) = run(inputs, seed=20261121, only=[name])
    assert outcome.findings == []
    assert outcome.inputs >= INPUTS[name]
    assert 0 < outcome.taken < outcome.inputs + 1, "some are good, or nothing was really tried"


def test_a_page_that_is_closed_while_it_is_written_to_is_no_mistake() -> None:
    """Found by fuzzing: a message that is too long ends its connection, in the middle of states."""
    outcome = Outcome("closed")

    def run(board: Running) -> None:
        netloc = urlsplit(board.address).netloc
        board.command(new={"mode": "score"})
        for number in range(60):
            with service.client(netloc) as page, suppress(ConnectionClosed):
                for k in range(20):
                    action = "peg 0 1" if k % 2 else "undo"
                    page.send(json.dumps({"id": f"{number}-{k}", "action": action}))
                page.send("x" * 20_000)
                while True:
                    page.recv(timeout=service.WAIT_S)

    assert service.in_service(outcome, run).findings == []


def test_what_is_wrong_is_found() -> None:
    outcome = Outcome("x")

    def mistake() -> None:
        raise KeyError("x")

    def refusal() -> None:
        raise NotationError("not a card: 'x'")

    def silence() -> None:
        raise NotationError("")

    for call in (mistake, refusal, silence, lambda: None):
        outcome.tried(call, "x", (NotationError,))
    assert (outcome.inputs, outcome.taken, len(outcome.findings)) == (4, 1, 2)


def test_the_same_seed_spoils_alike_and_another_one_does_not() -> None:
    def some(seed: int) -> list[bytes]:
        rng = Random(seed)
        return [spoil.message(rng, {"id": "a", "action": "peg 0 4"}) for _ in range(50)]

    assert some(1) == some(1) != some(2)
    assert len(set(some(1))) > 40
