#!/usr/bin/python3
"""Agent that runs commands of the tests inside the machine: one line of JSON in, one out.

It uses a virtio port, and needs neither network nor login.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator


def lines(port: int) -> Iterator[bytes]:
    """Yields received lines; waits while nobody is connected."""
    rest = b""
    while True:
        got = os.read(port, 65536)
        if not got:
            time.sleep(0.05)
            continue
        *whole, rest = (rest + got).split(b"\n")
        yield from whole


def done(command: str, limit_s: float) -> dict[str, object]:
    """Runs a shell command; returns its result, with exit code 124 after a timeout."""
    try:
        ran = subprocess.run(
            ["/bin/sh", "-c", command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=limit_s,
        )
    except subprocess.TimeoutExpired as error:
        return {"code": 124, "said": (error.stdout or b"").decode(errors="replace")}
    return {"code": ran.returncode, "said": ran.stdout.decode(errors="replace")}


def main() -> None:
    port = os.open(sys.argv[1], os.O_RDWR)
    for line in lines(port):
        try:
            request = json.loads(line)
        except ValueError:
            continue  # an incomplete line before a disconnect
        answer = {"id": request["id"], **done(request["command"], request["limit_s"])}
        data = (json.dumps(answer) + "\n").encode()
        while data:
            data = data[os.write(port, data) :]


main()
