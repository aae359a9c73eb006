"""Claims and calls in the state message, where people count."""

import asyncio
from typing import Any

import pytest

from pegboard.cribbage.notation import parse_action
from pegboard.cribbage.rules import Rules
from pegboard.cribbage.tags import header_of
from pegboard.schema.state import Claims
from pegboard.session.table import Table
from pegboard.session.views.claims import claims_message
from tests.support.memory_journal import memory_journal, run_inline

PLAYED = """deal 0 5S4S2S6H7H8H 6DJH4H7C2D8D
discard 0 7H8H
discard 1 2D8D
cut 3D
play 1 JH
play 0 6H
play 1 7C
play 0 5S
go 1
play 0 2S
play 1 4H
play 0 4S
play 1 6D"""


def claims_after(rules: Rules, *lines: str, people: tuple[int, ...] = (0,)) -> Claims:
    async def run() -> Claims:
        table = Table(memory_journal(), run_inline, lambda: 0.0)
        await table.start_game("g", header_of(rules, (), 0), "computer")
        for number, line in enumerate([*PLAYED.splitlines(), *lines]):
            await table.submit(parse_action(line), id=str(number), by="test")
        return claims_message(table, people)

    return asyncio.run(run())


NOTHING: dict[str, Any] = {"claim": None, "call": None, "callers": []}
MUGGINS = Rules(muggins=True)
POUNCE = {"seat": 1, "crib": False, "cards": ["6D", "JH", "4H", "7C"], "starter": "3D"}


def test_claims_are_empty_if_the_board_counts() -> None:
    assert claims_after(Rules()) == NOTHING


def test_claim_is_requested_from_the_owner_of_the_hand() -> None:
    rules = Rules(manual_count=True)
    assert claims_after(rules) == NOTHING, "pone counts first, and that is the computer"
    hand = {"seat": 0, "crib": False, "cards": ["5S", "4S", "2S", "6H"], "starter": "3D"}
    assert claims_after(rules, "claim 1 4") == NOTHING | {"claim": hand}
    crib = {"seat": 0, "crib": True, "cards": ["7H", "8H", "2D", "8D"], "starter": "3D"}
    assert claims_after(rules, "claim 1 4", "claim 0 9")["claim"] == crib


def test_callable_claim_does_not_reveal_missed_points() -> None:
    claims = claims_after(MUGGINS, "claim 1 2")
    assert claims["call"] == POUNCE | {"points": 2} and claims["callers"] == [0]
    assert claims["claim"] is not None, "one's own hand comes next"
    assert claims_after(MUGGINS, "claim 1 2", "muggins 0 4")["call"] is None


@pytest.mark.parametrize("people", [(1,), (0, 1)])
def test_crib_claim_can_be_called_until_the_next_deal(people: tuple[int, ...]) -> None:
    now = claims_after(MUGGINS, "claim 1 4", "claim 0 9", "claim 0 2", people=people)
    assert now["callers"] == [1] and now["claim"] is None
    assert now["call"] == {
        "seat": 0, "crib": True, "cards": ["7H", "8H", "2D", "8D"], "starter": "3D", "points": 2,
    }  # fmt: skip
