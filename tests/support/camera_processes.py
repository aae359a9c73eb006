"""Fake camera processes: scripted answers, faults, and a client for them."""

import asyncio
import base64
import json
import sys
from collections.abc import Coroutine
from typing import Any

from pegboard.camera.client import CameraClient

CLIENT_PROGRAM = """
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


def camera_answer(
    cards: str, starter: str | None = None, *, doubtful: str = "", **more: Any
) -> dict[str, Any]:
    """Returns a camera answer with the cards side by side."""
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


def fake_camera_client(*answers: dict[str, Any], timeout_s: float = 20.0) -> CameraClient:
    """Returns a client whose camera gives these answers in turn, repeating the last."""
    command = (sys.executable, "-c", CLIENT_PROGRAM)
    return CameraClient(json.dumps(answers), timeout_s=timeout_s, command=command)


ANSWER = (
    '{"cards": [{"card": "5H", "confidence": 0.99, "corners": []},'
    ' {"card": "JS", "confidence": 0.4, "corners": []}],'
    ' "sure": false, "starter": null, "picture": "aGVsbG8="}'
)


FAKE_PROGRAMS = {
    "answers": f"import sys\nfor _ in sys.stdin: print({ANSWER!r}, flush=True)",
    "says when": (
        "import sys, json\nanswer = json.loads(sys.argv[1])\nfor line in sys.stdin:\n"
        "    answer['waited'] = line.rpartition(' #')[0]; print(json.dumps(answer), flush=True)"
    ),
    "answers twice": (
        f"import sys\nfor _ in sys.stdin: print({ANSWER!r}, {ANSWER!r}, sep='\\n', flush=True)"
    ),
    "repeats later": (
        "import json, sys, time\nlooks = 0\nfor line in sys.stdin:\n"
        f"    looks += 1; answer = json.loads({ANSWER!r})\n"
        "    answer['to'] = int(line.rpartition('#')[2]); answer['number'] = looks\n"
        "    print(json.dumps(answer), flush=True)\n"
        "    if looks == 1: time.sleep(0.3); print(json.dumps(answer), flush=True)\n"
    ),
    "answers the one before": (
        "import json, sys\nbefore = 0\nfor line in sys.stdin:\n"
        f"    answer = json.loads({ANSWER!r})\n"
        "    answer['to'] = before = before or int(line.rpartition('#')[2])\n"
        "    print(json.dumps(answer), flush=True)\n"
    ),
    "counts wrongly": (
        f"import json, sys\nfor line in sys.stdin: print(json.dumps(json.loads({ANSWER!r}) | "
        "{'number': 1}), flush=True)"
    ),
    "is endless": (
        "import sys\n"
        f"for _ in sys.stdin: print({ANSWER!r}.replace('0.99', sys.argv[1]), flush=True)"
    ),
    "says where": (
        "import json, os, sys\nfor _ in sys.stdin: print(json.dumps({'arguments': sys.argv, "
        "'address': os.environ['PEGBOARD_CAMERA']}), flush=True)"
    ),
    "dies": "import sys; sys.stdin.readline(); sys.exit(3)",
    "hangs": "import sys, time; sys.stdin.readline(); time.sleep(60)",
    "babbles": "import sys\nfor _ in sys.stdin: print('I see a five', flush=True)",
    "counts": "import sys\nfor line in sys.stdin: print(len(line), flush=True)",
    "forgets": "import sys\nfor line in sys.stdin: print('{\"cards\": []}', flush=True)",
    "fails": 'import sys\nfor _ in sys.stdin: print(\'{"error": "no picture"}\', flush=True)',
    "focuses": (
        "import json, sys\ndone = []\nfor line in sys.stdin:\n"
        "    request = line.rpartition(' #')[0]; done.append(request)\n"
        f"    answer = json.loads({ANSWER!r}) | {{'waited': ', '.join(done)}}\n"
        "    if request.startswith('focus'): answer = json.loads(sys.argv[1])\n"
        "    print(json.dumps(answer), flush=True)\n"
    ),
    "is there": (
        "import json, os, sys\nthere = os.environ['PEGBOARD_THERE']\nfor _ in sys.stdin:\n"
        f"    answer = {ANSWER!r}\n"
        "    if sys.argv[1] != there: answer = json.dumps({'error': 'no device'})\n"
        "    print(answer, flush=True)\n"
    ),
    "dies once": (
        "import sys, pathlib\nmark = pathlib.Path(sys.argv[1])\n"
        "for _ in sys.stdin:\n    if not mark.exists(): mark.touch(); sys.exit(1)\n"
        f"    print({ANSWER!r}, flush=True)"
    ),
}


def run_async(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(story)


NO_CARDS = '{"cards": [], "sure": false, "starter": null, "picture": ""}'


SHELL_CAMERA = f"""
while read -r line; do
    case $(cat "$2") in
        well) echo '{NO_CARDS}' ;;
        dies) exit 3 ;;
        hangs) exec sleep 600 ;;
        fails) echo '{{"error": "no picture: the cable is loose"}}' ;;
        babbles) echo 'I see a five' ;;
    esac
done
"""
