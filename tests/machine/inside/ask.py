"""Sends a request to the board from its own machine: `ask.py '{"action": "peg 0 1"}'`.

A second argument is the API path: `ask.py '{}' update`.
"""

import json
import sys
import time
import urllib.error
import urllib.request

text, where = sys.argv[1], (*sys.argv[2:], "command")[0]
fields = json.loads(text)
if where == "command":
    fields = {"id": f"ask-{time.monotonic_ns()}", **fields}
request = urllib.request.Request(
    f"http://127.0.0.1:8121/api/{where}",
    json.dumps(fields).encode(),
    {"Content-Type": "application/json"},
)
try:
    with urllib.request.urlopen(request, timeout=100) as reply:
        sys.stdout.write(reply.read().decode())
except urllib.error.HTTPError as error:
    sys.stdout.write(error.read().decode())
