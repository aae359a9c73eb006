"""Claims of counted hands: the board reveals the value only after the claim."""

from pathlib import Path
from typing import Any

import pytest

from pegboard.board.scene import Scene
from pegboard.service.build import App
from tests.support.camera_processes import camera_answer, fake_camera_client
from tests.support.counting_board import accept_offer, current_offer, press_count, run_at_board
from tests.support.session import ask, press, state_of
from tests.support.waiting import await_until

PONES = camera_answer("5H 5D JS 5C 5S", "5S")
"""Twenty-nine."""
DEALERS, CRIB = camera_answer("2H 4C 8D KH"), camera_answer("2S 4D 8C KD")
SECRETS = ("twenty", "nobs", "double pair", "fifteen")


def muggins_game(**rules: Any) -> dict[str, Any]:
    return {"mode": "score", "names": ["Ann", "Ben"], "rules": {"muggins": True, **rules}}


def test_claim_hides_value_until_muggins_is_called(tmp_path: Path) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        assert (await ask(parts, new=muggins_game()))["ok"]
        offer = await press_count(parts)
        assert (offer["asks"], offer["points"], offer["items"], offer["steps"]) == (
            "claim",
            0,
            [],
            [],
        )
        assert offer["spoken"] == "" and offer["claimed"] is None and offer["missed"] == 0
        state = state_of(parts)
        assert state["next"] == "What does Ben claim? Enter the points, then OK."
        assert not any(secret in str(state) for secret in SECRETS)
        assert not (await ask(parts, accept=True))["ok"], "nothing is pegged unsaid"
        assert (await ask(parts, accept=True, claim=24))["ok"]
        offer = current_offer(parts)
        assert (offer["asks"], offer["claimed"], offer["callers"]) == ("missed", 24, [0])
        assert (offer["points"], offer["missed"], offer["steps"]) == (0, 0, [])
        assert parts.table.state.scores == (0, 24)
        state = state_of(parts)
        assert state["next"] == "Ben claimed 24. Anything missed? OK lets it go."
        hidden = SECRETS[1:]  # twenty-four is what was claimed
        assert not any(secret in str(state) for secret in hidden), "they are to notice it"
        assert (await ask(parts, accept=True, muggins=0, points=5))["ok"]
        offer = current_offer(parts)
        assert (offer["points"], offer["claimed"], offer["missed"]) == (29, 24, 5)
        assert offer["callers"] == [] and offer["steps"]
        assert state_of(parts)["next"] == "Ben claimed 24; it is 29. OK continues."
        await await_until(lambda: current_offer(parts)["narrated"])
        assert scenes[-1].pending == (0, 0), "nothing is ahead of what is pegged"
        await accept_offer(parts)
        assert parts.table.state.scores == (5, 24)
        assert parts.pages.record_text().splitlines()[-3:] == [
            "hand 1 5H5DJS5C", "claim 1 24", "muggins 0 5",
        ]  # fmt: skip
        assert state_of(parts)["prompt_hand"] == "Now the dealer: lay Ann’s hand"

    run_at_board(tmp_path, fake_camera_client(PONES), story)


def test_show_is_claimed_with_board_buttons(tmp_path: Path) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        assert (await ask(parts, new=muggins_game()))["ok"]
        await press_count(parts)
        press(parts, *["1+5"] * 4, *["1+1"] * 2, "ok")
        await await_until(lambda: parts.table.state.scores == (0, 22))
        press(parts, "0+5", "0+1", "0+1", "ok")  # Ann calls seven
        await await_until(lambda: parts.table.state.scores == (7, 22))
        await await_until(lambda: current_offer(parts)["asks"] == "")
        await accept_offer(parts)
        await press_count(parts)
        press(parts, "ok")
        await await_until(lambda: "press OK again" in (state_of(parts)["notice"] or ""))
        assert current_offer(parts)["asks"] == "claim", "nothing by mistake"
        press(parts, "ok")
        await await_until(lambda: current_offer(parts)["claimed"] == 0)
        press(parts, "1+1", "1+1", "ok")  # fifteen four was missed, and Ben sees two of it
        await await_until(lambda: parts.table.state.scores == (7, 22 + 2))
        await accept_offer(parts)
        offer = await press_count(parts)
        assert offer["crib"] and offer["asks"] == "claim"
        press(parts, "0+1", "0+1", "ok")
        await await_until(lambda: parts.table.state.scores[0] == 9)
        press(parts, "ok")  # nobody noticed anything
        await await_until(lambda: current_offer(parts)["asks"] == "")
        await accept_offer(parts)
        assert parts.table.state.scores == (9, 24)
        assert parts.table.state.stage_name == "deal" and parts.table.state.dealer == 1

    hands = PONES, camera_answer("2H 4C 8D KH 5S", "5S"), camera_answer("2S 4D 8C KD 5S", "5S")
    run_at_board(tmp_path, fake_camera_client(*hands), story)


def test_undo_reverts_the_claim_or_the_reading(tmp_path: Path) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        assert (await ask(parts, new=muggins_game()))["ok"]
        await press_count(parts)
        press(parts, "undo")
        await await_until(lambda: current_offer(parts) is None)
        assert parts.table.seq == 0
        await press_count(parts)
        assert (await ask(parts, accept=True, claim=12))["ok"]
        press(parts, "undo")
        await await_until(lambda: parts.table.state.scores == (0, 0))
        assert current_offer(parts) is None and state_of(parts)["prompt_hand"] == "Lay Ben’s hand"

    run_at_board(tmp_path, fake_camera_client(PONES, PONES), story)


@pytest.mark.parametrize("claim", [29, 24])
def test_missed_points_are_lost_without_muggins(tmp_path: Path, claim: int) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        new = {"mode": "score", "names": ["Ann", "Ben"], "rules": {"manual_count": True}}
        assert (await ask(parts, new=new))["ok"]
        await press_count(parts)
        assert (await ask(parts, accept=True, claim=claim))["ok"]
        offer = current_offer(parts)
        assert offer["callers"] == [] and offer["missed"] == 29 - claim
        assert not (await ask(parts, accept=True, muggins=0))["ok"]
        await accept_offer(parts)
        assert parts.table.state.scores == (0, claim)

    run_at_board(tmp_path, fake_camera_client(PONES), story)


def test_first_of_three_callers_gets_missed_points(tmp_path: Path) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        new = muggins_game() | {"names": ["Ann", "Ben", "Cid"], "players": 3}
        assert (await ask(parts, new=new))["ok"]
        offer = await press_count(parts)
        assert offer["seat"] == 1
        assert (await ask(parts, accept=True, claim=24))["ok"]
        assert current_offer(parts)["callers"] == [0, 2]
        assert not (await ask(parts, accept=True, muggins=1, points=5))["ok"], "not one’s own"
        assert (await ask(parts, accept=True, muggins=2, points=4))["ok"]
        assert parts.table.state.scores == (0, 24, 4) and current_offer(parts)["missed"] == 5
        again = await ask(parts, accept=True, muggins=0, points=1)
        assert not again["ok"], "right or wrong, the first call is the only one"

    run_at_board(tmp_path, fake_camera_client(PONES), story)


def test_excessive_claim_pegs_the_actual_value(tmp_path: Path) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        assert (await ask(parts, new=muggins_game()))["ok"]
        await press_count(parts)
        assert not (await ask(parts, accept=True, claim=29, seat=2))["ok"]
        assert (await ask(parts, accept=True, claim=20))["ok"]
        assert current_offer(parts)["asks"] == "" and parts.table.state.scores == (0, 14)
        assert not (await ask(parts, change={"card": "2H", "to": None}))["ok"], "it is pegged"
        await accept_offer(parts)

    hand = camera_answer("5H 5D 5C KD 2S", "2S")
    """Fourteen."""
    run_at_board(tmp_path, fake_camera_client(hand), story)


@pytest.mark.parametrize("price", ["none", "excess", "2"])
def test_wrong_call_applies_the_penalty_in_play(tmp_path: Path, price: str) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        assert (await ask(parts, new=muggins_game(wrong_call=price)))["ok"]
        await press_count(parts)
        assert (await ask(parts, accept=True, claim=29))["ok"]
        assert current_offer(parts)["asks"] == "missed", (
            "that nothing was missed is not told either"
        )
        press(parts, "0+5", "ok")
        paid = {"none": 0, "excess": 5, "2": 2}[price]
        await await_until(lambda: current_offer(parts)["asks"] == "")
        assert parts.table.state.scores == (0, 29 + paid)

    run_at_board(tmp_path, fake_camera_client(PONES), story)


def test_call_by_score_buttons_settles_the_claim(tmp_path: Path) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        assert (await ask(parts, new=muggins_game()))["ok"]
        await press_count(parts)
        assert (await ask(parts, accept=True, claim=24))["ok"]
        assert (await ask(parts, action="muggins 0 3"))["ok"]
        assert current_offer(parts)["missed"] == 5 and current_offer(parts)["callers"] == []
        assert parts.table.state.scores == (3, 24)

    run_at_board(tmp_path, fake_camera_client(PONES), story)
