"""`pegboard camera list`: the cameras of this machine."""

import json

from pegboard.cli.line import Json
from pegboard.config import Config
from pegboard.devices.autodetect import choose
from pegboard.devices.cameras.discovery import cameras


def list_command(as_json: Json = False) -> int:
    """Prints the cameras of this machine, and what `auto` chooses and why."""
    found = cameras()
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
            for c in found
        ]
        print(json.dumps({"cameras": rows, "auto": config.camera.source, "why": f"Camera: {why}"}))
        return 0
    for each in found:
        print(f"{each.address}  {each.name}{f' - {each.problem}' if each.problem else ''}")
        if each.stable_address:
            print(f"    wherever it is plugged in: {each.stable_address}")
    if not found:
        print("No camera was found.")
    print(f"auto: {config.camera.source} ({why})")
    return 0
