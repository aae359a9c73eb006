"""`pegboard config show`: prints the effective configuration."""

import sys
from dataclasses import replace

from pegboard.cli.line import ConfigFile
from pegboard.config import Config, load_config
from pegboard.devices.notices import without_password
from pegboard.ops.settings.effective import show


def show_command(config: ConfigFile = None) -> int:
    """Prints the effective configuration as TOML."""
    effective = load_config(config) if config else Config()
    camera = effective.camera
    public = replace(camera, source=without_password(camera.source))
    if public != camera:
        effective = replace(effective, camera=public)
        print("pegboard: camera.source is shown without its password", file=sys.stderr)
    print(show(effective), end="")
    return 0
