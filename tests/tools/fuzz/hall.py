"""Fuzzes a hall: director requests and board messages."""

import asyncio
import re
import time
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.applications import Starlette
from starlette.routing import Route

from pegboard.chain.feed import Feed
from pegboard.chain.keys import SigningKey
from pegboard.chain.upload import Upload
from pegboard.errors import PegboardError
from pegboard.hall.hall import Hall
from pegboard.hall.maintenance.integrity import examine
from pegboard.hall.protocol.hall_side import HallSide
from pegboard.hall.store.sqlite import SqliteStore
from pegboard.hall_link.board_side import BoardSide
from pegboard.hall_link.messages import encode
from tests.support.hall_app import BASE_URL, PIN, hall_app, request
from tests.tools.fuzz import spoil
from tests.tools.fuzz.finding import Outcome, resident

COMMAND = "/api/director/command"
COMMANDS = 0.8
"""The share of requests that are commands."""
EACH = 400
"""Requests to one hall; then there is a new one, for an event only grows."""
NAMES = ["Ann", "Ben", "Cleo", "Dov"]
GOOD: dict[str, tuple[Any, ...]] = {
    "event": ({"name": "Tuesday", "games": 3}, {"name": "B", "kind": "main", "games": 22}),
    "players": ({"names": NAMES}, {"names": ["Eve", "Fay"]}),
    "decide": (
        {"decision": {"do": "place", "table": 1, "board": "ab" * 12}},
        {"decision": {"do": "leave", "player": "ann"}},
        {"decision": {"do": "forfeit", "round": 1, "late": "ben"}},
        {"decision": {"do": "play-off", "winner": "ann", "loser": "ben"}},
        {"decision": {"do": "match", "round": 1, "match": 1, "winner": "ann", "games": [2, 0]}},
        {"decision": {"do": "amend", "player": "ann", "old": None,
                      "new": [1, "ben", 2, 12, None], "rule": "x", "reason": "misread"}},
    ),
    "accept": ({"table": 1, "game": "g1"},),
    "timer": ({"minutes": 20},),
    "hide": ({"hidden": True},),
    "undo": ({"seq": 3},),
    "revoke": ({"board": "ab" * 12},),
    "choose": ({"board": "ab" * 12, "epoch": 7, "branch": 0},),
}  # fmt: skip
"""By the verb of a command, what belongs to it."""
BARE = ("draw", "check", "reveal", "seed", "code", "end-code")
"""Commands to which nothing belongs."""


def requests(inputs: int, rng: Random) -> Outcome:
    """Sends spoiled requests to every modifying route as a logged-in director."""
    outcome = Outcome("hall requests")
    while outcome.inputs < inputs and not outcome.findings:
        with TemporaryDirectory() as folder:
            most = min(EACH, inputs - outcome.inputs)
            asyncio.run(_some(outcome, Path(folder) / "hall", most, rng))
    return outcome


async def _some(outcome: Outcome, folder: Path, most: int, rng: Random) -> None:
    async with hall_app(folder) as app:
        entered = await request(app, "POST", "/api/director/enter", pin_of(PIN), origin=BASE_URL)
        token = entered.json()["token"]
        headers: dict[str, Any] = {"origin": BASE_URL, "authorization": f"Bearer {token}"}
        paths = [
            route.path
            for route in app.routes
            if isinstance(route, Route) and "POST" in (route.methods or ())
        ]
        paths.remove("/api/director/leave")
        gets = [
            re.sub(r"\{[^}]*\}", "1", route.path)
            for route in app.routes
            if isinstance(route, Route) and "GET" in (route.methods or ())
        ]
        for name in ("event", "players", "draw"):
            body = msgspec.json.encode({"do": name, **GOOD.get(name, ({},))[0]})
            assert (await request(app, "POST", COMMAND, body, **headers)).is_success
        for _ in range(most):
            outcome.inputs += 1
            if rng.random() < 0.3:
                await _send(outcome, app, gets, headers, rng)
                continue
            path = rng.choice(paths)
            good: dict[str, Any] = {}
            if path == COMMAND or rng.random() < COMMANDS:
                path, verb = COMMAND, rng.choice((*GOOD, *BARE))
                good = {"do": verb, **rng.choice(GOOD.get(verb, ({},)))}
            body = spoil.message(rng, good)
            answer = await request(app, "POST", path, body, **headers)
            outcome.taken += answer.is_success
            if answer.status_code >= 500:
                outcome.add_finding(
                    f"{path} answers {answer.status_code}: {answer.text}", repr(body)
                )
            elif not answer.is_success and not answer.text:
                outcome.add_finding(f"{path} refuses without a word", repr(body))
        desk = await request(app, "GET", "/api/director/desk", **headers)
        if not desk.is_success:
            outcome.add_finding("the desk is broken", desk.text)
    store = SqliteStore(folder / "hall.db")
    try:
        for fault in examine(store)[1]:
            outcome.add_finding("the store is not whole", fault)
    finally:
        store.close()


async def _send(
    outcome: Outcome, app: Starlette, paths: list[str], options: dict[str, Any], rng: Random
) -> None:
    """Sends one request with a spoiled query."""
    values = {key: rng.choice(spoil.ODD_TEXTS) for key in ("event", "player", "after", "table")}
    query = urlencode(values, errors="surrogatepass")
    path = f"{rng.choice(paths)}?{query}"
    answer = await request(app, "GET", path, **options)
    outcome.taken += answer.is_success
    if answer.status_code >= 500:
        outcome.add_finding(f"{path[:80]} answers {answer.status_code}: {answer.text}", query)


def pin_of(pin: str) -> bytes:
    """Returns the director's login message."""
    return msgspec.json.encode({"pin": pin})


def messages(inputs: int, rng: Random) -> Outcome:
    """Sends spoiled board messages, before and after the hall knows the board."""
    outcome, key, before = Outcome("hall messages"), SigningKey(bytes(range(32))), 0
    store = SqliteStore(":memory:")
    hall = Hall(store)
    hall.join(key.public, "Table 1", 1.0)
    feed = Feed(key.id, 7)
    now = time.time()
    rows = [("g", n, f"g-{n}", now, "button", f"peg {n % 2} 5") for n in range(1, 9)]
    feed.add("g", (now, "score", "players 2\n"), rows)
    try:
        while outcome.inputs < inputs:
            if outcome.inputs > inputs // 3 and not before:
                before = resident()
            _conversation(outcome, hall, feed, key, rng)
        items = [*store.items(key.id, 7)]
        if items != feed.items[: len(items)] or examine(store)[1]:
            outcome.add_finding("the store has what the board never said", items)
    finally:
        store.close()
    outcome.grown_bytes = max(0, resident() - before)
    return outcome


def _conversation(outcome: Outcome, hall: Hall, feed: Feed, key: SigningKey, rng: Random) -> None:
    """Runs a valid connection up to a spoiled message, then some more spoiled ones."""
    side = HallSide(hall, key.public, f"{rng.getrandbits(128):032x}")
    board = BoardSide(feed, key)
    outgoing = encode(side.welcome())
    for step in range(rng.randint(1, 3)):
        answer = board.receive(outgoing, time.time())
        if answer is None:
            break
        good = encode(answer)
        if rng.random() < 0.4 or step == 2:
            for _ in range(3):
                body = spoil.message(rng, msgspec.json.decode(good))
                outcome.try_input(partial(_heard, hall, side, body), body, (PegboardError,))
            return
        outgoing = _heard(hall, side, good)


def _heard(hall: Hall, side: HallSide, text: bytes) -> bytes:
    answer = side.receive(text)
    if isinstance(answer, Upload):
        (taken,) = hall.receive([answer])
        answer = side.reply_to_upload(taken)
    return encode(answer)
