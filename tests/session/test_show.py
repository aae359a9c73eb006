"""The show against the computer is told hand after hand; nobody is made to wait for it."""

from itertools import pairwise
from pathlib import Path
from typing import Any

from pegboard.cribbage.cards import parse_cards
from pegboard.cribbage.game import Rules, apply, legal_actions, new_game
from pegboard.cribbage.notation import parse_action
from pegboard.service.build import App
from pegboard.session.counting.show import told_hands
from pegboard.session.views.announcements import Announcer
from tests.support.session import ask, board, press, state_of, tell, until

PACE_S = 0.03
"""A telling 40 times as fast as in a real game."""


def acted(parts: App) -> bool:
    """Tells if the person could do something, and does it."""
    state = state_of(parts)
    return bool(state["legal"])


async def to_the_show(parts: App) -> dict[str, Any]:
    """Plays a deal with the first legal move, until its show is told."""
    assert (await ask(parts, new={"mode": "computer"}))["ok"]
    for _ in range(40):
        await until(lambda: acted(parts) or state_of(parts)["show"] is not None)
        state = state_of(parts)
        if state["show"] is not None:
            return state
        await ask(parts, action=state["legal"][0]["action"])
    raise AssertionError("no show")


def test_the_hands_are_told_in_turn_and_the_scores_follow(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path, pace=PACE_S) as parts:
            first = await to_the_show(parts)
            final = parts.table.state.scores
            dealer = first["dealer"]
            seen: list[dict[str, Any]] = [first]
            announcer, said = Announcer("en"), []
            with parts.publisher.watch() as feed:
                async for message in feed:
                    if isinstance(message, bytes):
                        continue
                    state = state_of(parts)
                    said.append(announcer.next(state))  # type: ignore[arg-type]
                    seen.append(state)
                    if state["show"] is None:
                        break
            told = [each["show"] for each in seen if each["show"] is not None]
            owners = [(each["seat"], each["crib"]) for each in told]
            assert list(dict.fromkeys(owners)) == [
                (1 - dealer, False), (dealer, False), (dealer, True),
            ]  # fmt: skip
            assert [each["number"] for each in told] == sorted(each["number"] for each in told)
            for before, after in pairwise(seen):
                assert all(a >= b for a, b in zip(after["scores"], before["scores"], strict=True))
            assert all(each["awaiting_ack"] for each in seen)
            assert tuple(seen[-1]["scores"]) == final
            assert seen[-1]["next"] == "OK for the next deal"

    tell(story)


def test_ok_goes_to_the_next_hand_and_then_deals(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path, pace=PACE_S) as parts:
            await to_the_show(parts)
            parts.game.show.aloud.tell_s = 60
            parts.game.show.aloud.peg_after_s = 60
            press(parts, "ok")
            await until(lambda: parts.game.show.at == 1)
            press(parts, "ok")
            await until(lambda: parts.game.show.at == 2)
            assert state_of(parts)["show"]["crib"]
            press(parts, "ok")
            await until(lambda: parts.table.state.stage_name == "discard")
            assert state_of(parts)["show"] is None

    tell(story)


def test_what_is_taken_back_is_told_no_more(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path, pace=PACE_S) as parts:
            await to_the_show(parts)
            press(parts, "undo")
            await until(lambda: parts.table.state.stage_name == "play")
            assert state_of(parts)["show"] is None and parts.game.show.now is None

    tell(story)


def test_a_game_without_a_pace_shows_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path, pace=0) as parts:
            assert (await ask(parts, new={"mode": "computer"}))["ok"]
            while parts.table.state.stage_name != "deal" or not parts.table.history:
                await until(lambda: acted(parts) or state_of(parts)["awaiting_ack"])
                state = state_of(parts)
                assert state["show"] is None
                if state["legal"]:
                    await ask(parts, action=state["legal"][0]["action"])

    tell(story)


def test_a_hand_that_wins_is_told_as_far_as_there_was_room() -> None:
    state = new_game(Rules(), 0)
    lines = [
        "correct 1 118", "deal 0 2C3D7H9SKHKC 4H4D6S8STCTD", "discard 0 KHKC", "discard 1 TCTD",
        "cut 5D",
    ]  # fmt: skip
    before = state
    for line in lines:
        state = apply(state, parse_action(line)).state
    events: tuple[Any, ...] = ()
    while not state.over and state.stage_name == "play":
        seat = state.turn
        assert seat is not None
        before, (state, events) = state, apply(state, legal_actions(state, seat)[0])
    hands = told_hands(before, events)
    assert [hand.seat for hand in hands] == [1]
    assert hands[0].cards == parse_cards("4H4D6S8S") and hands[0].score.total > hands[0].pegged
    assert hands[0].pegs[1].front + hands[0].pegged == 121
