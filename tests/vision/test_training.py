"""Rendered training data: faces, layouts and labels. Does not need torch."""

import itertools
import math
import random
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from pegboard.cribbage.cards import DECK
from pegboard.vision.crops import cut_around
from pegboard.vision.glyphs import GLYPHS
from pegboard.vision.recognise import Reading, Sighting
from pegboard.vision.training.render import layouts, light, signs, sources, webcam
from pegboard.vision.training.render.layouts import Place
from pegboard.vision.training.render.masks import Mask, slanted

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from pegboard.vision.training.render.canvas import Canvas
    from pegboard.vision.training.render.faces import Face
    from pegboard.vision.training.render.scenes import SceneMaker

needs_fonts = pytest.mark.skipif(
    shutil.which("fc-list") is None, reason="fontconfig is not installed"
)


def families(held_out: bool) -> tuple[tuple[Path, ...], ...]:
    from pegboard.vision.training.render import glyphs

    try:
        return glyphs.families(held_out)
    except RuntimeError:
        pytest.skip("no fonts are installed")


def canvas_of(*cards: "Face") -> "Canvas":
    """Returns a canvas with cards stacked in the centre of 400 black pixels."""
    from pegboard.vision.training.render.canvas import Canvas

    canvas = Canvas(np.zeros((400, 400, 3), np.uint8), random.Random(1))
    view = layouts.shift(200, 200) @ np.diag([100.0, 100.0, 1])
    canvas.lay([(card, Place(0, 0, 0)) for card in cards], view, 100.0)
    return canvas


@needs_fonts
def test_held_out_fonts_are_not_trained_on() -> None:
    train = {path for family in families(False) for path in family}
    held_out = {path for family in families(True) for path in family}
    assert train and not train & held_out


def width_at(sign: Mask, height: float) -> float:
    """Returns the ink width over the sign's width at a relative height (0 is the top)."""
    row = sign[round(height * (len(sign) - 1))]
    return float((row > 127).mean())


@pytest.mark.parametrize("seed", range(200))
def test_drawn_suit_signs_are_distinguishable(seed: int) -> None:
    drawn = signs.drawn_signs(random.Random(seed))
    assert list(drawn) == list(signs.SUITS)
    for suit, sign in drawn.items():
        assert sign.dtype == np.uint8 and min(sign.shape) > 40
        assert cv2.connectedComponents((sign > 127).astype(np.uint8))[0] == 2, suit
        for edge in (sign[0], sign[-1], sign[:, 0], sign[:, -1]):
            assert edge.max() > 60, suit
        assert np.abs(sign.astype(int) - sign[:, ::-1]).mean() < 16, f"{suit} is lopsided"
    assert width_at(drawn["C"], 0.1) > 0.3 and width_at(drawn["S"], 0.1) < 0.4
    assert width_at(drawn["C"], 0.08) > 0.95 * width_at(drawn["S"], 0.08)
    assert width_at(drawn["H"], 0.12) > 0.5 > width_at(drawn["D"], 0.12)


@needs_fonts
@pytest.mark.parametrize("seed", range(3))
def test_drawn_deck_has_ink_at_marks(seed: int) -> None:
    families(False)
    from pegboard.vision.training.render import faces, styles

    deck = faces.drawn_deck(random.Random(seed))
    assert {(face.rank, face.suit) for face in deck} == {
        (rank, suit) for rank in range(13) for suit in range(4)
    }
    for face in deck:
        assert face.image.shape == (styles.HEIGHT, styles.WIDTH, 4)
        assert {mark.turned for mark in face.marks} == {False, True}
        for mark in face.marks:
            half = mark.height / 2
            rows = slice(int(mark.y - half), int(mark.y + half) + 1)
            columns = slice(max(0, int(mark.x - 6)), int(mark.x + 7))
            part = face.image[rows, columns, :3].astype(int)
            assert part.max() - part.min() > 60


@needs_fonts
@pytest.mark.parametrize("country", ["french", "german", "dutch", "scandinavian", "polish"])
def test_foreign_deck_shows_its_letters(country: str) -> None:
    families(False)
    from pegboard.vision.training.render import faces, letters, styles

    rng = random.Random(7)
    national = letters.national_style(rng, country)._replace(
        corner_pips=True, names=True, maker=True
    )
    style = styles.random_style(rng, national=national)
    spades = [faces.draw_face(style, rank, 3, rng) for rank in range(13)]
    shown = [GLYPHS[face.glyph] for face in spades]
    assert [shown[rank] for rank in (0, 10, 11, 12)] == list(national.alphabet)
    assert shown[1:10] == list(GLYPHS[1:10])
    labels = canvas_of(spades[11]).labels()
    assert {GLYPHS[int(row[8])] for row in labels} == {national.alphabet.queen}


@needs_fonts
@pytest.mark.parametrize("seed", range(3))
def test_unknown_letters_count_as_other(seed: int) -> None:
    fonts = families(False)
    from pegboard.vision.training.render import letters

    rng = random.Random(seed)
    alphabet = letters.random_alphabet(rng, "unknown")
    assert {GLYPHS[alphabet.glyph(rank)] for rank in (0, 10, 11, 12)} == {"other"}
    inks = [letters.mask(rng, fonts[0][0], text, False) for text in alphabet]
    drawn = [ink.tobytes() for ink in inks if ink is not None]
    assert len(set(drawn)) == len(drawn), "no box instead of a letter that the font lacks"


@needs_fonts
def test_evaluation_hands_have_five_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    families(True)
    from pegboard.vision.training import hands
    from pegboard.vision.training.render import decks

    monkeypatch.setattr(decks, "installed", lambda: False)
    made = list(hands.hands_of("dutch", 3, 1, tmp_path, ("moved", "small")))
    assert [hand.is_new_deck for hand in made] == [True, False, False]
    for hand in made:
        assert hand.picture.shape == (960, 1280, 3) and hand.picture.std() > 5
        assert len(hand.cards) == 5
        assert sum(card % 13 in (0, 10, 11, 12) for card in hand.cards) >= 3


def test_counted_counts_exact_sure_and_wrong_hands() -> None:
    from pegboard.vision.training import hands

    picture = np.zeros((9, 9, 3), np.uint8)
    samples = [hands.Hand(picture, frozenset({n}), False) for n in range(4)]
    outline = ((0.0, 0.0),) * 4
    results = {0: (0, True), 1: (1, False), 2: (7, True), 3: (7, False)}

    def read(hand: hands.Hand) -> Reading:
        card, sure = results[next(iter(hand.cards))]
        return Reading((Sighting(DECK[card], 0.9, outline),), sure)

    assert hands.counted(iter(samples), read) == hands.Count(hands=4, exact=2, sure=2, wrong=1)


def test_cyrillic_letters_map_to_lookalike_glyphs() -> None:
    from pegboard.vision.training.render.letters import RUSSIAN, glyph_of

    assert [GLYPHS[glyph_of(text)] for text in RUSSIAN] == ["other", "B", "other", "K"]


def test_canvas_places_face() -> None:
    place = Place(2, 3, math.pi / 2)
    corners = layouts.project(layouts.face_to_table(place), [(0, 0), (220, 308), (110, 154)])
    assert corners[2] == pytest.approx([2, 3])
    assert corners[0] == pytest.approx([2 + 0.7, 3 - 0.5])
    assert corners[1] == pytest.approx([2 - 0.7, 3 + 0.5])


@pytest.mark.parametrize("seed", range(30))
def test_layouts_cover_all_kinds(seed: int) -> None:
    rng = random.Random(seed)
    places = layouts.arrange(rng)
    assert len(places) <= 9
    view = layouts.camera(rng, 100.0)
    assert np.isfinite(view).all()
    assert np.linalg.det(view) > 0  # never a mirror image


@pytest.mark.parametrize("seed", range(30))
def test_apart_layout_does_not_overlap(seed: int) -> None:
    places = layouts.arrange(random.Random(seed), "apart")
    outlines = [
        np.array(
            layouts.project(layouts.face_to_table(place), [(0, 0), (220, 0), (220, 308), (0, 308)]),
            np.float32,
        )
        for place in places
    ]
    for i, outline in enumerate(outlines):
        for earlier in outlines[:i]:
            shared, _ = cv2.intersectConvexConvex(outline, earlier)
            assert shared < 0.06  # of a card height of 1.4


def test_tight_fan_spacing() -> None:
    rng = random.Random(1)
    apart = []
    for _ in range(40):
        places = layouts.arrange(rng, "tight")
        tops = [layouts.project(layouts.face_to_table(p), [(0, 0)])[0] for p in places]
        apart += [math.dist(a, b) for a, b in itertools.pairwise(tops)]
    assert 0.13 < np.median(apart) < 0.4


def test_photograph_keeps_shape_and_dtype() -> None:
    image = np.full((60, 80, 3), 120, np.uint8)
    for seed in range(40):
        photo = light.photograph(image, random.Random(seed), np.random.default_rng(seed))
        assert photo.shape == image.shape
        assert photo.dtype == np.uint8


@pytest.mark.parametrize("seed", range(20))
def test_degraded_picture_has_less_detail(seed: int) -> None:
    rng = np.random.default_rng(seed)
    image = np.full((200, 240, 3), 200, np.uint8)
    cv2.circle(image, (120, 100), 50, (20, 20, 20), -1)
    photo, smallest = webcam.degraded(image, [40.0], rng)
    assert photo.shape == image.shape
    assert photo.dtype == np.uint8
    assert photo[100, 120].mean() < 90 < 140 < photo[10, 10].mean()
    assert 8 <= smallest <= 40, "the index the size was chosen by can be read"


def test_degraded_accepts_picture_without_index() -> None:
    image = np.full((60, 80, 3), 120, np.uint8)
    for seed in range(20):
        photo, _ = webcam.degraded(image, [], np.random.default_rng(seed))
        assert photo.shape == image.shape


@needs_fonts
def test_letters_may_slant_and_queen_has_tail() -> None:
    font = families(False)[0][0]
    from pegboard.vision.training.render import glyphs

    upright = glyphs.glyph(font, "H")
    assert upright is not None
    leaning = slanted(upright, 0.2)
    assert leaning.shape[0] == upright.shape[0]
    assert leaning.shape[1] > upright.shape[1]
    oh = glyphs.glyph(font, "O")
    assert oh is not None
    queens = [glyphs.tailed_queen(random.Random(n), font) for n in range(8)]
    assert all(q is not None and q.shape[0] >= oh.shape[0] for q in queens)
    assert len({q.tobytes() for q in queens if q is not None}) == 8


@needs_fonts
def test_crops_contain_indices_and_other_places() -> None:
    families(False)
    from pegboard.vision.training import views
    from pegboard.vision.training.render import faces

    deck = faces.drawn_deck(random.Random(1))
    canvas = canvas_of(deck[4])
    data = cv2.imencode(".png", canvas.image)[1].tobytes()
    crops, rows = views.crops_of((data, canvas.labels()), np.random.default_rng(1), others=1)
    assert all(crop.shape == (48, 48, 3) for crop in crops)
    assert [row for row in rows if row[2]] == [(4, deck[4].suit, 1, 4)] * 2
    wide, same_rows = views.crops_of(
        (data, canvas.labels()), np.random.default_rng(1), others=1, view=cut_around
    )
    assert same_rows == rows and not np.array_equal(wide[0], crops[0])
    same = views.recoloured(crops[0], np.random.default_rng(2))
    assert same.shape == crops[0].shape and same.dtype == np.uint8


@pytest.fixture
def maker_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> "Callable[[Collection[int]], SceneMaker]":
    """Returns a factory of scene makers with one drawn deck, as rendering printed ones is slow."""
    families(False)
    from pegboard.vision.training.render import decks, scenes

    monkeypatch.setattr(decks, "installed", lambda: False)
    return lambda ranks: scenes.SceneMaker(5, tmp_path, drawn_decks=1, tables=1, ranks=ranks)


@needs_fonts
def test_scenes_are_reproducible(
    maker_of: "Callable[[Collection[int]], SceneMaker]",
) -> None:
    first, second = (maker_of(range(13)).scene() for _ in range(2))
    assert (first[0] == second[0]).all()
    assert (first[1] == second[1]).all()


@needs_fonts
def test_scenes_contain_only_requested_ranks(
    maker_of: "Callable[[Collection[int]], SceneMaker]",
) -> None:
    from pegboard.vision.training.render.canvas import Canvas

    maker = maker_of((0, 12))
    shown = {int(row[5]) for _ in range(12) for row in maker.scene(Canvas.pips)[1]}
    assert {0, 12} <= shown <= {-1, 0, 12}


def test_indices_too_small_for_poor_camera_are_ignored() -> None:
    from pegboard.vision.training import evaluate

    image = np.full((64, 64, 3), 90, np.uint8)
    labels = np.zeros((3, 9), np.float32)
    labels[:, 4], labels[:, 7] = (6, 30, 60), (1, 1, 0)
    for seed in range(20):
        soft, counted = evaluate.as_by_poor_camera(image, labels, np.random.default_rng(seed))
        assert soft.shape == image.shape
        assert np.array_equal(counted[:, :7], labels[:, :7])
        assert counted[0, 7] == 0, "6 pixels cannot be read"
        assert counted[2, 7] == 0, "what was hidden is hidden still"
    assert labels[0, 7] == 1, "the labels themselves are left alone"


@needs_fonts
def test_labels_point_at_visible_indices() -> None:
    families(False)
    from pegboard.vision.training.render import canvas as drawing
    from pegboard.vision.training.render import faces

    deck = faces.drawn_deck(random.Random(1))
    canvas = drawing.Canvas(np.zeros((400, 400, 3), np.uint8), random.Random(1))
    view = layouts.shift(200, 200) @ np.diag([100.0, 100.0, 1])
    under, over = deck[4], deck[30]
    canvas.lay([(under, Place(0, 0, 0)), (over, Place(0.5, 0.5, 0))], view, 100.0)
    labels = canvas.labels()
    labelled = {(int(row[5]), int(row[6]), row[3] < 0) for row in labels if row[7]}
    # The lower card shows only its upper left index; the upper card shows both.
    assert labelled == {
        (under.rank, under.suit, True),
        (over.rank, over.suit, True),
        (over.rank, over.suit, False),
    }


def test_licences_prefer_short_names(tmp_path: Path) -> None:
    stated, in_words = tmp_path / "stated", tmp_path / "told"
    stated.write_text("Files: *\nLicense: OFL-1.1\n ...\n\nFiles: debian/*\nLicense: GPL-2+\n")
    in_words.write_text("This font is under the SIL Open Font\nLicense, version 1.1.\n")
    assert sources.licences(stated) == ["GPL-2+", "OFL-1.1"]
    assert sources.licences(in_words) == ["SIL Open Font License"]
    assert sources.licences(tmp_path / "none") == []


@needs_fonts
def test_every_font_has_a_source() -> None:
    fonts = {path for held_out in (False, True) for family in families(held_out) for path in family}
    assert sum(source["files"] for source in sources.sources()) >= len(fonts)
