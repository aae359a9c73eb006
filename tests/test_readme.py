"""What README says is true: its examples run, and every command stands in it."""

import doctest
import re
from pathlib import Path

import typer

from pegboard.cli.app import app
from tests.support.paths import ROOT

README = ROOT / "README.md"
PARTS = ("pegboard", "hardware", "firmware", "systemd")


def test_the_examples_give_what_they_show() -> None:
    tried = doctest.testfile(str(README), module_relative=False)
    assert tried.attempted >= 5
    assert tried.failed == 0


def test_every_command_is_named() -> None:
    text = README.read_text(encoding="utf-8")
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    assert [name for name in commands if f"`pegboard {name}" not in text] == []


def links(page: Path) -> list[str]:
    """The files that a page links to, as they stand there."""
    found = re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    return [link for link in found if "://" not in link]


def test_every_picture_and_page_it_links_to_is_there() -> None:
    assert len(links(README)) > 10
    pages = [README, *(page for part in PARTS for page in (ROOT / part).rglob("*.md"))]
    assert len(pages) > 15
    lost = [(page.name, link) for page in pages for link in links(page)
            if not (page.parent / link).exists()]  # fmt: skip
    assert lost == []
