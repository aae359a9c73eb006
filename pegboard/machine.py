"""What this machine has, for a configuration that says `auto`."""

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

from pegboard.config import Config


def choose(config: Config, root: Path = Path("/")) -> tuple[Config, list[str]]:
    """The configuration with every `auto` decided.

    Args:
        config: what the file and the command line say.
        root: of the file system; another one in tests.

    Returns:
        The decided configuration, and a line for each choice, saying what and why.
    """
    reasons = []
    board, buttons, camera = config.board, config.buttons, config.camera
    if board.strip == "auto":
        board = replace(board, strip="memory:")
        reasons.append("LEDs: simulated (memory:), drawn on the page; no strip is configured.")
    if buttons.source == "auto":
        has_pins = any((root / "dev").glob("gpiochip*"))
        if has_pins and find_spec("lgpio"):
            buttons = replace(buttons, source="gpio:")
            reasons.append("Buttons: the real pins (gpio:), /dev/gpiochip* is there.")
        else:
            why = "lgpio is not installed" if has_pins else "there is no /dev/gpiochip*"
            buttons = replace(buttons, source="gpio:mock")
            reasons.append(f"Buttons: simulated pins (gpio:mock), because {why}.")
    if camera.source == "auto":
        camera = replace(camera, source="files:")
        reasons.append("Camera: sample pictures (files:); no camera is configured.")
    return replace(config, board=board, buttons=buttons, camera=camera), reasons
