"""Tests of README.md: examples run, links lead to files, sizes and costs are as promised."""

import doctest
import re
from pathlib import Path

from PIL import Image

from tests.support.paths import ROOT

README = ROOT / "README.md"
FOLDERS = ("docs", "pegboard", "hardware", "firmware", "systemd", ".github")
MOST_LINES = 100
MOST_BYTES = 1_500_000


def test_readme_examples_run() -> None:
    results = doctest.testfile(str(README), module_relative=False)
    assert results.attempted >= 5
    assert results.failed == 0


def test_readme_is_short() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


def test_readme_animation_is_small() -> None:
    (name,) = re.findall(r"\(([^)]+\.webp)\)", README.read_text(encoding="utf-8"))
    assert (ROOT / name).stat().st_size <= MOST_BYTES
    with Image.open(ROOT / name) as picture:
        assert getattr(picture, "n_frames", 1) > 1


def test_readme_cost_is_that_of_the_parts_lists() -> None:
    (row,) = re.findall(
        r"^\| two-track \| (.+) \|$", (ROOT / "hardware/README.md").read_text(), re.MULTILINE
    )
    _alone, with_pico, _any_computer = row.split("|")
    cost = re.search(r"costs (\d+) to (\d+) EUR", README.read_text(encoding="utf-8"))
    assert cost is not None
    assert list(cost.groups()) == re.findall(r"\d+", with_pico)


def links(page: Path) -> list[str]:
    """Returns the paths of files that a page links to."""
    targets = re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    return [target for target in targets if "://" not in target]


def test_links_lead_to_files() -> None:
    assert len(links(README)) > 10
    found = [README, *(page for folder in FOLDERS for page in (ROOT / folder).rglob("*.md"))]
    assert len(found) > 15
    broken = [(page.name, link) for page in found for link in links(page)
              if not (page.parent / link).exists()]  # fmt: skip
    assert broken == []
