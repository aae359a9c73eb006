"""What README says is true: its examples run, and every command stands in it."""

import doctest

import typer

from pegboard.cli.app import app
from tests.support.paths import ROOT

README = ROOT / "README.md"


def test_the_examples_give_what_they_show() -> None:
    tried = doctest.testfile(str(README), module_relative=False)
    assert tried.attempted >= 5
    assert tried.failed == 0


def test_every_command_is_named() -> None:
    text = README.read_text(encoding="utf-8")
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    assert [name for name in commands if f"`pegboard {name}" not in text] == []


def test_every_picture_and_page_it_links_to_is_there() -> None:
    text = README.read_text(encoding="utf-8")
    links = [part.split(")")[0] for part in text.split("](")[1:]]
    assert links
    assert [link for link in links if not (README.parent / link).exists()] == []
