"""Texts fit whatever font there is: none is cut, parted, covered or beyond the edge of its key."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.support.browser.fonts import FAMILIES, WIDER, browser_with, font_config
from tests.support.browser.tour import ALL, SIZES, Tour, TourStage

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def tour_stage() -> Iterator[TourStage]:
    stage = TourStage()
    yield stage
    stage.stop()


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("family", [*FAMILIES, "wider"])
def test_every_text_fits_everywhere(
    browser: Browser, tour_stage: TourStage, tmp_path: Path, family: str, language: str
) -> None:
    style = WIDER if family == "wider" else ""
    configuration = font_config(tmp_path, "DejaVu" if style else family)
    with browser_with(browser.browser_type, configuration) as chromium:
        tour = Tour(chromium, tour_stage, style)
        tour.begin(language)
        found = [
            misfit
            for name in tour.screens(ALL)
            for size in SIZES
            for misfit in tour.misfits(name, size)
        ]
        tour.close()
    assert found == []
