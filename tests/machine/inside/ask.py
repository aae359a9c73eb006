"""Asks the board as a program on its own machine does: `ask.py '{"action": "peg 0 1"}'`."""

import json
import sys
import time
import urllib.error
import urllib.request

asked = {"id": f"ask-{time.monotonic_ns()}", **json.loads(sys.argv[1])}
request = urllib.request.Request(
    "http://127.0.0.1:8121/api/command",
    json.dumps(asked).encode(),
    {"Content-Type": "application/json"},
)
try:
    with urllib.request.urlopen(request, timeout=100) as reply:
        sys.stdout.write(reply.read().decode())
except urllib.error.HTTPError as error:
    sys.stdout.write(error.read().decode())
