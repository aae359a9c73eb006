"""A short part of `make fuzz`, always the same inputs: nothing but plain refusals comes back."""

from random import Random

import pytest

from pegboard.errors import NotationError
from tests.fuzz import spoil
from tests.fuzz.__main__ import TARGETS, run
from tests.fuzz.finding import Outcome

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
