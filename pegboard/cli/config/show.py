"""`pegboard config show`: the effective configuration."""

import sys
from dataclasses import replace

from pegboard.cli.line import ConfigFile
from pegboard.config import Config, load
from pegboard.devices.notices import without_password
from pegboard.ops.settings.effective import show


def show_command(config: ConfigFile = None) -> int:
    """Prints the effective configuration as TOML."""
    effective = load(config) if config else Config()
    camera = effective.camera
    shown = replace(camera, source=without_password(camera.source))
    if shown != camera:
        effective = replace(effective, camera=shown)
        print("pegboard: camera.source is shown without its password", file=sys.stderr)
    print(show(effective), end="")
    return 0
