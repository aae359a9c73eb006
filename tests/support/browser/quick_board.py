"""A board whose games take seconds: the computer plays instantly, and there is no camera."""

from pathlib import Path

from tests.support.running_board import RunningBoard

QUICK = """[board]
strip = "memory:"
[buttons]
source = "gpio:mock"
[camera]
source = "none"
[game]
pace_s = 0.02
"""


def start_service(folder: Path) -> RunningBoard:
    """Starts the real service with its state in a folder."""
    config = folder / "quick.toml"
    config.write_text(QUICK)
    return RunningBoard(folder / "state", "--no-demo", "--config", str(config))
