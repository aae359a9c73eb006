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
        "    answer['waited'] = line.strip(); print(json.dumps(answer), flush=True)"
    ),
    "dies": "import sys; sys.stdin.readline(); sys.exit(3)",
    "hangs": "import sys, time; sys.stdin.readline(); time.sleep(60)",
    "babbles": "import sys\nfor _ in sys.stdin: print('I see a five', flush=True)",
    "counts": "import sys\nfor line in sys.stdin: print(len(line), flush=True)",
    "forgets": "import sys\nfor line in sys.stdin: print('{\"cards\": []}', flush=True)",
    "fails": 'import sys\nfor _ in sys.stdin: print(\'{"error": "no picture"}\', flush=True)',
    "dies once": (
        "import sys, pathlib\nmark = pathlib.Path(sys.argv[1])\n"
        "for _ in sys.stdin:\n    if not mark.exists(): mark.touch(); sys.exit(1)\n"
        f"    print({ANSWER!r}, flush=True)"
    ),
}


def tell(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(story)
