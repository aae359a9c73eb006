"""The narrated show after a deal against the computer."""

import asyncio
from itertools import pairwise
from pathlib import Path
from typing import Any

from pegboard.cli.run import changed
from pegboard.config import Config
from pegboard.controls import Button
from pegboard.cribbage.cards import parse_cards
from pegboard.cribbage.game import Rules, State, legal_actions
from pegboard.cribbage.notation import parse_action
from pegboard.cribbage.tags import header_of
from pegboard.pairing.viewer import AT_BOARD
from pegboard.service.build import App, build_app
from pegboard.session.counting.show import counted_hands
from pegboard.session.views.announcements import Announcer
from tests.support.session import ask, board, press, run_async, state_of
from tests.support.waiting import await_until

PACE_S = 0.03
"""A telling 40 times as fast as in a real game."""


def acted(parts: App) -> bool:
    """Makes the person's next move; returns whether there was one."""
    state = state_of(parts)
    return bool(state["legal"])


async def to_the_show(parts: App) -> dict[str, Any]:
    """Plays a deal with the first legal move, up to its show."""
    assert (await ask(parts, new={"mode": "computer"}))["ok"]
    for _ in range(40):
        await await_until(lambda: acted(parts) or state_of(parts)["show"] is not None)
        state = state_of(parts)
        if state["show"] is not None:
            return state
        await ask(parts, action=state["legal"][0]["action"])
    raise AssertionError("no show")


def test_show_narrates_hands_in_order_with_scores(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path, pace=PACE_S) as parts:
            first = await to_the_show(parts)
            assert first["last_deal"] == []
            final = parts.table.state.scores
            dealer = first["dealer"]
            states: list[dict[str, Any]] = [first]
            announcer, said = Announcer("en"), []
            with parts.publisher.subscribe() as feed:
                async for message in feed:
                    if isinstance(message, bytes):
                        continue
                    state = state_of(parts)
                    said.append(announcer.text_for(state))  # type: ignore[arg-type]
                    states.append(state)
                    if state["show"] is None:
                        break
            snapshot = [each["show"] for each in states if each["show"] is not None]
            owners = [(each["seat"], each["crib"]) for each in snapshot]
            assert list(dict.fromkeys(owners)) == [
                (1 - dealer, False), (dealer, False), (dealer, True),
            ]  # fmt: skip
            assert [each["number"] for each in snapshot] == sorted(
                each["number"] for each in snapshot
            )
            for before, after in pairwise(states):
                assert all(a >= b for a, b in zip(after["scores"], before["scores"], strict=True))
            assert all(each["awaiting_ack"] for each in states)
            assert tuple(states[-1]["scores"]) == final
            assert states[-1]["next"] == "OK for the next deal"

    run_async(story)


def test_ok_advances_the_show_and_then_deals(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path, pace=PACE_S) as parts:
            await to_the_show(parts)
            parts.game.show.narration.step_s = 60
            parts.game.show.narration.peg_after_s = 60
            press(parts, "ok")
            await await_until(lambda: parts.game.show.index == 1)
            press(parts, "ok")
            await await_until(lambda: parts.game.show.index == 2)
            assert state_of(parts)["show"]["crib"]
            press(parts, "ok")
            await await_until(lambda: parts.table.state.stage_name == "discard")
            assert state_of(parts)["show"] is None

    run_async(story)


def test_undo_ends_the_show(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path, pace=PACE_S) as parts:
            await to_the_show(parts)
            press(parts, "undo")
            await await_until(lambda: parts.table.state.stage_name == "play")
            assert state_of(parts)["show"] is None and parts.game.show.current is None

    run_async(story)


def test_show_is_skipped_without_a_pace(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path, pace=0) as parts:
            assert (await ask(parts, new={"mode": "computer"}))["ok"]
            while parts.table.state.stage_name != "deal" or not parts.table.history:
                await await_until(lambda: acted(parts) or state_of(parts)["awaiting_ack"])
                state = state_of(parts)
                assert state["show"] is None
                if state["legal"]:
                    await ask(parts, action=state["legal"][0]["action"])

    run_async(story)


WON = [
    "correct 1 118", "deal 0 2C3D7H9SKHKC 4H4D6S8STCTD", "discard 0 KHKC", "discard 1 TCTD",
    "cut 5D",
]  # fmt: skip
"""A hand of more points than pone has room for."""


async def play_out(parts: App) -> State:
    """Plays a deal with the first legal cards; returns the game before its last action."""
    before = parts.table.state
    for number in range(9):
        state = parts.table.state
        if state.stage_name != "play" or state.turn is None:
            break
        before, action = state, legal_actions(state, state.turn)[0]
        await parts.game.moves.submit(action, id=f"{number}", by="test")
    return before


def test_winning_hand_is_narrated_before_the_win(tmp_path: Path) -> None:
    async def story() -> None:
        config = changed(Config(), simulated=True, demo=False, state=tmp_path, pace=1.2)
        parts = await build_app(config)
        try:
            names = ("Ann", "Ben")
            await parts.table.start_game("g", header_of(Rules(), names, 0), "computer")
            for line in WON:
                await parts.game.moves.submit(parse_action(line), id=line, by="test")
            before = await play_out(parts)
            assert parts.table.state.over
            [hand] = counted_hands(before, parts.table.history[-1][1])
            assert (hand.seat, hand.cards) == (1, parse_cards("4H4D6S8S"))
            assert hand.score.total > hand.pegged == 121 - hand.pegs[1].front
            parts.game.show.narration.step = 0
            state = state_of(parts)
            assert state["winner"] is None and state["games"] is None
            assert state["scores"][1] == hand.pegs[1].front + min(2, hand.pegged)
            assert state["last_deal"] == [] and state["last"] is None
            assert [line for line in state["log"] if "wins" in line["text"]] == []
            parts.game.show.next_hand()
            state = state_of(parts)
            assert state["winner"] == 1 and state["scores"][1] == 121 and state["last_deal"]
        finally:
            await parts.close()

    run_async(story)


def test_late_ok_after_automatic_advance_is_ignored(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path, pace=0.01) as parts:
            assert (await ask(parts, new={"mode": "computer"}))["ok"]
            game, show = parts.table.game, parts.game.show
            await parts.table.submit(parse_action("correct 0 121"), id="end", by="test")
            assert parts.table.state.over and not show.just_advanced
            show._grace_s = 60.0
            await show._advance()  # the last hand was told, and the board went on by itself
            press(parts, "ok")
            await asyncio.sleep(0)
            # The board handles this press after the one before it.
            await parts.presses.press(Button.parse("ok"), AT_BOARD)
            assert parts.table.game == game
            show._grace_s = 0.0
            press(parts, "ok")
            await await_until(lambda: parts.table.game != game)

    run_async(story)
