#!/usr/bin/python3
"""Runs the commands of the tests inside the machine: a line of JSON in, a line of JSON out.

It reads them from a virtio port, so that it needs neither a network nor a login.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator


def lines(port: int) -> Iterator[bytes]:
    """The lines that arrive; while nobody is connected there are none."""
    rest = b""
    while True:
        got = os.read(port, 65536)
        if not got:
            time.sleep(0.05)
            continue
        *whole, rest = (rest + got).split(b"\n")
        yield from whole


def done(command: str, limit_s: float) -> dict[str, object]:
    """The result of a shell command; 124 where it took longer than it may."""
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
            asked = json.loads(line)
        except ValueError:
            continue  # the rest of a line that somebody hung up in
        answer = {"id": asked["id"], **done(asked["command"], asked["limit_s"])}
        data = (json.dumps(answer) + "\n").encode()
        while data:
            data = data[os.write(port, data) :]


main()
