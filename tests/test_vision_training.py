"""What the recogniser is trained on: faces, layouts and labels. No torch is needed here."""

import itertools
import math
import random
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from pegboard.vision.training import layouts, light
from pegboard.vision.training.layouts import Place

needs_fonts = pytest.mark.skipif(
    shutil.which("fc-list") is None, reason="fontconfig is not installed"
)


def families(held_out: bool) -> tuple[tuple[Path, ...], ...]:
    from pegboard.vision.training import glyphs

    try:
        return glyphs.families(held_out)
    except RuntimeError:
        pytest.skip("no fonts are installed")


@needs_fonts
def test_no_font_is_both_trained_on_and_held_out() -> None:
    train = {path for family in families(False) for path in family}
    held = {path for family in families(True) for path in family}
    assert train and not train & held


@needs_fonts
@pytest.mark.parametrize("seed", range(3))
def test_a_drawn_deck_has_ink_at_its_marks(seed: int) -> None:
    families(False)
    from pegboard.vision.training import faces

    deck = faces.drawn_deck(random.Random(seed))
    assert {(face.rank, face.suit) for face in deck} == {
        (rank, suit) for rank in range(13) for suit in range(4)
    }
    for face in deck:
        assert face.image.shape == (faces.HEIGHT, faces.WIDTH, 4)
        assert {mark.turned for mark in face.marks} == {False, True}
        for mark in face.marks:
            half = mark.height / 2
            rows = slice(int(mark.y - half), int(mark.y + half) + 1)
            columns = slice(max(0, int(mark.x - 6)), int(mark.x + 7))
            part = face.image[rows, columns, :3].astype(int)
            assert part.max() - part.min() > 60


def test_a_face_lies_where_it_is_put() -> None:
    place = Place(2, 3, math.pi / 2)
    corners = layouts.project(layouts.face_to_table(place), [(0, 0), (220, 308), (110, 154)])
    assert corners[2] == pytest.approx([2, 3])
    assert corners[0] == pytest.approx([2 + 0.7, 3 - 0.5])
    assert corners[1] == pytest.approx([2 - 0.7, 3 + 0.5])


@pytest.mark.parametrize("seed", range(30))
def test_layouts_are_of_all_kinds_and_finite(seed: int) -> None:
    rng = random.Random(seed)
    places = layouts.arrange(rng)
    assert len(places) <= 9
    view = layouts.camera(rng, 100.0)
    assert np.isfinite(view).all()
    assert np.linalg.det(view) > 0  # never a mirror image


@pytest.mark.parametrize("seed", range(30))
def test_hands_apart_do_not_overlap(seed: int) -> None:
    places = layouts.arrange(random.Random(seed), "apart")
    outlines = [
        np.array(
            layouts.project(layouts.face_to_table(place), [(0, 0), (220, 0), (220, 308), (0, 308)]),
            np.float32,
        )
        for place in places
    ]
    for i, one in enumerate(outlines):
        for other in outlines[:i]:
            shared, _ = cv2.intersectConvexConvex(one, other)
            assert shared < 0.06  # of a card's 1.4


def test_tight_fans_show_little_of_each_card() -> None:
    rng = random.Random(1)
    apart = []
    for _ in range(40):
        places = layouts.arrange(rng, "tight")
        tops = [layouts.project(layouts.face_to_table(p), [(0, 0)])[0] for p in places]
        apart += [math.dist(a, b) for a, b in itertools.pairwise(tops)]
    assert 0.13 < np.median(apart) < 0.4


def test_a_photograph_keeps_shape_and_kind() -> None:
    image = np.full((60, 80, 3), 120, np.uint8)
    for seed in range(40):
        taken = light.photograph(image, random.Random(seed), np.random.default_rng(seed))
        assert taken.shape == image.shape
        assert taken.dtype == np.uint8


@needs_fonts
def test_scenes_are_the_same_from_the_same_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    families(False)
    from pegboard.vision.training import decks, scenes

    monkeypatch.setattr(decks, "installed", lambda: False)  # rendering them takes a minute
    first, second = (
        scenes.SceneMaker(5, tmp_path, drawn_decks=1, tables=1).scene() for _ in range(2)
    )
    assert (first[0] == second[0]).all()
    assert (first[1] == second[1]).all()


@needs_fonts
def test_labels_point_at_visible_indices() -> None:
    families(False)
    from pegboard.vision.training import faces, scenes

    deck = faces.drawn_deck(random.Random(1))
    canvas = scenes.Canvas(np.zeros((400, 400, 3), np.uint8), random.Random(1))
    view = layouts.shift(200, 200) @ np.diag([100.0, 100.0, 1])
    under, over = deck[4], deck[30]
    canvas.lay([(under, Place(0, 0, 0)), (over, Place(0.5, 0.5, 0))], view, 100.0)
    labels = canvas.labels()
    found = {(int(row[5]), int(row[6]), row[3] < 0) for row in labels if row[7]}
    # The card beneath shows its upper left index only; the one above shows both.
    assert found == {
        (under.rank, under.suit, True),
        (over.rank, over.suit, True),
        (over.rank, over.suit, False),
    }
