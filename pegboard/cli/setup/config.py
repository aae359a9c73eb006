"""`pegboard config check` and `pegboard config show`."""

import sys
from pathlib import Path

from pegboard.board.layout_files import load_layout
from pegboard.config import Config, load, show
from pegboard.devices.inputs import open_inputs
from pegboard.devices.inputs.serial import plan
from pegboard.errors import ConfigError
from pegboard.players import by_name


def check_command(file: Path) -> int:
    """Says what is wrong with a file on stderr (exit code 2), or that nothing is (0)."""
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
        said = str(error) if str(file) in str(error) else f"{file}: {key}: {error}"
        print(f"pegboard: {said}", file=sys.stderr)
        return 2
    print(f"{file}: nothing is wrong")
    return 0


def show_command(file: Path | None) -> int:
    """Prints the effective configuration as TOML."""
    try:
        config = load(file) if file else Config()
    except ConfigError as error:
        print(f"pegboard: {error}", file=sys.stderr)
        return 2
    print(show(config), end="")
    return 0
