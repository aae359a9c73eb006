"""`pegboard config show`: the effective configuration."""

import sys

from pegboard.cli.line import ConfigFile
from pegboard.config import Config, load, show
from pegboard.errors import ConfigError


def show_command(config: ConfigFile = None) -> int:
    """Prints the effective configuration as TOML."""
    try:
        effective = load(config) if config else Config()
    except ConfigError as error:
        print(f"pegboard: {error}", file=sys.stderr)
        return 2
    print(show(effective), end="")
    return 0
