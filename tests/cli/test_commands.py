"""Declared commands: help texts, documented options and lazy imports."""

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import typer

from pegboard.cli.app import COMMANDS as DECLARED
from pegboard.cli.app import ELSEWHERE, app, loader, run_line
from pegboard.cli.line import Lazy

HEAVY = {"cv2", "numpy", "starlette", "uvicorn", "gpiozero", "msgspec", "tomlkit", "segno"}


def declared(group: Any, *path: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yields the commands of a group with their full names."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from declared(command, *path, name)
        else:
            yield (*path, name), command


COMMANDS = dict(declared(typer.main.get_command(app)))


@pytest.mark.parametrize("path", DECLARED)
def test_documented_commands_exist(path: str) -> None:
    command = loader(path)()
    assert command.__name__ == f"{path.split()[-1]}_command"
    assert tuple(path.split()) in COMMANDS


def test_all_commands_are_documented() -> None:
    assert {" ".join(path) for path in COMMANDS} == set(DECLARED) >= set(ELSEWHERE)


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_commands_load_and_document_every_option(
    path: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_line([*path, "--help"]) == 0
    shown = capsys.readouterr().out
    assert f"Usage: pegboard {' '.join(path)} " in shown
    command = COMMANDS[path]
    assert isinstance(command, Lazy) and str(command.help) in shown
    context = command.make_context(path[-1], [], resilient_parsing=True)
    for param in context.command.params:
        if not param.hidden:
            assert param.help and param.help.endswith("."), (path, param.name)


def test_command_list_does_not_truncate_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_line(["--help"]) == 0
    shown = capsys.readouterr().out
    assert "..." not in shown.partition("Commands:")[2], "cut off"
    for path, command in COMMANDS.items():
        if len(path) == 1:
            assert f"  {path[0]} " in shown and command.help in shown


@pytest.mark.parametrize(
    ("arguments", "code"),
    [("--help", 0), ("score 5H 5C 5S JD --starter 5D", 0), ("replay /nowhere.game", 2), ("x", 2)],
)
def test_light_commands_import_no_heavy_modules(arguments: str, code: int) -> None:
    program = (
        "import sys; from pegboard.cli.app import run_line\n"
        f"code = run_line({arguments.split()!r})\n"
        f"print(code, sorted({HEAVY!r} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ran.stdout.splitlines()[-1] == f"{code} []", ran.stderr
