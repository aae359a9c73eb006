"""The computer's seats: they deal from the sealed shuffle, and follow what others count."""

import asyncio
from random import Random

import pytest

from pegboard.cribbage.game import Action, Claim, Deal, Muggins, Rules, View, view
from pegboard.cribbage.scoring import hand_points, score_hand
from pegboard.cribbage.shuffle import Shuffle
from pegboard.cribbage.tags import header_of
from pegboard.players import by_name
from pegboard.session.computer import Opponents
from pegboard.session.moves import Moves
from pegboard.session.table import Table
from tests.support.memory_journal import memory_journal, run_inline

SEED = "0d" * 32


async def counted(level: str, less: int, rules: Rules, seed: int) -> list[Action]:
    """Plays one deal. Seat 0, the dealer, plays like a beginner and underclaims its hand."""
    table = Table(memory_journal(), run_inline, lambda: 0.0)
    await table.start_game("g", header_of(rules, (), 0, shuffle=Shuffle(SEED)), "computer")

    opponents = Opponents(Moves(table, lambda: None), pace_s=0.0, rng=Random(seed))
    opponents.players = {1: by_name(level)}
    person, rng = by_name("beginner"), Random(3)
    while True:
        action = await opponents._next(table.state)
        if action is None:
            seat_view = view(table.state, 0)
            if seat_view.crib:
                break
            action = person.choose(seat_view, rng)
            if isinstance(action, Claim | Muggins):
                action = Claim(0, max(0, true_points(seat_view) - less))
        await table.submit(action, id=str(table.seq), by="test")
    return [action for action, _ in table.history]


def true_points(seen: View) -> int:
    assert seen.starter is not None
    return hand_points(seen.shown[0], seen.starter)


@pytest.mark.parametrize(("less", "called"), [(0, False), (2, True)])
@pytest.mark.parametrize("level", ["club", "expert"])
def test_computer_calls_muggins_out_of_turn(level: str, less: int, called: bool) -> None:
    actions = asyncio.run(counted(level, less, Rules(muggins=True), 1))
    calls = [action for action in actions if isinstance(action, Muggins)]
    assert calls == ([Muggins(1, less)] if called else [])
    assert isinstance(actions[-1], Muggins if called else Claim)


def test_computer_without_caller_waits_for_its_turn() -> None:
    actions = asyncio.run(counted("simple", 2, Rules(muggins=True), 1))
    assert isinstance(actions[-1], Claim) and actions[-1].seat == 0


async def dealt(dealer: int, level: str, seed: int = 1) -> tuple[Table, Opponents]:
    """Returns a game of muggins, played by both to where the first hand is to be counted."""
    table = Table(memory_journal(), run_inline, lambda: 0.0)
    rules = Rules(muggins=True)
    await table.start_game("g", header_of(rules, (), dealer, shuffle=Shuffle(SEED)), "computer")

    opponents = Opponents(Moves(table, lambda: None), pace_s=0.0, rng=Random(seed))
    opponents.players = {1: by_name(level)}
    while table.state.stage_name != "show":
        action = await opponents._next(table.state)
        action = action or view(table.state, 0).legal[0]
        await table.submit(action, id=str(table.seq), by="test")
    return table, opponents


@pytest.mark.parametrize("less", [0, 1])
def test_computer_calls_missed_crib_before_the_next_deal(less: int) -> None:
    async def count() -> list[Action]:
        table, opponents = await dealt(0, "club")
        while table.state.stage_name == "show":
            action = await opponents._next(table.state)
            if action is None:
                seat_view = view(table.state, 0)
                assert seat_view.starter is not None
                cards = seat_view.crib or seat_view.shown[0]
                points = score_hand(cards, seat_view.starter, crib=bool(seat_view.crib)).total
                assert points > less
                action = Claim(0, points - less if seat_view.crib else points)
            await table.submit(action, id=str(table.seq), by="test")
        opponents.may_deal = False  # people look at the show
        for seed in range(20):  # a club player does not follow every count
            opponents._state_after_calls, opponents._rng = None, Random(seed)
            call = await opponents._next(table.state)
            if call is not None:
                return [call]
        return []

    assert asyncio.run(count()) == ([Muggins(1, 1)] if less else [])


def test_computer_waits_for_calls_after_a_claim() -> None:
    async def count() -> None:
        table, opponents = await dealt(1, "expert")
        right = Claim(0, true_points(view(table.state, 0)))
        await table.submit(right, id="mine", by="test")
        assert not opponents.awaiting_ack
        claimed = await opponents._next(table.state)
        assert isinstance(claimed, Claim)
        await table.submit(claimed, id="its", by="test")
        assert opponents.awaiting_ack and await opponents._next(table.state) is None
        assert any(isinstance(a, Muggins) for a in view(table.state, 0).legal)
        opponents.acknowledge()
        assert not opponents.awaiting_ack
        crib = await opponents._next(table.state)
        assert isinstance(crib, Claim)

    asyncio.run(count())


def test_dealt_cards_match_the_commitment() -> None:
    actions = asyncio.run(counted("club", 0, Rules(manual_count=True), 1))
    deal, cut = Shuffle(SEED).dealt(Rules(), 0, 1)
    assert actions[0] == deal and isinstance(actions[0], Deal) and cut in actions
