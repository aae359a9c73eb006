"""Reading of pips: places, results, and selection of cards."""

import itertools
import math
from pathlib import Path

import cv2
import numpy as np
import pytest

from pegboard.cribbage.cards import DECK, Card
from pegboard.vision import assemble as assembling
from pegboard.vision.assemble import assemble
from pegboard.vision.crops import Spot, cut, pyramid
from pegboard.vision.outlines import card_outline
from pegboard.vision.pips import NUMBERS, PIP, SUITS, PipReader, places, spot_of
from pegboard.vision.read import Index

OUTLINE = ((100.0, 100.0), (300.0, 100.0), (300.0, 380.0), (100.0, 380.0))
"""A card seen squarely, 200 pixels wide."""
WEIGHTS = Path(assembling.__file__).parent / "pips.onnx"
SIGNS = WEIGHTS.with_name("signs.onnx")


def _turned(degrees: float) -> tuple[tuple[float, float], ...]:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    moved = [(x - 200, y - 240) for x, y in OUTLINE]
    return tuple((200 + c * x - s * y, 240 + s * x + c * y) for x, y in moved)


def _card(rank: int, suit: int, size: float = 34.0, aside: float = 0.0) -> np.ndarray:
    """Returns a card with simple pips in the usual places, or offset by some pixels."""
    image = np.full((480, 400, 3), 90, np.uint8)
    cv2.rectangle(image, (100, 100), (300, 380), (245, 245, 245), -1)
    for pip in places(rank):
        spot = spot_of(OUTLINE, pip)
        up = -size if not pip.turned else size
        middle = np.array([spot.x + math.copysign(aside, -up), spot.y])
        _pip(image, suit, middle, up)
    return cv2.GaussianBlur(image, (0, 0), 1.2)


def _pip(image: np.ndarray, suit: int, middle: np.ndarray, up: float) -> None:
    """Draws a simple suit sign: diamond, club, spade or heart."""
    colour = (20, 20, 20) if suit in (0, 3) else (30, 30, 190)
    up = -up if suit == 2 else up
    balls = ((0, 0.25), (-0.26, -0.1), (0.26, -0.1)) if suit == 0 else ((-0.19, -0.1), (0.19, -0.1))
    tip = [(0, -0.5), (0.38, 0), (0, 0.5), (-0.38, 0)] if suit == 1 else []
    tip = [(0, 0.5), (-0.38, 0), (0.38, 0)] if suit in (2, 3) else tip
    for dx, dy in balls if suit != 1 else ():
        at = middle + np.array([dx * abs(up), dy * up])
        cv2.circle(image, at.astype(int).tolist(), int(0.22 * abs(up)), colour, -1, cv2.LINE_AA)
    points = [middle + np.array([dx * abs(up), dy * up]) for dx, dy in tip]
    if points:
        cv2.fillPoly(image, [np.array(points, np.int32)], colour, cv2.LINE_AA)
    if suit in (0, 3):
        ends = [(middle + np.array([0, dy * up])).astype(int).tolist() for dy in (0, -0.5)]
        cv2.line(image, ends[0], ends[1], colour, max(2, int(0.15 * abs(up))))


def test_pip_places_are_symmetric() -> None:
    for rank in range(13):
        pips = places(rank)
        assert pips and all(0.2 < pip.across < 0.8 and 0.1 < pip.down < 0.9 for pip in pips)
        assert len(pips) <= 6
        # Number cards are symmetric left to right, court cards under rotation.
        positions = {(round(pip.across, 6), round(pip.down, 6)) for pip in pips}
        turned = {
            (round(1 - a, 6), round(1 - d, 6) if rank >= NUMBERS else d) for a, d in positions
        }
        assert turned == positions


@pytest.mark.parametrize("degrees", [0, 30, 90, 200])
def test_pip_is_cropped_upright(degrees: float) -> None:
    image = np.full((480, 400, 3), 255, np.uint8)
    outline = _turned(degrees)
    for pip in places(3):
        spot = spot_of(outline, pip)
        up = np.array([spot.ux, spot.uy])
        down = np.array(outline[3]) - np.array(outline[0])
        assert np.dot(up, down) * (1 if pip.turned else -1) > 0
        tip = np.array([spot.x, spot.y]) + 20 * up
        cv2.circle(image, (round(tip[0]), round(tip[1])), 4, (0, 0, 0), -1)
    for pip in places(3):
        crop = cut(pyramid(image), spot_of(outline, pip), pixels=PIP)
        assert crop.shape == (PIP, PIP, 3)
        row, column = np.argwhere(crop[..., 0] < 128).mean(0)
        assert column == pytest.approx((PIP - 1) / 2, abs=1.5) and row < PIP / 2 - 2


@pytest.mark.parametrize(("rank", "suit"), list(itertools.product((1, 3, 6, 9), (0, 1))))
def test_drawn_pips_identify_suit(rank: int, suit: int) -> None:
    logs = PipReader(WEIGHTS, SIGNS).suits(pyramid(_card(rank, suit)), [(OUTLINE, rank)])
    assert logs.shape == (1, SUITS) and int(logs[0].argmax()) == suit, logs


@pytest.mark.parametrize("aside", [0.0, 5.0])
@pytest.mark.parametrize(("rank", "suit"), list(itertools.product((10, 12), range(4))))
def test_court_pip_identifies_suit_within_colour(rank: int, suit: int, aside: float) -> None:
    image = _card(rank, suit, 24.0, aside)
    (logs,) = PipReader(WEIGHTS, SIGNS).suits(pyramid(image), [(OUTLINE, rank)])
    assert logs[suit] > 1 and logs[suit] == -logs[3 - suit], "no word about its colour"


@pytest.mark.parametrize("size", [34.0, 60.0, 90.0])
@pytest.mark.parametrize(("suit", "up"), list(itertools.product(range(4), (1, -1))))
def test_ace_pip_identifies_suit_at_any_size(suit: int, up: int, size: float) -> None:
    image = _card(0, suit, up * size)
    (logs,) = PipReader(WEIGHTS, SIGNS).suits(pyramid(image), [(OUTLINE, 0)])
    assert logs[suit] - logs[3 - suit] > 1


def test_card_without_pips_gives_no_evidence() -> None:
    image = _card(0, 0)
    cv2.rectangle(image, (100, 100), (300, 380), (245, 245, 245), -1)
    reader, levels = PipReader(WEIGHTS, SIGNS), pyramid(image)
    suits = reader.suits(levels, [(OUTLINE, rank) for rank in range(13)])
    assert np.ptp(suits, axis=1).max() < 1.0
    assert reader.suits(levels, []).shape == (0, SUITS)


def _index(card: str, twin: str, spot: Spot) -> Index:
    """Returns an index that fits two cards equally."""
    odds = np.full(len(DECK), 1e-4)
    odds[DECK.index(Card.parse(card))], odds[DECK.index(Card.parse(twin))] = 0.45, 0.5
    return Index(spot, odds / odds.sum(), 0.95)


def _assembled(
    indices: list[Index], *, in_doubt_only: bool = False
) -> tuple[list[str], list[tuple[tuple[float, float], ...]]]:
    """Returns the assembled cards if all pips are clubs, and the outlines that were read."""
    outlines: list[tuple[tuple[float, float], ...]] = []

    def look(cards: object) -> np.ndarray:
        outlines.extend(outline for outline, _ in cards)  # type: ignore[attr-defined]
        return np.tile([3.0, -1, -1, -1], (len(cards), 1))  # type: ignore[arg-type]

    found = assemble(indices, look, in_doubt_only=in_doubt_only)
    return [str(DECK[card.card]) for card in found], outlines


def test_pips_decide_suit_if_both_corners_are_visible() -> None:
    a, b = Spot(114, 128, 0, -1, 40), Spot(286, 352, 0, 1, 40)
    cards, outlines = _assembled([_index("6C", "6S", a), _index("6C", "6S", b)])
    assert cards == ["6C"] and outlines == [card_outline(a, b)]
    # A card with one visible corner may be covered by another, with its own pips.
    cards, outlines = _assembled([_index("6C", "6S", a)])
    assert cards == ["6S"] and outlines == []


def test_pips_of_clear_card_are_not_read() -> None:
    a, b = Spot(114, 128, 0, -1, 40), Spot(286, 352, 0, 1, 40)
    clear = np.full(len(DECK), 1e-5)
    clear[DECK.index(Card.parse("6S"))] = 1
    indices = [Index(spot, clear / clear.sum(), 0.95) for spot in (a, b)]
    assert _assembled(indices) == (["6S"], [card_outline(a, b)])
    assert _assembled(indices, in_doubt_only=True) == (["6S"], [])
    twins = [_index("6C", "6S", a), _index("6C", "6S", b)]
    assert _assembled(twins, in_doubt_only=True) == (["6C"], [card_outline(a, b)])
    assert [card.has_both for card in assemble(indices)] == [True]
    assert not any(card.has_both for card in assemble(indices[:1]))
