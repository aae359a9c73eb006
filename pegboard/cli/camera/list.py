"""`pegboard camera list`: lists the cameras of this machine."""

import json

from pegboard.cli.line import Json
from pegboard.config import Config
from pegboard.devices.autodetect import choose
from pegboard.devices.cameras.discovery import cameras


def list_command(as_json: Json = False) -> int:
    """Prints the cameras of this machine, and what `auto` chooses and why."""
    sources = cameras()
    config, choices = choose(Config())
    why = next(choice.why for choice in choices if choice.device == "Camera")
    if as_json:
        rows = [
            {
                "address": c.address,
                "lasting": c.stable_address,
                "name": c.name,
                "problem": c.problem,
            }
            for c in sources
        ]
        print(json.dumps({"cameras": rows, "auto": config.camera.source, "why": f"Camera: {why}"}))
        return 0
    for source in sources:
        print(f"{source.address}  {source.name}{f' - {source.problem}' if source.problem else ''}")
        if source.stable_address:
            print(f"    wherever it is plugged in: {source.stable_address}")
    if not sources:
        print("No camera was found.")
    print(f"auto: {config.camera.source} ({why})")
    return 0
