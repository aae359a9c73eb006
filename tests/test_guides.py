"""The pages at the top level name files that are there, and packages as they are."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "pegboard"
GUIDES = ("ARCHITECTURE.md", "CONTRIBUTING.md", "DECISIONS.md", "SECURITY.md")


def text(guide: str) -> str:
    return (ROOT / guide).read_text(encoding="utf-8")


@pytest.mark.parametrize("guide", GUIDES)
def test_every_link_leads_somewhere(guide: str) -> None:
    links = re.findall(r"\]\(([^)]+)\)", text(guide))
    assert links
    for link in links:
        name, _, heading = link.partition("#")
        assert (ROOT / name).exists(), link
        if heading:
            titles = re.findall(r"^#+ (.+)$", text(name), re.MULTILINE)
            assert heading in [title.lower().replace(" ", "-") for title in titles], link


@pytest.mark.parametrize("guide", GUIDES)
def test_every_path_is_there(guide: str) -> None:
    """`tests/cli/` is below the top, `devices/strips/` below the package."""
    paths = re.findall(r"`([a-z][\w.-]*/[\w./-]*)`", text(guide))
    sources = [path for path in paths if not path.startswith("dist/")]  # a release makes that
    missing = [
        path for path in sources if not ((ROOT / path).exists() or (PACKAGE / path).exists())
    ]
    assert missing == []
    assert paths or guide == "SECURITY.md"


def test_the_picture_has_every_package() -> None:
    picture = text("ARCHITECTURE.md").partition("## The packages")[2].partition("Beside it")[0]
    drawn = {
        name
        for line in picture.splitlines()
        if line.startswith("    ")
        for name in re.findall(r"\b([\w.]+/|\w+\.py)", line[:28])
    }
    there = {f"{path.parent.name}/" for path in PACKAGE.glob("*/__init__.py")}
    there |= {path.name for path in PACKAGE.glob("*.py") if not path.name.startswith("__")}
    assert drawn == there
