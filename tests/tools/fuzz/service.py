"""Fuzzes the running service with HTTP requests and WebSocket messages."""

import http.client
import json
import re
import socket
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.support.running_board import SIMULATED, RunningBoard, running_board
from tests.tools.fuzz import spoil
from tests.tools.fuzz.finding import Outcome, resident

CONFIG = (
    SIMULATED
    + """[game]
pace_s = 0
attract_s = 0
[web]
metrics = true
[log]
level = "info"
"""
)
WAIT_S = 30
INSIDE = re.compile("internal error|see the log|Traceback|Internal Server")

COMMANDS: tuple[dict[str, Any], ...] = (
    {"id": "a", "press": "0+5"},
    {"id": "a", "press": "ok"},
    {"id": "a", "press": "undo"},
    {"id": "a", "action": "peg 0 4"},
    {"id": "a", "action": "undo"},
    {"id": "a", "action": "deal 0"},
    {"id": "a", "action": "cut JC"},
    {"id": "a", "action": "hand 1 5H5D5S5C"},
    {"id": "a", "action": "correct 0 60"},
    {"id": "a", "action": "discard 0 5H6H"},
    {"id": "a", "action": "play 0 5H"},
    {"id": "a", "action": "go 0"},
    {"id": "a", "new": {"mode": "score", "names": ["Ann", "Ben"], "target": 61, "dealer": 1}},
    {"id": "a", "new": {"mode": "computer", "level": "beginner", "phrase": "x", "dealer": 0}},
    {"id": "a", "new": {"mode": "score", "players": 4, "partners": True, "rules": {"go": 1}}},
    {"id": "a", "new": {"mode": "score", "colors": ["blue", "red"], "match": {"best_of": 3}}},
    {"id": "a", "count": True},
    {"id": "a", "cards": ["5H", "JS", "5C", "5D"], "starter": "5S"},
    {"id": "a", "accept": True, "seat": 0, "crib": False},
    {"id": "a", "change": {"card": "5H", "to": "6H"}},
    {"id": "a", "change": {"starter": "5S"}},
    {"id": "a", "save": True},
    {"id": "a", "hold": True},
    {"id": "a", "dismiss": True},
    {"id": "a", "back": {"to": 1, "seq": 2}},
    {"id": "a", "resume": True},
    {"id": "a", "sit": 0},
    {"id": "a", "show": None},
    {"id": "a", "sign": {"seat": 0, "held_s": 2.5}},
    {"id": "a", "give": {"seat": 0, "to": None}},
)  # fmt: skip
"""Every verb that a page may say, in good form."""

GETS = (
    "/", "/healthz", "/rules?table=4", "/api/state", "/api/layout", "/api/record", "/api/story",
    "/api/picture", "/api/camera/picture", "/api/review", "/api/review.svg",
    "/api/welcome?language=de", "/api/me", "/api/devices", "/api/copies",
    "/api/doctor", "/metrics", "/history",
    "/api/history/games", "/api/history/games?limit=5&before=3", "/api/history/games/1",
    "/api/history/games/1/record", "/api/history/players", "/api/history/player?name=Ann",
    "/api/history/matches", "/api/history/export.csv", "/api/history/export.json",
    "/static/main.js", "/static/words/en.js",
    "/static/../../../../etc/passwd",
    "/static/%2e%2e/app.py",
)  # fmt: skip
POSTS: tuple[tuple[str, Any], ...] = (
    *(("/api/command", command) for command in COMMANDS),
    ("/api/camera", {"page": "p", "wish": "start"}),
    ("/api/lesson", {"done": ["peg 0 2"], "try": None}),
    ("/api/pair", {"pin": "123456", "name": "Phone"}),
    ("/api/pair/answer", {"ask": "x"}),
    ("/api/devices", {"invite": True}),
    ("/api/devices", {"forget": "abc"}),
    ("/api/doctor", {"fix": "copy the games"}),
    ("/api/doctor", {"fix": "start normally"}),
    ("/api/notices", {"read": "abc"}),
    ("/api/restore", {"x": 1}),
    ("/api/history/forget", {"name": "Nobody"}),
    ("/api/history/merge", {"name": "Nobody", "into": "Somebody"}),
    ("/api/history/names", {"game": "no-game", "names": ["Ann", "Ben"]}),
)
ODD_HEADERS = (
    ("Content-Type", "text/plain"), ("Content-Type", "application/json; charset=utf-7"),
    ("Origin", "http://evil.example"), ("Host", "evil.example"), ("Accept-Encoding", "gzip;q=x"),
    ("Cookie", "pegboard=" + "x" * 3000), ("Authorization", "Bearer \x01"),
    ("Range", "bytes=9-1,0-"),
    ("If-None-Match", '"' + "z" * 100), ("Accept-Language", "xx-" * 200),
    ("Expect", "100-continue"),
    ("Sec-Fetch-Site", "cross-site"), ("X-Forwarded-For", "1.2.3.4"), ("Content-Encoding", "gzip"),
)  # fmt: skip


def in_service(outcome: Outcome, run: Callable[[RunningBoard], None]) -> Outcome:
    """Runs against a fresh service; checks that it still answers and logged no error."""
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        (folder / "c.toml").write_text(CONFIG)
        options = ("--config", str(folder / "c.toml"), "--no-safe")
        with running_board(folder / "state", *options) as service:
            try:
                run(service)
                if service.get("healthz") != "ok\n" or not service.get("api/state")["game"]:
                    outcome.add_finding("it does not answer any more", "")
            except Exception as error:
                outcome.add_finding(f"it ended with {service.process.poll()}", repr(error))
        lines = (folder / "stderr.txt").read_text().splitlines()
        for number, line in enumerate(lines):
            if " error=" in line or "Traceback" in line or line.startswith(("ERROR", "<3>")):
                outcome.add_finding("see the log", " | ".join(lines[number : number + 40])[-600:])
    return outcome


def _grown(outcome: Outcome, service: RunningBoard, before: int) -> None:
    outcome.grown_bytes = max(0, resident(service.process.pid) - before)


def messages(inputs: int, rng: Random) -> Outcome:
    """Sends spoiled WebSocket messages; each must get one acknowledgement."""
    outcome = Outcome("websocket messages")

    def run(service: RunningBoard) -> None:
        netloc = urlsplit(service.address).netloc
        before, number, batch = 0, 0, 24
        page = stack.enter_context(client(netloc))
        while number < inputs:
            if not before and number >= inputs // 3:
                before = resident(service.process.pid)
            sent = []
            for _ in range(min(batch, inputs - number)):
                command = dict(rng.choice(COMMANDS))
                command["id"] = f"{number}"
                sent.append(spoil.message(rng, command)[:16_000])
                number += 1
            try:
                for raw in sent:
                    page.send(raw if rng.randrange(2) else raw.decode(errors="replace"))
                _acks(page, len(sent), outcome, sent)
                if rng.randrange(200) == 0:  # too long: only this one connection ends
                    page.send("x" * 20_000)
                    page.recv(timeout=WAIT_S)
            except ConnectionClosed:
                page = stack.enter_context(client(netloc))
            except TimeoutError:
                outcome.add_finding("no acknowledgement", sent)
                page = stack.enter_context(client(netloc))
            outcome.inputs += len(sent)
        _grown(outcome, service, before)

    with ExitStack() as stack:
        return in_service(outcome, run)


def client(netloc: str) -> AbstractContextManager[ClientConnection]:
    """Opens a WebSocket as the page does."""
    return connect(
        f"ws://{netloc}/ws", additional_headers={"Origin": f"http://{netloc}"}, max_queue=64
    )


def _acks(client: ClientConnection, wanted: int, outcome: Outcome, sent: list[bytes]) -> None:
    while wanted:
        received = client.recv(timeout=WAIT_S)
        if isinstance(received, bytes):
            continue
        message = json.loads(received)
        if message.get("type") == "ack":
            wanted -= 1
            outcome.taken += message["ok"]
            if INSIDE.search(str(message.get("error", ""))):
                outcome.add_finding(message["error"], sent)


def requests(inputs: int, rng: Random) -> Outcome:
    """Sends spoiled HTTP requests; checks status and that no file leaks."""
    outcome = Outcome("http requests")

    def run(service: RunningBoard) -> None:
        netloc = urlsplit(service.address).netloc
        before = 0
        connection = http.client.HTTPConnection(netloc, timeout=WAIT_S)
        for number in range(inputs):
            if number == inputs // 3:
                before = resident(service.process.pid)
            outcome.inputs += 1
            if rng.randrange(8) == 0:
                _bare(rng, netloc, outcome)
                continue
            method, path, headers, body = _request(rng)
            try:
                connection.request(method, path, body, headers)
                reply = connection.getresponse()
                content = reply.read()
            except (http.client.HTTPException, ValueError, UnicodeError, ConnectionError):
                connection.close()  # not a request that a client can send, or no keep-alive
                continue
            except TimeoutError:
                outcome.add_finding("no answer", (method, path, headers, body))
                connection.close()
                continue
            outcome.taken += reply.status < 400
            if reply.status >= 500 or INSIDE.search(content[:2000].decode(errors="replace")):
                outcome.add_finding(
                    f"status {reply.status}", (method, path, headers, body, content[:200])
                )
            if b"root:" in content[:200]:
                outcome.add_finding("a file that is not ours", path)
        connection.close()
        _grown(outcome, service, before)

    return in_service(outcome, run)


def _request(rng: Random) -> tuple[str, str, dict[str, str], bytes | None]:
    headers = {"Content-Type": "application/json"}
    body: bytes | None = None
    if rng.randrange(2):
        method, path = "GET", rng.choice(GETS)
    else:
        path, good = rng.choice(POSTS)
        method, body = "POST", spoil.message(rng, good)
    if rng.randrange(3) == 0:
        path = "/" + spoil.text(rng, path)[1:4000]
        path = path.encode(errors="replace").decode("latin-1").translate(_NO_SPACE)
    if rng.randrange(8) == 0:
        method = rng.choice(("HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "GET", "POST"))
    if rng.randrange(4) == 0:
        key, said = rng.choice(ODD_HEADERS)
        headers[key] = said
    return method, path, headers, body


_NO_SPACE = {code: f"%{code:02x}" for code in range(33)} | {127: "%7f"}

_LINES = b"GET /api/state HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nX: y\r\n\r\nabcd"


def _bare(rng: Random, netloc: str, outcome: Outcome) -> None:
    """Sends malformed bytes on a raw connection."""
    host, _, port = netloc.partition(":")
    with socket.create_connection((host, int(port)), WAIT_S) as bare:
        bare.settimeout(WAIT_S)
        try:
            bare.sendall(spoil.raw(rng, _LINES))
            bare.shutdown(socket.SHUT_WR)
            received = bare.recv(65_536)
        except (ConnectionError, BrokenPipeError):
            return
        except TimeoutError:
            outcome.add_finding("a connection that stays open", "bare bytes")
            return
    if re.match(rb"HTTP/1\.\d 5", received):
        outcome.add_finding("a status of 500", received[:300])
