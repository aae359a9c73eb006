"""Texts fit in any font: none is clipped, split, covered or outside of its button."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import cycle

import pytest
from playwright.sync_api import Playwright

from pegboard.i18n import LANGUAGES
from tests.support.browser.fonts import FAMILIES, WIDER, browser_with, font_config
from tests.support.browser.tour import ALL, LANDSCAPE, PORTRAIT, SIZES, Tour, TourStage

WIDEST = "DejaVu, every letter 15 % wider"
FONTS = [*FAMILIES, WIDEST]
NARROW = [PORTRAIT[0], LANDSCAPE[0]]
"""The narrowest and the lowest screen: texts that fit here fit on nearly every larger one."""
FULLEST = [
    "home count", "pending", "trouble", "four", "discard", "won a match", "phones",
    "new computer game", "picker", "doubtful", "one card", "camera",
]  # fmt: skip
"""Screens with the least free space."""

Visit = Callable[[str], AbstractContextManager[Tour]]


@pytest.fixture(scope="module")
def tour_stage() -> Iterator[TourStage]:
    stage = TourStage()
    yield stage
    stage.stop()


@pytest.fixture(scope="module")
def visit(
    playwright: Playwright, tour_stage: TourStage, tmp_path_factory: pytest.TempPathFactory
) -> Visit:
    """Yields a tour in a given font of the machine."""

    @contextmanager
    def begin(font: str) -> Iterator[Tour]:
        family, style = ("DejaVu", WIDER) if font == WIDEST else (font, "")
        configuration = font_config(tmp_path_factory.mktemp("font"), family)
        with browser_with(playwright.chromium, configuration) as browser:
            tour = Tour(browser, tour_stage, style)
            yield tour
            tour.close()

    return begin


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_fit_in_wide_font(visit: Visit, language: str) -> None:
    """Visits the fullest screens in the two smallest sizes, the others in these alternately.

    Each is in one language, and in one language in a third size. The long test covers every
    combination.
    """
    others = [size for size in SIZES if size not in NARROW]
    turn = list(LANGUAGES).index(language)
    found = []
    with visit(WIDEST) as tour:
        tour.load(language)
        for n, name in enumerate(tour.screens(ALL)):
            sizes = NARROW if name in FULLEST else [NARROW[(n + turn) % len(NARROW)]]
            more = [others[n % len(others)]] if n % len(LANGUAGES) == turn else []
            for size in (*sizes, *more):
                found += tour.misfits(name, size)
    assert found == [], "\n".join(found)


@pytest.mark.parametrize(
    ("family", "language"), list(zip(FAMILIES, cycle(LANGUAGES), strict=False))
)
def test_fullest_screens_fit_in_every_font(visit: Visit, family: str, language: str) -> None:
    """Tries each font in one language: none is as wide as the wide font."""
    found = []
    with visit(family) as tour:
        tour.load(language)
        for name in tour.screens(FULLEST):
            for size in NARROW:
                found += tour.misfits(name, size)
    assert found == [], "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("font", FONTS)
def test_texts_fit_in_every_font_and_size(visit: Visit, font: str, language: str) -> None:
    """Tries the widest font in every size and language, others in one language."""
    turn = list(LANGUAGES).index(language)
    found = []
    with visit(font) as tour:
        tour.load(language)
        for n, name in enumerate(tour.screens(ALL)):
            for k, size in enumerate(SIZES):
                if font == WIDEST or (n + k) % len(LANGUAGES) == turn:
                    found += tour.misfits(name, size)
    assert found == [], "\n".join(found)
