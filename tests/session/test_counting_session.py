"""Counting a hand, from the camera's reading to the pegs."""

from pathlib import Path
from typing import Any

import pytest

from pegboard.board.scene import Scene
from pegboard.cribbage.cards import Card, parse_cards
from pegboard.cribbage.scoring import score_hand
from pegboard.service.build import App
from tests.support.camera_processes import camera_answer, fake_camera_client
from tests.support.counting_board import (
    PERFECT_HAND,
    TOTALS,
    accept_offer,
    current_offer,
    press_count,
    run_at_board,
)
from tests.support.session import ask, press
from tests.support.waiting import await_until


def test_peg_ahead_follows_the_narration(tmp_path: Path) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        offer = await press_count(parts)
        assert [step["total"] for step in offer["steps"]] == TOTALS
        await await_until(lambda: current_offer(parts)["narrated"])
        ahead = [scene.pending for scene in scenes]
        assert all(first == 0 for first, _ in ahead), "the other track has nothing ahead"
        totals = [
            points
            for points, before in zip(
                (p for _, p in ahead), [None, *(p for _, p in ahead)], strict=False
            )
            if points != before
        ]
        assert totals == [0, *TOTALS]
        assert scenes[-1].pending == (0, 29) and scenes[-1].pegs[1].front == 0
        await accept_offer(parts)
        await await_until(lambda: scenes[-1].pending == (0, 0))
        assert scenes[-1].pegs[1].front == 29

    run_at_board(tmp_path, fake_camera_client(PERFECT_HAND), story)


def test_dismissed_offer_clears_the_peg_ahead(tmp_path: Path) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        await press_count(parts)
        await await_until(lambda: scenes[-1].pending != (0, 0))
        press(parts, "undo")
        await await_until(lambda: current_offer(parts) is None)
        assert scenes[-1].pending == (0, 0) and parts.table.seq == 0

    run_at_board(tmp_path, fake_camera_client(PERFECT_HAND), story, tell_s=0.2)


def test_camera_can_be_added_and_removed_during_a_game(tmp_path: Path) -> None:
    eyes = fake_camera_client(PERFECT_HAND)

    async def story(parts: App, scenes: list[Scene]) -> None:
        def named() -> list[str]:
            return [device["name"] for device in parts.publisher.snapshot()["devices"]]

        address = eyes.address
        await eyes.switch_camera("none")
        assert "camera" not in named()
        assert (await ask(parts, count=True))["ok"]
        assert "There is no camera" in (parts.publisher.snapshot()["notice"] or "")
        await eyes.switch_camera(address)
        assert "camera" in named()
        await press_count(parts)

    run_at_board(tmp_path, eyes, story)


def test_doubtful_card_delays_the_peg_ahead(tmp_path: Path) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        offer = await press_count(parts)
        assert offer["asks"] == "card" and offer["doubtful"] == ["5C"]
        assert scenes[-1].pending == (0, 0)
        assert parts.publisher.snapshot()["next"] == "Is this 5♣? Press OK for yes."
        press(parts, "ok")  # yes to the card, and not yet to what it is worth
        await await_until(lambda: scenes[-1].pending == (0, 29))
        assert parts.table.seq == 0
        assert current_offer(parts)["asks"] == ""
        press(parts, "ok")
        await await_until(lambda: parts.table.state.scores == (0, 29))

    run_at_board(
        tmp_path, fake_camera_client(PERFECT_HAND | {"sure": False, "cards": doubtful("5C")}), story
    )


def doubtful(card: str) -> list[dict[str, Any]]:
    return list(camera_answer("5H 5D JS 5C 5S", "5S", doubtful=card)["cards"])


def test_corrected_card_keeps_its_position(tmp_path: Path) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        before = await press_count(parts)
        assert (await ask(parts, change={"card": "5C", "to": "6C", "offer": before["id"]}))["ok"]
        after = current_offer(parts)
        assert after["cards"] == ["5H", "5D", "JS", "6C"] and after["points"] == 15
        assert after["outlines"]["6C"] == before["outlines"]["5C"]
        assert "5C" in after["others"]["6C"], "what it was taken for it may be after all"
        assert after["id"] == before["id"]
        refused = await ask(parts, change={"card": "6C", "to": "JS"})
        assert not refused["ok"] and "J♠ is already there" in refused["error"]
        late = await ask(parts, change={"card": "6C", "to": "7C", "offer": "another"})
        assert not late["ok"] and "no longer on offer" in late["error"]
        assert current_offer(parts)["cards"] == after["cards"]

    run_at_board(tmp_path, fake_camera_client(PERFECT_HAND), story)


def test_starter_is_asked_once_and_owner_is_shown(tmp_path: Path) -> None:
    """Pone with all five cards, then the dealer and the crib with their four; four looks."""
    looks = [
        camera_answer("5H 5D JS 5C 5S", None),
        camera_answer("2H 4C 8D KH"),
        camera_answer("5S AH 9C 9D TD", "AH"),
    ]

    async def story(parts: App, scenes: list[Scene]) -> None:
        offer = await press_count(parts)
        assert offer["asks"] == "starter" and offer["problem"] == "tap the one that is the starter"
        await ask(parts, change={"starter": "5S"})
        assert current_offer(parts)["seat"] == 1 and current_offer(parts)["points"] == 29
        await accept_offer(parts)
        assert parts.publisher.snapshot()["next"] == "Blue’s hand next"
        offer = await press_count(parts)
        assert (offer["seat"], offer["crib"], offer["asks"]) == (0, False, "")
        assert offer["starter"] == "5S" and offer["problem"] is None
        assert "5S" not in offer["outlines"], "it lies nowhere in this picture"
        await accept_offer(parts)
        assert parts.publisher.snapshot()["next"] == "Blue’s crib next"
        offer = await press_count(parts)
        assert (offer["seat"], offer["crib"], offer["starter"]) == (0, True, "5S")
        await accept_offer(parts)
        assert parts.table.state.stage_name == "deal" and parts.table.state.dealer == 1
        assert [line.split()[0] for line in parts.pages.record_text().splitlines()[-5:]] == [
            "deal", "cut", "hand", "hand", "crib",
        ]  # fmt: skip

    run_at_board(tmp_path, fake_camera_client(*looks), story)


@pytest.mark.parametrize(
    ("seen", "says"),
    [
        (camera_answer("5H 5D JS"), "3 of 5 cards found"),
        (camera_answer("5H 5D JS 5C 2H 3H"), "6 cards found, and 5 are needed: remove one"),
        (camera_answer(""), "no card was recognised"),
    ],
)
def test_uncountable_reading_is_reported(tmp_path: Path, seen: dict[str, Any], says: str) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        offer = await press_count(parts)
        assert says in offer["problem"]
        assert says in parts.publisher.snapshot()["next"]
        assert scenes[-1].pending == (0, 0)

    run_at_board(tmp_path, fake_camera_client(seen), story)


def test_missing_and_extra_cards_are_corrected_one_by_one(tmp_path: Path) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        await press_count(parts)
        await ask(parts, change={"card": None, "to": "5C"})
        assert "4 of 5 cards found" in current_offer(parts)["problem"]
        await ask(parts, change={"card": None, "to": "5S"})
        assert current_offer(parts)["asks"] == "starter"
        await ask(parts, change={"card": None, "to": "2H"})
        assert "6 cards found" in current_offer(parts)["problem"]
        await ask(parts, change={"card": "2H", "to": None})
        await ask(parts, change={"starter": "5S"})
        assert current_offer(parts)["points"] == 29
        await ask(parts, change={"card": "5S", "to": "6S"})
        assert current_offer(parts)["starter"] == "6S" and len(current_offer(parts)["cards"]) == 4

    run_at_board(tmp_path, fake_camera_client(camera_answer("5H 5D JS")), story)


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        ("4H 7C 8S KD 5S", "K♦ was played by Blue in this deal, so it cannot be in this hand"),
        ("4H 7C 8S 2S 5S", None),
    ],
)
def test_card_played_by_another_seat_is_reported(
    tmp_path: Path, cards: str, says: str | None
) -> None:
    """Counts a followed table deal: pone played 4H 7C 8S 2S, the dealer KD QD 9C 3H."""
    plays = "play 1 4H,play 0 KD,play 1 7C,play 0 QD,play 1 8S,play 0 9C,play 1 2S,play 0 3H"

    async def story(parts: App, scenes: list[Scene]) -> None:
        for line in ["deal 0", "cut 5S", *plays.split(",")[:7]]:
            assert (await ask(parts, action=line))["ok"], line
        offer = await press_count(parts)
        assert offer["problem"] == says
        assert (says or "OK pegs") in parts.publisher.snapshot()["next"]
        press(parts, "ok")
        await await_until(
            lambda: parts.publisher.snapshot()["notice"] == says or current_offer(parts) is None
        )

    run_at_board(tmp_path, fake_camera_client(camera_answer(cards, "5S")), story)


def test_duplicate_card_is_reported(tmp_path: Path) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        await ask(parts, cards=["5H", "5H", "JS", "5C"], starter="5S")
        assert current_offer(parts)["problem"] == "the same card appears twice"
        assert (await ask(parts, change={"card": "5H", "to": "5D"}))["ok"]
        assert current_offer(parts)["cards"] == ["5D", "5H", "JS", "5C"], "one of the two"
        assert current_offer(parts)["problem"] is None and current_offer(parts)["points"] == 29

    run_at_board(tmp_path, fake_camera_client(PERFECT_HAND), story)


def test_crib_selection_applies_the_crib_flush_rule(tmp_path: Path) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        assert (await press_count(parts))["points"] == 4, "a flush of four"
        await ask(parts, change={"seat": 0, "crib": True})
        assert (current_offer(parts)["points"], current_offer(parts)["crib"]) == (0, True)
        await ask(parts, change={"seat": 1, "crib": False})
        await await_until(lambda: scenes[-1].pending == (0, 4))
        refused = await ask(parts, change={"seat": 3, "crib": False})
        assert not refused["ok"] and "no such seat" in refused["error"]

    run_at_board(tmp_path, fake_camera_client(camera_answer("2H 4H 6H 8H KC", "KC")), story)


SHOW = camera_answer("4H 5D JS 6C 5S", "5S"), camera_answer("2H 4C 8D KH 5S", "5S")


def test_card_of_a_shown_hand_is_refused_in_the_crib(tmp_path: Path) -> None:
    """It was pegged as an anonymous 10, and the board still asked for the crib."""
    looks = [*SHOW, camera_answer("2H 4C 8D KH 5S", "5S"), camera_answer("AH 9C 9D TD 5S", "5S")]

    async def story(parts: App, scenes: list[Scene]) -> None:
        for _ in SHOW:
            await press_count(parts)
            await accept_offer(parts)
        before = parts.table.state.scores
        offer = await press_count(parts)
        assert offer["crib"] and "in the hand of Blue" in offer["problem"]
        refused = await ask(parts, accept=True)
        assert not refused["ok"] and parts.table.state.scores == before
        assert (await ask(parts, dismiss=True))["ok"]
        offer = await press_count(parts)
        assert offer["crib"] and offer["problem"] is None
        await accept_offer(parts)
        assert parts.table.state.stage_name == "deal"

    run_at_board(tmp_path, fake_camera_client(*looks), story)


def test_conflicting_earlier_hand_can_be_corrected(tmp_path: Path) -> None:
    """Pone's 4H was a 3H: the dealer's 4H is right, and pone's hand is counted again."""
    looks = camera_answer("4H 5D JS 6C 5S", "5S"), *[camera_answer("4H 9C 9D TD 5S", "5S")] * 2

    async def story(parts: App, scenes: list[Scene]) -> None:
        pone = (await press_count(parts))["seat"]
        await accept_offer(parts)
        before = parts.table.state.scores
        offer = await press_count(parts)
        assert offer["seat"] != pone and "4♥ is already in the hand of" in offer["problem"]
        assert offer["earlier"] == {"seat": pone, "cards": ["4H", "5D", "JS", "6C"]}
        right = ["3H", "5D", "JS", "6C"]
        assert (await ask(parts, cards=right, starter="5S", seat=pone))["ok"]
        again = current_offer(parts)
        assert again["seat"] == pone and again["problem"] is None
        await accept_offer(parts)
        worth = score_hand(parse_cards("3H5DJS6C"), Card.parse("5S")).total
        assert parts.table.state.scores[pone] == worth != before[pone]
        offer = await press_count(parts)
        assert offer["problem"] is None and offer["earlier"] is None

    run_at_board(tmp_path, fake_camera_client(*looks), story)


@pytest.mark.parametrize("by_touch", [True, False])
def test_known_starter_is_kept_on_confirmation(tmp_path: Path, by_touch: bool) -> None:
    looks = SHOW[0], camera_answer("2H 4C 8D KH 6S", "6S")

    async def story(parts: App, scenes: list[Scene]) -> None:
        await press_count(parts)
        await accept_offer(parts)
        offer = await press_count(parts)
        assert offer["asks"] == "known"
        assert (offer["known_starter"], offer["starter"]) == ("5S", "6S")
        if by_touch:
            assert (await ask(parts, change={"starter": "5S"}))["ok"]
        else:
            press(parts, "ok")
            await await_until(lambda: current_offer(parts)["asks"] == "")
        offer = current_offer(parts)
        assert offer["problem"] is None and offer["starter"] == "5S" and len(offer["cards"]) == 4
        await accept_offer(parts)
        assert parts.publisher.snapshot()["next"] == "Blue’s crib next"
        assert parts.pages.record_text().splitlines()[-1] == "hand 0 2H4C8DKH"

    run_at_board(tmp_path, fake_camera_client(*looks), story)


def test_confirmed_different_starter_is_counted(tmp_path: Path) -> None:
    looks = SHOW[0], camera_answer("2H 4C 8D KH 7S", "7S")

    async def story(parts: App, scenes: list[Scene]) -> None:
        await press_count(parts)
        await accept_offer(parts)
        await press_count(parts)
        assert (await ask(parts, change={"starter": "7S"}))["ok"]
        offer = current_offer(parts)
        assert offer["problem"] is None and offer["starter"] == "7S" and offer["points"] == 2
        await accept_offer(parts)
        assert parts.table.state.scores[0] == 2
        assert parts.publisher.snapshot()["next"] == "Blue’s crib next"
        assert parts.pages.record_text().splitlines()[-1] == "claim 0 2"

    run_at_board(tmp_path, fake_camera_client(*looks), story)
