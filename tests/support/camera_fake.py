"""A camera process that answers what a test tells it, behind the real `CameraClient`."""

import base64
import json
import sys
from typing import Any

from pegboard.camera.client import CameraClient

PROGRAM = """
import json, pathlib, sys, time
answers, looks = json.loads(sys.argv[1]), 0
for line in sys.stdin:
    line, _, to = line.strip().rpartition(" #")
    word, _, rest = line.partition(" ")
    if word == "keep":
        number, _, file = rest.partition(" ")
        if int(number) == looks:
            pathlib.Path(file).write_bytes(b"the whole picture")
            answer = {"kept": file}
        else:
            answer = {"error": "the picture is gone"}
    elif word == "deck":
        answer = {"deck": answers[min(looks, len(answers) - 1)].get("deck")}
    else:
        answer = dict(answers[min(looks, len(answers) - 1)])
        looks += 1
        answer["number"] = looks
        time.sleep(answer.pop("after_s", 0))
        if answer.pop("dies", False):
            sys.exit(3)
        answer.setdefault("asked", line)
    answer["to"] = int(to)
    print(json.dumps(answer), flush=True)
"""


def answer(
    cards: str, starter: str | None = None, *, doubtful: str = "", **more: Any
) -> dict[str, Any]:
    """What the process says about cards that lie side by side."""
    doubts = doubtful.split()
    return {
        "cards": [
            {
                "card": card,
                "confidence": 0.6 if card in doubts else 0.99,
                "corners": [[n, 0], [n + 90, 0], [n + 90, 120], [n, 120]],
                "others": [],
            }
            for n, card in zip(range(0, 1000, 100), cards.split(), strict=False)
        ],
        "sure": not doubts,
        "starter": starter,
        "waited": "",
        "picture": base64.b64encode(b"a small picture").decode(),
        "width": 1000,
        "height": 400,
    } | more


def eyes_that_see(*answers: dict[str, Any], timeout_s: float = 20.0) -> CameraClient:
    """A camera that gives these answers, the last one again and again."""
    command = (sys.executable, "-c", PROGRAM)
    return CameraClient(json.dumps(answers), timeout_s=timeout_s, command=command)
