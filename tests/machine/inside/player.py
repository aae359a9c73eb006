"""Plays on the board as fast as possible, and reports each acknowledgement to the host.

    python3 player.py PLAYERS SECONDS SEED

Every acknowledged command is written to a virtio port as a line of JSON: its id, the request, and
how long it was pending. A player continues only when the line is confirmed, so that later disk
writes follow the note.
"""

import http.client
import json
import os
import random
import sys
import threading
import time

LINES = ("peg 0 1", "peg 1 1", "correct 0 0", "correct 1 0", "undo")
"""Steps forwards and back, so that no game ends while others still press."""
noting = threading.Lock()


def note(port: int, *facts: str) -> None:
    with noting:
        os.write(port, json.dumps(facts).encode() + b"\n")
        while not os.read(port, 1):
            time.sleep(0.01)


def play(port: int, name: str, until: float, rng: random.Random) -> None:
    board = http.client.HTTPConnection("127.0.0.1", 8121, timeout=200)

    def command(number: int, **asked: object) -> bool:
        id = f"{name}-{number}"
        body = json.dumps({"id": id, **asked})
        board.request("POST", "/api/command", body, {"Content-Type": "application/json"})
        ok: bool = json.loads(board.getresponse().read())["ok"]
        if ok:
            note(port, id, str(asked.get("action", "new game")))
        return ok

    number = 0
    while time.monotonic() < until:
        number += 1
        if number % 97 == 1 and name.startswith("p0"):
            command(number, new={"mode": "score"})
        else:
            command(number, action=rng.choice(LINES))
        if rng.random() < 0.02:
            time.sleep(rng.uniform(0.5, 3.0))  # an idle board checkpoints its journal
    board.close()


def main(players: int, seconds: float, seed: int) -> None:
    port = os.open("/dev/virtio-ports/notes", os.O_RDWR)
    until = time.monotonic() + seconds
    threads = [
        threading.Thread(target=play, args=(port, f"p{n}-{seed}", until, random.Random(seed + n)))
        for n in range(players)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


main(int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]))
