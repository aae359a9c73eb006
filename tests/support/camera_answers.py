"""A camera process made of one line, and how it answers."""

import asyncio
from collections.abc import Coroutine
from typing import Any

ANSWER = (
    '{"cards": [{"card": "5H", "confidence": 0.99, "corners": []},'
    ' {"card": "JS", "confidence": 0.4, "corners": []}],'
    ' "sure": false, "starter": null, "picture": "aGVsbG8="}'
)


FAKES = {
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


def tell(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(story)
