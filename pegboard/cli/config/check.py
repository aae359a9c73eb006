"""`pegboard config check`: the problems of a configuration file."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from pegboard.board.layout_files import load_layout
from pegboard.config import load
from pegboard.devices.inputs import open_inputs
from pegboard.devices.inputs.serial import plan
from pegboard.errors import ConfigError
from pegboard.players import by_name


def check_command(file: Annotated[Path, typer.Argument(help="Configuration file.")]) -> int:
    """Reports on stderr what is wrong with a file (exit code 2), or that nothing is (0)."""
    try:
        config = load(file)
        key = "board.layout"
        load_layout(config.board.layout)
        key = "buttons.pins"
        open_inputs("gpio:mock", 2, config.buttons.pins).close()
        key = "buttons.inputs"
        plan(2, config.buttons.inputs)
        key = "game.opponent"
        by_name(config.game.opponent)
    except ConfigError as error:
        where = "" if "file" in error.facts else f"{file}: "
        named = "" if "key" in error.facts else f"{key}: "
        print(f"pegboard: {where}{named}{error}", file=sys.stderr)
        return 2
    print(f"{file}: no problems found")
    return 0
