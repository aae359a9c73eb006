"""A show as a camera sees it, through the camera process and the service, counted right or not.

Cards lie under a noisy camera, a hand reaches in and moves, others lie there when it is gone, a
shadow passes. A look may begin at any of these moments and must end with cards that lay there.
"""

import asyncio
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from pegboard.camera.process import read_settled
from pegboard.cribbage.cards import Card
from pegboard.devices.cameras import open_camera
from pegboard.service.build import App
from pegboard.vision.recognise import Recogniser
from tests.support.session import ask
from tests.support.show_films import (
    FPS,
    LABELS,
    STILL,
    lay_cards,
    move_card,
    passing_shadow,
    reaching_hand,
    remove_cards,
    sample_cards,
    sample_hand,
    sample_image,
    sample_starter,
    still_frames,
    with_hand,
    write_film,
)
from tests.support.video_board import (
    CRIB,
    DEALER,
    FIRST,
    PONE,
    SECOND,
    press,
    press_count,
    run_with_video,
    sample_points,
    until,
)

pytestmark = pytest.mark.group("camera")


@pytest.fixture(scope="module")
def two_hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    first, second = sample_image(FIRST), sample_image(SECOND)
    return write_film(
        tmp_path_factory.mktemp("film") / "two.avi",
        reaching_hand(first, first),
        still_frames(first),
        passing_shadow(first),
        still_frames(first, 4),
        reaching_hand(first, second),
        still_frames(second),
        passing_shadow(second),
        # Its starter is not the one the board knows: such a hand has to rest longer.
        still_frames(second, 3 * STILL),
    )


@pytest.fixture(scope="module")
def whole_show(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pone's hand with the starter, then the dealer's and the crib, whose starters lie aside."""
    [jack] = (card for card in sample_cards(PONE) if str(card) == "JD")
    pushed = move_card(PONE, jack, (25, 60))
    dealers, crib = (
        remove_cards(DEALER, sample_starter(DEALER)),
        remove_cards(CRIB, sample_starter(CRIB)),
    )
    return write_film(
        tmp_path_factory.mktemp("film") / "show.avi",
        still_frames(remove_cards(PONE, *sample_cards(PONE)), 6),
        lay_cards(PONE),
        still_frames(sample_image(PONE), 8),
        reaching_hand(sample_image(PONE), pushed, 10),
        still_frames(pushed),
        passing_shadow(pushed),
        still_frames(pushed),
        reaching_hand(pushed, remove_cards(DEALER, *sample_cards(DEALER)), 10),
        lay_cards(DEALER, sample_starter(DEALER)),
        still_frames(dealers),
        passing_shadow(dealers),
        still_frames(dealers),
        reaching_hand(dealers, crib),
        still_frames(crib, 20),
        passing_shadow(crib),
        still_frames(crib, 20),
    )


def test_show_on_video_is_counted_and_pegged(tmp_path: Path, two_hands: Path) -> None:
    async def story(parts: App) -> None:
        offer = await press_count(parts)
        assert {Card.parse(c) for c in [*offer["cards"], offer["starter"]]} == sample_cards(FIRST)
        assert offer["starter"] == LABELS[FIRST]["starter"]
        assert offer["points"] == sample_points(FIRST) and not offer["doubtful"]
        press(parts, "ok")
        await until(lambda: parts.table.state.scores == (0, sample_points(FIRST)))
        await until(lambda: parts.publisher.snapshot()["offer"] is None)
        for again in range(15):  # the video plays on while somebody looks
            await asyncio.sleep(0.3 * again)  # no two looks at the same place of its round
            offer = await press_count(parts)
            seen_cards = {Card.parse(c) for c in [*offer["cards"], offer["starter"]]}
            assert seen_cards in (sample_cards(FIRST), sample_cards(SECOND)), (
                "cards that never lay there together"
            )
            assert not offer["doubtful"]
            if seen_cards == sample_cards(SECOND):
                break
            assert "is already in the hand of" in offer["problem"], (
                "pone's hand is not the dealer's as well"
            )
            press(parts, "undo")
            await until(lambda: parts.publisher.snapshot()["offer"] is None)
        assert seen_cards == sample_cards(SECOND) and offer["asks"] == "known"
        turned = LABELS[SECOND]["starter"]
        assert (await ask(parts, change={"starter": turned}))["ok"]
        settled = parts.publisher.snapshot()["offer"]
        assert settled is not None and settled["points"] == sample_points(SECOND)

    run_with_video(tmp_path, two_hands, story)


async def counted_as(parts: App, wanted: set[Card], allowed: list[set[Card]]) -> dict[str, Any]:
    """Counts until the hand that is wanted lies there; the video plays on while somebody looks."""
    for _ in range(12):
        offer = await press_count(parts)
        seen_cards = {Card.parse(c) for c in offer["outlines"]}
        if offer["problem"] is None and not offer["doubtful"]:
            assert seen_cards in allowed, f"cards that never lay there together: {offer}"
            if seen_cards == wanted:
                return offer
        press(parts, "undo")
        await until(lambda: parts.publisher.snapshot()["offer"] is None)
    raise AssertionError(f"{wanted} was never counted; last: {offer}")


def test_show_on_video_is_counted_hand_by_hand(tmp_path: Path, whole_show: Path) -> None:
    allowed = [sample_cards(PONE), set(sample_hand(DEALER)), set(sample_hand(CRIB))]
    turned = sample_starter(PONE)

    async def story(parts: App) -> None:
        offer = await counted_as(parts, allowed[0], allowed)
        assert (offer["seat"], offer["crib"]) == (1, False) and offer["starter"] == str(turned)
        assert offer["points"] == sample_points(PONE)
        press(parts, "ok")
        await until(lambda: parts.publisher.snapshot()["next"] == "Blue’s hand next")
        offer = await counted_as(parts, allowed[1], allowed)
        assert (offer["seat"], offer["crib"]) == (0, False)
        assert (offer["starter"], offer["asks"]) == (str(turned), ""), "asked once a deal"
        assert offer["points"] == sample_points(DEALER, PONE)
        press(parts, "ok")
        await until(lambda: "crib next" in parts.publisher.snapshot()["next"])
        offer = await counted_as(parts, allowed[2], allowed)
        assert (offer["seat"], offer["crib"]) == (0, True)
        assert offer["points"] == sample_points(CRIB, PONE, crib=True)
        press(parts, "ok")
        dealers = sample_points(DEALER, PONE) + sample_points(CRIB, PONE, crib=True)
        await until(lambda: parts.table.state.scores == (dealers, sample_points(PONE)))
        assert parts.table.state.stage_name == "deal" and parts.table.state.dealer == 1

    run_with_video(tmp_path, whole_show, story)


@pytest.mark.parametrize("noise", [16.0, 24.0])
def test_noisy_video_is_counted(tmp_path: Path, noise: float) -> None:
    first = sample_image(FIRST)
    video = write_film(
        tmp_path / "noise.avi", reaching_hand(first, first), still_frames(first, 20, noise)
    )

    async def story(parts: App) -> None:
        offer = await press_count(parts)
        assert {Card.parse(c) for c in [*offer["cards"], offer["starter"]]} == sample_cards(FIRST)
        assert offer["points"] == sample_points(FIRST)

    run_with_video(tmp_path / "state", video, story)


def test_counting_waits_while_a_hand_covers_a_card(tmp_path: Path) -> None:
    first = sample_image(FIRST)
    covering = with_hand(first, 0.75, 80)  # one card is under it, four are to be seen
    camera = open_camera(
        f"files:{write_film(tmp_path / 'r.avi', still_frames(covering), still_frames(first))}"
    )
    times = count(0.0, 1 / FPS)  # the video's own time: a slow machine would see a longer rest
    result = read_settled(camera, Recogniser(), 6.0, lambda: next(times))
    camera.close()
    assert {sighting.card for sighting in result.reading.sightings} == sample_cards(FIRST)
    assert result.reading.sure and not result.waited
