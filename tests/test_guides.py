"""Tests of the Markdown pages at the top level: links, paths and the list of packages."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "pegboard"
GUIDES = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "DECISIONS.md", "SECURITY.md")


def text(guide: str) -> str:
    return (ROOT / guide).read_text(encoding="utf-8")


@pytest.mark.parametrize("guide", GUIDES)
def test_links_lead_to_files_and_headings(guide: str) -> None:
    links = [link for link in re.findall(r"\]\(([^)]+)\)", text(guide)) if "://" not in link]
    assert links
    for link in links:
        name, _, heading = link.partition("#")
        assert (ROOT / name).exists(), link
        if heading:
            titles = re.findall(r"^#+ (.+)$", text(name), re.MULTILINE)
            assert heading in [title.lower().replace(" ", "-") for title in titles], link


@pytest.mark.parametrize("guide", GUIDES)
def test_paths_exist(guide: str) -> None:
    """Paths are relative to the root, as `tests/cli/`, or to the package, as `devices/strips/`."""
    paths = re.findall(r"`([a-z][\w.-]*/[\w./-]*)`", text(guide))
    sources = [path for path in paths if not path.startswith("dist/")]  # written by a release
    missing = [
        path for path in sources if not ((ROOT / path).exists() or (PACKAGE / path).exists())
    ]
    assert missing == []
    assert paths or guide in ("README.md", "SECURITY.md")


def test_architecture_lists_every_package() -> None:
    section = text("ARCHITECTURE.md").partition("## The packages")[2]
    section = section.partition("Outside the package")[0]
    listed = {
        name
        for line in section.splitlines()
        if line.startswith("    ")
        for name in re.findall(r"\b([\w.]+/|\w+\.py)", line[:28])
    }
    present = {f"{path.parent.name}/" for path in PACKAGE.glob("*/__init__.py")}
    present |= {path.name for path in PACKAGE.glob("*.py") if not path.name.startswith("__")}
    assert listed == present
