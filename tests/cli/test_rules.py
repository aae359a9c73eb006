import json
import sys
from io import BytesIO, TextIOWrapper

import pytest

from pegboard.cli.app import run_line
from pegboard.cli.rules import WIDTH, rules_command
from pegboard.learn.rulebook import reference


def test_rules_fit_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules_command([], None, False, False) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert max(map(len, out.splitlines())) <= WIDTH
    assert not any(line.endswith(" ") for line in out.splitlines())
    for section in reference():
        assert section.title.upper() in out.splitlines()
        for cell in sum(section.rows, ()):
            assert all(word in out for word in cell.split())


def test_rules_prints_selected_sections(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_line(["rules", "table", "--players", "3"]) == 0
    out, _ = capsys.readouterr()
    assert out.splitlines()[0] == "THE DEAL"
    assert "dealt to the crib     1" in out.splitlines()
    assert run_line(["rules", "--partners", "table", "deal"]) == 0
    out, _ = capsys.readouterr()
    assert "4 partners" in out and "HOW A DEAL GOES" in out and "3 players" not in out


def test_rules_json_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_line(["rules", "play", "--json"]) == 0
    out, err = capsys.readouterr()
    (section,) = json.loads(out)["sections"]
    assert err == "" and section["key"] == "play" and section["columns"][0] == "for"
    assert section["rows"][6][0] == "go" and section["rows"][6][3] == "1"


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("rules --players 5", "players must be 2, 3 or 4, got 5"),
        ("rules --players 3 --partners", "partners needs four players, got 3"),
        ("rules peeking", "no section 'peeking'; cards, table, deal"),
        ("rules --players two", "Invalid value for '--players'"),
    ],
)
def test_rules_refuses_unknown_section(
    line: str, named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_line(line.split()) == 2
    out, err = capsys.readouterr()
    assert out == "" and named in err and err.count("\n") == 1


def test_rules_uses_letters_without_unicode(monkeypatch: pytest.MonkeyPatch) -> None:
    for encoding, shown in (("ascii", "9H 6C"), ("utf-8", "9♥ 6♣")):
        out = TextIOWrapper(BytesIO(), encoding)
        monkeypatch.setattr(sys, "stdout", out)
        assert rules_command(["play"], None, False, False) == 0
        out.seek(0)
        assert shown in out.read()
