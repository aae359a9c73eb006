"""Settling: nothing moves, and the same cards were read twice."""

from itertools import count

import numpy as np
import numpy.typing as npt
import pytest

from pegboard.cribbage.cards import Card
from pegboard.vision.recognise import Reading, Sighting
from pegboard.vision.settle import (
    DIFFERS,
    MOVES,
    NO_CARDS,
    PATIENCE_S,
    STILL_S,
    TOO_DARK,
    UNUSUAL,
    UNUSUAL_HAND,
    WINDOW,
    Settling,
)

Image = npt.NDArray[np.uint8]
NOISE = np.random.default_rng(3)
HAND = "5H 6D 7C 8S QS"


def frame(*, moved: int = 0, light: float = 1.0, noise: float = 0.0) -> Image:
    """Returns a white card on a table, moved by some pixels."""
    image = np.full((480, 640, 3), 70.0)
    image[100:240, 200 + moved : 300 + moved] = 235
    image = image * light + (NOISE.normal(0, noise, image.shape) if noise else 0)
    return np.clip(image, 0, 255).astype(np.uint8)


def reading(cards: str, sure: bool = True) -> Reading:
    """Returns a reading of cards side by side, ten pixels each."""
    return Reading(
        tuple(
            Sighting(Card.parse(card), 0.9, ((x, 0.0), (x + 9, 0.0), (x + 9, 9.0), (x, 9.0)))
            for x, card in zip(range(0, 100, 10), cards.split(), strict=False)
        ),
        sure,
    )


def frames_until_settled(
    settling: Settling, frames: list[Image], cards: list[str], step_s: float = 0.2
) -> int:
    """Returns the number of frames until settled; readings are used in turn, the last repeated."""
    times = count(0.0, step_s)
    for number, image in enumerate(frames, 1):
        if settling.watch(image, next(times)):
            settling.add(reading(cards.pop(0) if len(cards) > 1 else cards[0]))
        if settling.settled:
            return number
    return 0


def test_still_hand_settles_after_two_readings() -> None:
    settling = Settling()
    assert not settling.settled and settling.reading is None
    assert (
        frames_until_settled(settling, [frame()] * 9, [HAND]) == 4
    )  # a reference, still until 0.3 s, then two
    assert settling.waits_for == "" and settling.reading is not None
    assert settling.reading.sure and len(settling.reading.sightings) == 5


def test_noise_is_not_movement() -> None:
    frames = [frame(noise=25) for _ in range(6)]
    assert frames_until_settled(Settling(), frames, [HAND])


@pytest.mark.parametrize(
    "moving",
    [
        [frame(moved=20 * n) for n in range(9)],
        [frame(moved=n) for n in range(0, 27, 3)],  # slow
        [frame(light=1 - 0.1 * (n % 3)) for n in range(9)],  # a passing shadow
        [frame(), frame()[:240]] * 5,  # the frame size changes
    ],
    ids=["moved", "slow", "shadow", "size"],
)
def test_moving_picture_does_not_settle(moving: list[Image]) -> None:
    settling = Settling()
    assert frames_until_settled(settling, moving, [HAND]) == 0
    assert settling.waits_for == MOVES and settling.reading is None


def test_movement_discards_readings() -> None:
    settling = Settling()
    assert not frames_until_settled(settling, [frame()] * 3, [HAND])
    assert settling.reading is not None
    assert not settling.watch(frame(moved=60), 1.0)
    assert settling.reading is None
    assert not settling.watch(frame(moved=60), 1.0 + STILL_S / 2), "not long enough"
    assert settling.waits_for == MOVES


def test_dark_picture_reports_too_dark() -> None:
    settling = Settling()
    assert frames_until_settled(settling, [frame(light=0.1)] * 9, [HAND]) == 0
    assert settling.waits_for == TOO_DARK


def test_empty_table_reports_no_cards() -> None:
    settling = Settling()
    assert frames_until_settled(settling, [frame()] * 20, [""]) == 0
    assert settling.waits_for == NO_CARDS
    assert settling.reading == Reading((), False)


def test_differing_readings_do_not_settle() -> None:
    settling = Settling()
    readings = [HAND, "5H 6D 7C 8S QC", "5H 6D 7C 8S KS", HAND]
    assert not frames_until_settled(settling, [frame()] * 5, readings)
    assert settling.waits_for == DIFFERS
    assert settling.reading is not None and not settling.reading.sure


def test_odd_reading_is_outvoted() -> None:
    settling = Settling()
    assert (
        frames_until_settled(settling, [frame()] * 9, [HAND, HAND.replace("QS", "QC"), HAND]) == 5
    )
    assert settling.reading is not None
    assert str(settling.reading.sightings[-1].card) == "QS"
    assert not settling.reading.sure, "one was sure of another card"


@pytest.mark.parametrize("cards", ["5H", "5H 6D 7C", "5H 6D 7C 8S", HAND + " KS"])
def test_unusual_card_count_settles_later(cards: str) -> None:
    settling = Settling()
    assert frames_until_settled(settling, [frame()] * 5, [cards]) == 0
    assert settling.waits_for == UNUSUAL
    count = frames_until_settled(Settling(), [frame()] * 40, [cards])
    assert count * 0.2 == pytest.approx(PATIENCE_S, abs=0.4)


@pytest.mark.parametrize("cards", ["5H 6D 7C 8S", "5H 6D 7C 8S KC"])
def test_four_cards_settle_if_starter_is_known(cards: str) -> None:
    assert frames_until_settled(Settling(Card.parse("KC")), [frame()] * 5, [cards]) == 4


@pytest.mark.parametrize("cards", ["5H 6D 7C KC", "5H 6D 7C", "5H 6D 7C 8S QS"])
def test_other_counts_settle_later_if_starter_is_known(cards: str) -> None:
    settling = Settling(Card.parse("KC"))
    assert frames_until_settled(settling, [frame()] * 5, [cards]) == 0
    assert settling.waits_for == UNUSUAL_HAND
    assert frames_until_settled(Settling(Card.parse("KC")), [frame()] * 40, [cards])


def test_alternatives_of_a_card() -> None:
    settling = Settling()
    frames_until_settled(settling, [frame()] * 9, [HAND, HAND.replace("QS", "QC"), HAND])
    assert settling.reading is not None
    sightings = {str(s.card): s for s in settling.reading.sightings}
    assert settling.alternatives(sightings["QS"]) == (Card.parse("QC"),)
    assert settling.alternatives(sightings["5H"]) == ()


def test_settling_memory_is_bounded() -> None:
    settling = Settling()
    for number in range(200):
        if settling.watch(frame(), number * 0.1):
            settling.add(reading(HAND))
    assert len(settling._readings) == WINDOW
