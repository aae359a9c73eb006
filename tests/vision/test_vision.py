"""The recogniser on the sample pictures, and its stages on synthetic input."""

import copy
import hashlib
import json
import math
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from pegboard.cribbage.cards import DECK, Card
from pegboard.devices.cameras import SAMPLES
from pegboard.devices.cameras.pictures import load_picture
from pegboard.vision import detect
from pegboard.vision.assemble import assemble, enforce_uniqueness, fits_card, pairs
from pegboard.vision.confidence import CERTAIN, RIVAL
from pegboard.vision.crops import (
    CROP,
    REACH,
    SIGN,
    Spot,
    cover,
    cut,
    cut_around,
    cut_sign,
    pyramid,
)
from pegboard.vision.detect import (
    REFERENCE,
    SMALLEST,
    Candidate,
    peaks,
    resized,
    same_index,
    suppressed,
)
from pegboard.vision.nets import OpenCvNet
from pegboard.vision.outlines import card_outline
from pegboard.vision.read import Index, IndexReader, softmax
from pegboard.vision.recognise import Reading, Recogniser, Sighting, _doubtful
from pegboard.vision.settle import vote
from pegboard.vision.starter import guess_starter

LABELS = json.loads((SAMPLES / "labels.json").read_text())
SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    cv2.setNumThreads(1)
    return Recogniser()


def names(reading: Reading) -> set[str]:
    return {str(sighting.card) for sighting in reading.sightings}


@pytest.mark.parametrize("name", sorted(LABELS))
def test_samples_are_read_correctly_and_surely(recogniser: Recogniser, name: str) -> None:
    reading = recogniser.read(load_picture(SAMPLES / name))
    assert names(reading) == set(LABELS[name]["cards"])
    assert reading.sure
    guess = guess_starter(reading.sightings)
    assert str(reading.sightings[guess.index].card) == LABELS[name]["starter"]
    assert guess.clearness > 0.15


def test_samples_form_whole_deals() -> None:
    """Requires three pictures per deal with one starter, and no card twice."""
    starters = [LABELS[name]["starter"] for name in sorted(LABELS)]
    deals = [starters[n : n + 3] for n in range(0, len(starters), 3)]
    assert all(len(set(deal)) == 1 and len(deal) == 3 for deal in deals)
    cards = [card for label in LABELS.values() for card in label["cards"][:4]]
    everything = [*cards, *{deal[0] for deal in deals}]
    assert len(set(everything)) == len(everything) == 13 * len(deals)


def test_every_sample_is_labelled() -> None:
    assert {path.name for path in SAMPLES.glob("*.jpg")} == set(LABELS)
    assert all(path.stat().st_size <= 120_000 for path in SAMPLES.glob("*.jpg"))


def test_sightings_are_sorted_and_distinct(recogniser: Recogniser) -> None:
    reading = recogniser.read(load_picture(SAMPLES / "hand-1.jpg"))
    confidences = [s.confidence for s in reading.sightings]
    assert confidences == sorted(confidences, reverse=True)
    assert all(0 <= c <= 1 for c in confidences)
    assert len(names(reading)) == len(reading.sightings)


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_recogniser_reads_rotated_pictures(recogniser: Recogniser, turns: int) -> None:
    image = np.ascontiguousarray(np.rot90(load_picture(SAMPLES / "hand-7.jpg"), turns))
    assert names(recogniser.read(image)) == set(LABELS["hand-7.jpg"]["cards"])


@pytest.mark.parametrize("width", [640, 2200])
def test_recogniser_reads_any_resolution(recogniser: Recogniser, width: int) -> None:
    image = load_picture(SAMPLES / "hand-5.jpg")
    size = (width, width * image.shape[0] // image.shape[1])
    scaled = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    assert names(recogniser.read(scaled)) == set(LABELS["hand-5.jpg"]["cards"])


def test_outlines_surround_cards(recogniser: Recogniser) -> None:
    reading = recogniser.read(load_picture(SAMPLES / "hand-1.jpg"))
    for sighting in reading.sightings:  # all five are uncovered: 205 by 287 pixels
        outline = np.array(sighting.corners, np.float32)
        assert cv2.contourArea(outline) == pytest.approx(205 * 287, rel=0.25)


def test_apparent_card_makes_reading_doubtful(recogniser: Recogniser) -> None:
    candidates = recogniser.recognise(load_picture(SAMPLES / "hand-1.jpg"))
    sure = [card for card in candidates if card.confidence > CERTAIN]
    assert len(sure) == 5 and not _doubtful(sure)
    inside = sure[0]._replace(confidence=0.25)
    (x, y), *_ = sure[0].corners
    away = tuple((a - x + 20, b - y + 20) for a, b in sure[0].corners)
    assert not _doubtful([*sure, inside])
    assert _doubtful([*sure, inside._replace(corners=away)])
    assert not _doubtful([*sure, inside._replace(corners=away, confidence=0.15)])


def test_empty_table_is_not_sure(recogniser: Recogniser) -> None:
    assert recogniser.read(np.full((480, 640, 3), 90, np.uint8)) == Reading((), False)


@pytest.mark.parametrize("shape", [(1, 1, 3), (1, 400, 3), (3000, 2, 3), (33, 47, 3), (50, 50)])
def test_recogniser_accepts_odd_shapes(recogniser: Recogniser, shape: tuple[int, ...]) -> None:
    pixels = np.random.default_rng(1).integers(0, 256, shape).astype(np.uint8)
    assert isinstance(recogniser.read(pixels), Reading)


@pytest.mark.parametrize(
    "image",
    [
        np.zeros((4, 4, 3), np.float32),
        np.zeros((0, 4, 3), np.uint8),
        np.zeros((4, 4, 4), np.uint8),
        np.zeros((4,), np.uint8),
    ],
)
def test_recogniser_refuses_invalid_arrays(recogniser: Recogniser, image: np.ndarray) -> None:
    with pytest.raises(ValueError, match="not a picture"):
        recogniser.read(image)


def test_recogniser_is_deterministic(recogniser: Recogniser) -> None:
    image = load_picture(SAMPLES / "hand-2.jpg")
    assert recogniser.read(image) == recogniser.read(image)


def test_importing_pegboard_loads_neither_cv2_nor_numpy() -> None:
    code = "import sys, pegboard; sys.exit('cv2' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_weights_are_small() -> None:
    folder = Path(sys.modules["pegboard.vision"].__file__ or "").parent
    assert sum(path.stat().st_size for path in folder.glob("*.onnx")) < 5 * 2**20


def test_weights_json_matches_weights() -> None:
    folder = Path(detect.__file__).parent
    record = json.loads((folder / "weights.json").read_text())
    sums = {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in folder.glob("*.onnx")}
    assert {name: entry["sha256"] for name, entry in record["weights"].items()} == sums
    assert all(0.7 < share["card"] < 1 for share in record["read_right"].values())
    assert all(source["licences"] for source in record["sources"])


# Stages


def test_cut_rotates_index_upright() -> None:
    image = np.zeros((200, 200, 3), np.uint8)
    image[95:105, 120:140] = 255  # to the right of the centre
    up_is_right = Spot(100, 100, 1, 0, 60)
    crop = cut(pyramid(image), up_is_right)
    bright = np.argwhere(crop[..., 0] > 128)
    assert crop.shape == (CROP, CROP, 3)
    row, column = bright.mean(0)
    scale = CROP / (60 * REACH)
    assert column == pytest.approx((CROP - 1) / 2, abs=1)
    assert row == pytest.approx((CROP - 1) / 2 - 29.5 * scale, abs=1)


def test_cut_samples_large_index_from_smaller_level() -> None:
    stripes = np.zeros((800, 800, 3), np.uint8)
    stripes[:, ::2] = 255
    crop = cut(pyramid(stripes), Spot(400, 400, 0, -1, 400))
    assert crop.std() < 20  # no moire: fine stripes are grey


def test_turned_spot_is_upside_down() -> None:
    assert Spot(1, 2, 0.6, -0.8, 9).turned() == Spot(1, 2, -0.6, 0.8, 9)


def test_resized_uses_next_larger_level() -> None:
    levels = pyramid(np.zeros((700, 1000, 3), np.uint8))
    for factor in (1.4, 1.0, 0.6, 0.5, 0.3, 0.05):
        shape = resized(levels, factor).shape
        assert shape == (round(700 * factor), round(1000 * factor), 3)


def test_peaks_have_subpixel_precision() -> None:
    maps = np.zeros((4, 16, 16), np.float32)
    maps[0] = -8
    maps[0, 5, 6], maps[0, 5, 7] = 3, 2.9
    maps[1:3, 5, 6] = (0, -2)
    maps[3, 5, 6] = math.log(30 / 28)
    (peak,) = peaks(maps)
    assert peak.spot.x == pytest.approx(6.5 * 4 + 1.5, abs=0.5)
    assert peak.spot.y == pytest.approx(5 * 4 + 1.5, abs=0.5)
    assert (peak.spot.ux, peak.spot.uy) == pytest.approx((0, -1), abs=1e-5)
    assert peak.spot.size == pytest.approx(30, rel=1e-3)
    assert peak.score == pytest.approx(1 / (1 + math.exp(-3)), rel=1e-3)


def test_peaks_of_impossible_size_are_dropped() -> None:
    maps = np.zeros((4, 8, 8), np.float32)
    maps[0] = -8
    maps[0, 3, 3], maps[3, 3, 3] = 5, -2
    assert peaks(maps) == []


def test_suppressed_keeps_better_duplicate() -> None:
    spot = Spot(100, 100, 0, -1, 40)
    weak, strong = Candidate(spot._replace(x=105), 0.4), Candidate(spot, 0.9)
    neighbour = Candidate(spot._replace(x=115), 0.8)  # the next card of a tight fan
    assert suppressed([weak, strong, neighbour]) == [strong, neighbour]


def test_opposite_directions_are_same_index() -> None:
    spot = Spot(100, 100, 0, -1, 40)
    assert same_index(spot, spot.turned())
    assert not same_index(spot, spot.turned()._replace(y=125))


def test_softmax_is_stable() -> None:
    odds = softmax(np.array([1000.0, 1000.0, -1000.0]))
    assert odds == pytest.approx([0.5, 0.5, 0.0])


# Assembly of cards


def index(card: str, spot: Spot, presence: float = 0.9, odds: float = 0.9) -> Index:
    spread = np.full(52, (1 - odds) / 51)
    spread[DECK.index(Card.parse(card))] = odds
    return Index(spot, spread, presence)


def corners_of_a_card(
    x: float, y: float, turn: float, width: float = 200, share: float = 0.27
) -> tuple[Spot, Spot]:
    """Returns both indices of a card centred at (x, y); `share` is index height over card width."""
    c, s = math.cos(turn), math.sin(turn)
    height, size = width * 88 / 63, width * share
    dx, dy = -0.43 * width, -0.47 * height + size / 2
    here = Spot(x + dx * c - dy * s, y + dx * s + dy * c, s, -c, size)
    opposite = Spot(x - dx * c + dy * s, y - dx * s - dy * c, -s, c, size)
    return here, opposite


def test_duplicate_cards_are_never_certain() -> None:
    first = [index("5H", spot, 0.95, 0.95) for spot in corners_of_a_card(300, 300, 0.0)]
    second = [index("5H", spot, 0.95, 0.95) for spot in corners_of_a_card(900, 350, 0.3)]
    (alone,) = assemble(first)
    assert alone.confidence > CERTAIN
    cards = assemble([*first, *second])
    assert RIVAL < cards[0].confidence < CERTAIN


def test_distant_duplicate_corner_makes_both_doubtful() -> None:
    card = [index("5H", spot, 0.95, 0.95) for spot in corners_of_a_card(300, 300, 0.0)]
    apart = index("5H", Spot(900, 350, 0, -1, 54), 0.9, 0.9)
    assert all(candidate.confidence < CERTAIN for candidate in assemble([*card, apart]))
    inside = index("5H", Spot(310, 310, 0, -1, 54), 0.9, 0.9)
    assert assemble([*card, inside])[0].confidence > CERTAIN


def test_two_doubtful_corners_make_no_certain_card() -> None:
    odds = np.full(52, 1e-3)
    odds[[DECK.index(Card.parse(card)) for card in ("QD", "QC")]] = 0.7, 0.25
    weak = [Index(spot, odds / odds.sum(), 0.95) for spot in corners_of_a_card(300, 300, 0.0)]
    (found,) = assemble(weak)
    assert str(DECK[found.card]) == "QD" and RIVAL < found.confidence < CERTAIN
    mixed = [weak[0], index("QD", weak[1].spot, 0.95, 0.95)]
    assert assemble(mixed)[0].confidence > CERTAIN


@pytest.mark.parametrize("misread, is_sure", [("9D", False), ("8C", False), ("KH", True)])
def test_card_with_mismatched_corners_is_doubtful(misread: str, is_sure: bool) -> None:
    """Two cards in a fan rarely share a rank or suit in exactly that geometry."""
    here, opposite = corners_of_a_card(300, 300, 0.0)
    cards = assemble([index("9C", here, 0.95, 0.95), index(misread, opposite, 0.95, 0.95)])
    assert len(cards) == 2
    assert all((card.confidence > CERTAIN) == is_sure for card in cards)


def test_four_index_card_is_one_card() -> None:
    corners = corners_of_a_card(300, 300, 0.0)
    mirrored = [spot._replace(x=600 - spot.x) for spot in corners]
    cards = assemble([index("5H", spot, 0.95, 0.95) for spot in (*corners, *mirrored)])
    assert cards[0].confidence > CERTAIN


@pytest.mark.parametrize("share", [0.2, 0.27, 0.58])
@pytest.mark.parametrize("turn", [0.0, 0.5, 2.0, -1.3])
def test_two_corners_fit_and_outline_card(turn: float, share: float) -> None:
    a, b = corners_of_a_card(400, 300, turn, share=share)
    assert fits_card(a, b) and fits_card(b, a)
    outline = np.array(card_outline(a, b))
    assert outline.mean(0) == pytest.approx([400, 300])
    assert np.linalg.norm(outline[1] - outline[0]) == pytest.approx(200, rel=0.02)
    assert np.linalg.norm(outline[2] - outline[1]) == pytest.approx(200 * 88 / 63, rel=0.02)


def test_corners_of_different_cards_do_not_fit() -> None:
    a, b = corners_of_a_card(400, 300, 0.0)
    second, far = corners_of_a_card(900, 300, 0.0)
    assert not fits_card(a, far)
    assert not fits_card(a, second)
    assert not fits_card(a, b._replace(size=b.size * 3))
    assert not fits_card(a, a.turned())


def test_two_corners_raise_confidence() -> None:
    a, b = corners_of_a_card(400, 300, 0.2)
    alone = assemble([index("5H", a, 0.8, 0.8)])
    both = assemble([index("5H", a, 0.8, 0.8), index("5H", b, 0.8, 0.8)])
    assert len(both) == 1
    assert both[0].confidence > alone[0].confidence


def test_firm_corner_resolves_doubtful_corner() -> None:
    a, b = corners_of_a_card(400, 300, 0.2)
    doubtful = np.full(52, 0.001)
    doubtful[DECK.index(Card.parse("6C"))], doubtful[DECK.index(Card.parse("6S"))] = 0.48, 0.46
    cards = assemble([Index(a, doubtful / doubtful.sum(), 0.9), index("6S", b)])
    assert [DECK[card.card] for card in cards] == [Card.parse("6S")]


def doubtful_king(spot: Spot) -> Index:
    odds = np.full(52, 0.001)
    odds[DECK.index(Card.parse("KS"))], odds[DECK.index(Card.parse("KC"))] = 0.6, 0.35
    return Index(spot, odds / odds.sum(), 0.95)


def test_duplicate_king_becomes_other_black_king() -> None:
    left, right = Spot(100, 100, 0, -1, 40), Spot(145, 100, 0, -1, 40)
    cards = assemble([index("KS", left, 0.95, 0.95), doubtful_king(right)])
    assert {str(DECK[card.card]) for card in cards if card.confidence > 0.5} == {"KS", "KC"}


def test_possible_corners_of_one_card_do_not_exclude_each_other() -> None:
    a, b = corners_of_a_card(400, 300, 0.2)
    here = index("KS", a, 0.95, 0.95), doubtful_king(b)
    apart = enforce_uniqueness(list(here))
    assert apart[1].odds == pytest.approx(here[1].odds)
    assert enforce_uniqueness([]) == []


def test_different_firm_corners_are_two_cards() -> None:
    a, b = corners_of_a_card(400, 300, 0.2)
    assert pairs([index("5H", a), index("9C", b)]) == {}
    assert len(assemble([index("5H", a), index("9C", b)])) == 2


def test_assemble_returns_each_card_once() -> None:
    a, _ = corners_of_a_card(400, 300, 0.2)
    b, _ = corners_of_a_card(900, 300, 0.2)
    (card,) = assemble([index("5H", a, 0.7), index("5H", b, 0.9)])
    assert card.corners[0][0] > 700  # the better one


def test_half_hidden_card_is_outlined_by_deck_ratio() -> None:
    a, b = corners_of_a_card(400, 300, 0.2)
    hidden, _ = corners_of_a_card(900, 500, -0.7)
    cards = assemble([index("5H", a), index("5H", b), index("9C", hidden, 0.8)])
    outline = np.array(cards[1].corners)
    assert outline.mean(0) == pytest.approx([900, 500], abs=2)
    assert np.linalg.norm(outline[1] - outline[0]) == pytest.approx(200, rel=0.02)


def test_lone_index_outline() -> None:
    a, _ = corners_of_a_card(400, 300, 0.2)
    (card,) = assemble([index("5H", a)])
    outline = np.array(card.corners)
    assert outline.mean(0) == pytest.approx([a.x, a.y])
    assert np.linalg.norm(outline[2] - outline[1]) == pytest.approx(a.size)


def test_assemble_of_no_indices_is_empty() -> None:
    assert assemble([]) == []


# Several frames


def reading(cards: str, sure: bool = True, confidence: float = 0.9) -> Reading:
    parsed = [Card.parse(text) for text in cards.split()]
    return Reading(tuple(Sighting(card, confidence, SQUARE) for card in parsed), sure)


def test_vote_keeps_majority() -> None:
    result = vote([reading("5H 6H"), reading("5H 6H 9C", False), reading("5H", False)])
    assert names(result) == {"5H", "6H"}
    assert not result.sure


def test_vote_of_agreeing_frames_is_sure() -> None:
    result = vote([reading("5H 6H"), reading("6H 5H"), reading("5H", False)])
    assert result.sure
    assert result.sightings[0].confidence == pytest.approx(0.9)
    assert result.sightings[1].confidence == pytest.approx(0.6)


def test_vote_of_disagreeing_frames_is_not_sure() -> None:
    assert not vote([reading("5H 6H"), reading("5H 6H"), reading("5H 7H")]).sure


def test_vote_without_frames_is_empty() -> None:
    assert vote([]) == Reading((), False)


# The starter


def at(card: str, x: float, y: float) -> Sighting:
    corners = ((x - 5, y - 7), (x + 5, y - 7), (x + 5, y + 7), (x - 5, y + 7))
    return Sighting(Card.parse(card), 0.9, corners)


def test_card_apart_is_starter() -> None:
    row = [at("5H", 0, 0), at("6H", 12, 0), at("KC", 20, 40), at("7H", 24, 0), at("8H", 36, 0)]
    guess = guess_starter(row)
    assert row[guess.index].card == Card.parse("KC")
    assert guess.clearness > 0.5


def test_even_row_has_no_clear_starter() -> None:
    row = [at(card, 12 * i, 0) for i, card in enumerate(("5H", "6H", "7H", "8H", "9H"))]
    assert guess_starter(row).clearness == pytest.approx(0)


def test_starter_of_touching_cards_uses_centres() -> None:
    heap = [at("5H", 0, 0), at("6H", 2, 0), at("KC", 9, 0), at("7H", 4, 0)]
    assert guess_starter(heap).index == 2


def test_starter_gap_with_half_hidden_cards() -> None:
    fan = [at("5H", 0, 0), at("6H", 3, 0), at("7H", 6, 1), at("KC", 60, 60)]
    whole = Sighting(Card.parse("8H"), 0.9, ((5, -3), (45, -3), (45, 50), (5, 50)))
    guess = guess_starter([*fan, whole])
    assert guess.index == 3
    assert guess.clearness == 1


def test_stacked_cards_have_no_clear_starter() -> None:
    assert guess_starter([at(card, 0, 0) for card in ("5H", "6H", "7H")]).clearness == 0


def test_starter_needs_three_cards() -> None:
    with pytest.raises(ValueError, match="three or more"):
        guess_starter([at("5H", 0, 0), at("6H", 9, 9)])


def test_faint_peak_of_doubtful_size_is_dropped() -> None:
    maps = np.full((4, 8, 8), -9.0, np.float32)
    maps[1:3] = 1.0
    edge = math.log((SMALLEST + 1) / REFERENCE)
    for column, logit, size in [(1, -0.75, 0.0), (4, -0.75, edge), (7, 4.0, edge)]:
        maps[0, 2, column], maps[3, 2, column] = logit, size
    assert len(peaks(maps)) == 2, "at the ends of its range the net is trusted less"


def test_upside_down_candidate_is_read_upright(recogniser: Recogniser) -> None:
    levels = pyramid(load_picture(SAMPLES / "hand-1.jpg"))
    reader = recogniser._reader
    candidates = recogniser._detector.find(levels)
    upright = reader.read(levels, candidates)
    wrong = [c._replace(spot=c.spot.turned()) for c in candidates]
    reread = reader.read(levels, wrong)
    sure = [n for n, index in enumerate(upright) if index.presence > 0.95]
    assert len(sure) >= 5
    same = [upright[n].odds.argmax() == reread[n].odds.argmax() for n in sure]
    assert sum(same) >= 0.9 * len(same)


def test_rotated_candidate_is_read(recogniser: Recogniser) -> None:
    reader = recogniser._reader
    right: list[bool] = []
    for picture in sorted(SAMPLES.glob("hand-*.jpg")):
        levels = pyramid(load_picture(picture))
        candidates = recogniser._detector.find(levels)
        straight = reader.read(levels, candidates)
        sure = [n for n, index in enumerate(straight) if index.presence * index.odds.max() > 0.9]
        for angle in (-0.95, 0.95):  # 54 degrees: one in four is read without rechecking
            askew = [candidates[n]._replace(spot=candidates[n].spot.rotated(angle)) for n in sure]
            right += [
                index.odds.argmax() == straight[n].odds.argmax() and index.odds.max() > 0.7
                for n, index in zip(sure, reader.read(levels, askew), strict=True)
            ]
    assert len(right) >= 90
    assert sum(right) >= 0.6 * len(right), "of those of all pictures: those of one differ much"


def test_rotated_spot_keeps_centre() -> None:
    spot = Spot(5, 6, 0, -1, 20)
    quarter = spot.rotated(math.pi / 2)
    assert quarter == pytest.approx((5, 6, 1, 0, 20))
    assert spot.rotated(math.pi) == pytest.approx(spot.turned())


def test_foreshortened_card_is_outlined_by_indices() -> None:
    a, b = Spot(0.0, 0.0, 0.0, -1.0, 20.0), Spot(70.0, 25.0, 0.0, 1.0, 20.0)
    outline = np.array(card_outline(a, b))
    (left, top), (right, bottom) = outline.min(0), outline.max(0)
    assert left < 0 < 70 < right and top < 0 < 25 < bottom
    assert right - left > bottom - top, "lying nearly flat, a card is wider than it is high"


def test_pairs_are_consistent_and_exclusive() -> None:
    a = Spot(0.0, 0.0, 0.0, -1.0, 20.0)
    b = Spot(45.0, 65.0, 0.0, 1.0, 20.0)
    near_b = b._replace(x=47.0, y=66.0)
    assert fits_card(a, b) and fits_card(a, near_b)
    assert pairs([index("4C", a, odds=0.55), index("8D", b, odds=0.55)]) == {}
    both = pairs([index("4C", a), index("4C", b, odds=0.95), index("4C", near_b, odds=0.8)])
    assert both == {0: 1, 1: 0}


def test_wide_view_is_below_and_right() -> None:
    upright = Spot(50.0, 60.0, 0.0, -1.0, 20.0)
    wide = upright.around()
    assert wide.x > upright.x and wide.y > upright.y and wide.size > 1.5 * upright.size
    assert (wide.ux, wide.uy) == (upright.ux, upright.uy)
    scaled = upright._replace(uy=-7.0).around()  # a vector of any length
    assert scaled[:2] == pytest.approx(wide[:2]) and scaled.size == wide.size
    turned = upright.turned().around()
    assert (turned.x, turned.y) == pytest.approx((100 - wide.x, 120 - wide.y))


@pytest.mark.parametrize("turn", range(0, 360, 45))
def test_wide_view_masks_only_index(turn: int) -> None:
    up = np.array([math.sin(math.radians(turn)), -math.cos(math.radians(turn))])
    right = np.array([-up[1], up[0]])
    pip = np.array([150.0, 150.0]) + 40 * right - 30 * up
    image = np.zeros((300, 300, 3), np.uint8)
    cv2.circle(image, (150, 150), 12, (0, 0, 255), -1)
    cv2.circle(image, (round(pip[0]), round(pip[1])), 9, (0, 255, 0), -1)
    wide = cut_around([image], Spot(150.0, 150.0, float(up[0]), float(up[1]), 40.0))
    assert wide[..., 2].max() > 200 and wide[..., 1].max() > 200
    hidden = cover(wide.copy())
    assert (hidden[..., 2] <= 128).all(), "no red is left of the index"
    assert np.array_equal(hidden[..., 1] == 255, wide[..., 1] == 255), "the pip is untouched"


class ConstantNet:
    """A net with a constant output that counts its crops."""

    def __init__(self, suits: list[float], presence: float) -> None:
        self.row = np.array([9.0 if n == 4 else 0.0 for n in range(13)] + [*suits, presence])
        self.count = 0

    def run(self, pictures: np.ndarray) -> np.ndarray:
        self.count += len(pictures)
        return np.tile(np.float32(self.row), (len(pictures), 1))


class ConstantSignNet:
    """A sign net with a constant output that counts its crops."""

    def __init__(self, *suits: float) -> None:
        self.suits, self.count = suits, 0

    def run(self, pictures: np.ndarray) -> np.ndarray:
        assert pictures.shape[1:] == (3, SIGN, SIGN)
        self.count += len(pictures)
        return np.tile(np.array(self.suits, np.float32), (len(pictures), 1))


def reader_of(
    recogniser: Recogniser,
    narrow: ConstantNet,
    wide: ConstantNet,
    close: ConstantSignNet | None = None,
) -> IndexReader:
    reader = copy.copy(recogniser._reader)
    reader._narrow, reader._wide = narrow, wide
    reader._close = close or ConstantSignNet(0.0, 0.0, 0.0, 0.0)
    return reader


def test_wide_view_corrects_suit(recogniser: Recogniser) -> None:
    spade, club = ConstantNet([1.0, 0, 0, 1.5], 4.0), ConstantNet([2.0, 0, 0, 0], 0.0)
    levels = pyramid(np.zeros((60, 60, 3), np.uint8))
    candidate = Candidate(Spot(30, 30, 0, -1, 20), 0.9)
    [read] = reader_of(recogniser, spade, club).read(levels, [candidate])
    assert str(DECK[int(read.odds.argmax())]) == "5C"
    assert club.count == spade.count == 3, "a doubtful index is looked at again, by both"


def test_close_view_corrects_suit(recogniser: Recogniser) -> None:
    spade, around = ConstantNet([1.0, 0, 0, 1.5], 4.0), ConstantNet([0.0] * 4, 0.0)
    levels = pyramid(np.zeros((60, 60, 3), np.uint8))
    candidate = Candidate(Spot(30, 30, 0, -1, 20), 0.9)
    club = ConstantSignNet(2.0, 0, 0, 0)
    reader = reader_of(recogniser, spade, around, club)
    [read] = reader.read(levels, [candidate])
    assert str(DECK[int(read.odds.argmax())]) == "5S" and club.count == 0, "only if it is asked for"
    spade.count = 0
    [read] = reader.read(levels, [candidate], closer=True)
    assert str(DECK[int(read.odds.argmax())]) == "5C"
    assert club.count == spade.count == 3, "as often as the index"
    nothing = ConstantNet([0.0] * 4, -4.0)
    reader_of(recogniser, nothing, around, club).read(levels, [candidate], closer=True)
    assert club.count == 3, "what is no index has no sign"


@pytest.mark.parametrize("turn", range(0, 360, 45))
def test_close_view_shows_suit_sign(turn: int) -> None:
    up = np.array([math.sin(math.radians(turn)), -math.cos(math.radians(turn))])
    image = np.zeros((200, 200, 3), np.uint8)
    for at, colour in ((0.25, (255, 0, 0)), (-0.2, (0, 0, 255))):  # rank blue, sign red
        x, y = np.array([100.0, 100.0]) + at * 40 * up
        cv2.circle(image, (round(x), round(y)), 6, colour, -1)
    crop = cut_sign([image], Spot(100.0, 100.0, float(up[0]), float(up[1]), 40.0))
    assert crop.shape == (SIGN, SIGN, 3)
    row, column = np.argwhere(crop[..., 2] > 128).mean(0)
    assert row == pytest.approx((SIGN - 1) / 2, abs=1.5) == column
    assert np.argwhere(crop[..., 0] > 128).mean(0)[0] < 3, "hardly anything of the rank"


def test_wide_view_is_skipped_without_index(recogniser: Recogniser) -> None:
    nothing, around = ConstantNet([0.0] * 4, -4.0), ConstantNet([9.0, 0, 0, 0], 9.0)
    levels = pyramid(np.zeros((60, 60, 3), np.uint8))
    candidate = Candidate(Spot(30, 30, 0, -1, 20), 0.9)
    [read] = reader_of(recogniser, nothing, around).read(levels, [candidate])
    assert around.count == 0 and nothing.count == 2, "both ways up, and no more"
    assert read.presence < 0.15


def test_wide_view_is_skipped_for_crowded_indices(recogniser: Recogniser) -> None:
    levels = pyramid(np.zeros((200, 200, 3), np.uint8))
    for step, expected in ((14, 0), (60, 3)):
        narrow, wide = ConstantNet([9.0, 0, 0, 0], 9.0), ConstantNet([9.0, 0, 0, 0], 0.0)
        spots = [Spot(30 + step * n, 30, 0, -1, 20) for n in range(3)]
        reader_of(recogniser, narrow, wide).read(levels, [Candidate(s, 0.9) for s in spots])
        assert wide.count == expected, f"indices of 20 pixels, {step} apart"


def test_wide_net_gives_no_presence() -> None:
    net = OpenCvNet(Path(detect.__file__).parent / "around.onnx")
    output = net.run(np.random.default_rng(1).random((8, 3, CROP, CROP), np.float32))
    assert not output[:, 17].any() and np.ptp(output[:, :17], axis=0).min() > 0
