"""The `pegboard` command line: commands and their help, with lazy imports.

`pegboard hall run` is `run_command` in `hall/run.py`: its parameters are the command's options.
"""

import os
import sys
from collections.abc import Callable
from importlib import import_module
from io import TextIOWrapper

import typer

from pegboard.cli.line import Command, Lazy, group
from pegboard.cli.line import run as run_with

GROUPS = {
    "light": "Test the LEDs.",
    "camera": "Set up the camera.",
    "firmware": "Manage the USB board.",
    "config": "Check or show the configuration.",
    "layout": "List, show and check board layouts.",
    "hall": "Run a club night or a tournament of many boards.",
}
"""Help texts of command groups."""

COMMANDS = {
    "run": "Run the service: the board, its web page and, if asked, a demo.",
    "demo": "Play computer against computer, on the board or without one.",
    "identity": "Show or renew the board's identity in a smart home.",
    "score": "Count one hand, item by item and as it is spoken at the table.",
    "rules": "Print a quick reference to the rules.",
    "arena": "Compare two players: the same cards for both, seats swapped.",
    "ladder": "Let players play each other, and rate them.",
    "replay": "Play game records line by line.",
    "convert": "Write a game of another program as a record.",
    "verify": "Check that all cards follow from the sealed seed of the game.",
    "analyze": "Review a game: the cost of each decision, luck and skill.",
    "count": "Recognise the cards in pictures, and count hands of five.",
    "follow": "Watch real deals and report what was played.",
    "frame": "Draw a position as the LEDs show it, or a drilling template.",
    "doctor": "Report what is wrong with this installation and how to fix it.",
    "update": "Update an installed board; reverts if the new version fails.",
    "rollback": "Return to the version that was installed before.",
    "backup": "Save all games, the configuration and the settings to a file.",
    "restore": "Restore a backup; the games it replaces are kept beside it.",
    "export": "Export the whole history as JSON, CSV or a zip of records.",
    "bench": "Measure how fast pegboard is on this machine.",
    "light test": "Step through every LED to find wrong colours or wrong wiring.",
    "camera check": "Check focus, light and card size, and read a test hand ten times.",
    "camera list": "List this machine's cameras, and the one that `auto` picks.",
    "firmware status": "Show the USB board's firmware and its condition.",
    "firmware restart": "Restart the USB board.",
    "config check": "Check a configuration file.",
    "config show": "Print the effective configuration.",
    "layout list": "List the layouts that come with pegboard.",
    "layout show": "Show what a layout consists of: panel, holes and pieces of strip.",
    "layout check": "Check whether a layout can be built.",
    "hall backup": "Save a hall, its keys and its configuration to a file.",
    "hall demo": "Play a club night of six computer players at three simulated boards.",
    "hall doctor": "Report what is wrong with a hall and how to fix it.",
    "hall export": "Export an event as one file that anyone can verify.",
    "hall join": "Join a hall with its code: this board sends its games there from now on.",
    "hall restore": "Restore a hall's backup into a new folder.",
    "hall run": "Run a hall: boards send it their games, people look at its pages.",
    "hall season": "Rank the players of a season, from its exported club nights.",
    "hall verify": "Verify an exported event: replay every game, recompute every standing.",
}
"""Help texts of commands, in the order of `pegboard --help`."""

ELSEWHERE = {
    "arena": "arena.two",
    "ladder": "arena.ladder",
    "convert": "records.convert",
    "follow": "follow.command",
}
"""Modules of the commands that are not in a file of the same name."""

READS_PICTURES = {"count", "follow"}
"""Commands that use OpenCV for pictures and films."""


def loader(path: str) -> Callable[[], Command]:
    """Returns a function that imports and returns a command."""

    def load() -> Command:
        if path in READS_PICTURES:
            # OpenCV reads this on import. Players need not see its warnings; errors are reported.
            os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
        module = import_module(f"pegboard.cli.{ELSEWHERE.get(path, path.replace(' ', '.'))}")
        command: Command = getattr(module, f"{path.split()[-1]}_command")
        return command

    return load


app = group("An electronic cribbage board.")
_groups = {"": app}
for _name, _help in GROUPS.items():
    _groups[_name] = group(_help)
    app.add_typer(_groups[_name], name=_name)
for _path, _help in COMMANDS.items():
    _group, _, _name = _path.rpartition(" ")
    _groups[_group].command(_name, cls=Lazy, help=_help)(loader(_path))


def main(args: list[str] | None = None) -> None:
    """Runs the command line and ends the process with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Do not fail on names that the terminal cannot encode.
            stream.reconfigure(errors="backslashreplace")
    sys.exit(run_line(sys.argv[1:] if args is None else args))


def run_line(args: list[str]) -> int:
    """Runs one command line and returns its exit code."""
    return run_with(typer.main.get_command(app), args)
