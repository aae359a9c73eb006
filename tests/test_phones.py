"""A game at several phones, on the wire: everybody plays, nobody is told another one's cards."""

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from pegboard.game import State, apply, new_game, view
from pegboard.notation import Record, parse_record
from pegboard.state import Dealing
from pegboard.telling import tell
from tests.phones import Client, pair
from tests.running import Running, running

CONFIG = """
[board]
strip = "memory:"
layout = "four-track"
[buttons]
source = "gpio:mock"
[camera]
source = "none"
[game]
pace_s = 0.0
"""
NAMES = ["Ann", "Ben", "Cid", "Dot"]
CARD = re.compile("(?:[A2-9TJQK][CDHS])+")
QUICK = ("api/state", "api/record", "api/story", "api/me", "api/layout")
PATHS = (*QUICK, "api/hint", "api/review")


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Running]:
    path = tmp_path / "pegboard.toml"
    path.write_text(CONFIG)
    with running(tmp_path / "state", "--config", str(path), "--no-demo") as service:
        yield service


async def table(
    service: Running, stack: AsyncExitStack, seats: list[str], phones: int
) -> tuple[Client, list[Client]]:
    """A board's own page and phones that sit at the first seats of a new game."""
    board = await stack.enter_async_context(Client(service.address, None, "board"))
    await board.dial()
    all_phones = []
    for number in range(phones):
        address = f"192.168.1.{20 + number}"
        phone = await stack.enter_async_context(
            Client(service.address, address, f"{NAMES[number]}'s phone")
        )
        await pair(phone, board)
        await phone.dial()
        all_phones.append(phone)
    new = {"mode": "computer", "seats": seats, "names": NAMES[: len(seats)], "target": 61}
    assert (await board.command(new=new))["ok"]
    for seat, phone in enumerate(all_phones):
        ack = await phone.command(sit=seat)
        assert ack["ok"], ack
    return board, all_phones


def test_three_phones_and_a_computer_play_a_whole_game(service: Running) -> None:
    """Every byte that a phone receives is kept, and looked through once all cards are known."""

    async def story() -> tuple[list[Client], dict[str, list[tuple[int, str, str]]], str]:
        async with AsyncExitStack() as stack:
            seats = ["person", "person", "person", "beginner"]
            board, phones = await table(service, stack, seats, 3)
            watcher = await stack.enter_async_context(
                Client(service.address, "10.0.0.9", "watcher")
            )
            await watcher.dial()
            fetched: dict[str, list[tuple[int, str, str]]] = {
                p.name: [] for p in [*phones, watcher]
            }
            async with asyncio.timeout(120):
                await asyncio.gather(*(play(p, watcher, fetched) for p in phones), deal(board))
            await asyncio.sleep(0.2)
            return [*phones, watcher], fetched, (await board.get("/api/record")).text

    clients, fetched, text = asyncio.run(story())
    record = parse_record(text)
    truth = states(record)
    assert truth[-1][0].over and len(record.actions) > 60
    for seat, client in enumerate(clients):
        sees = seat if seat < 3 else None
        assert len(client.heard) > 40
        texts = told(client.heard)
        for answers in fetched[client.name]:
            texts.append((answers[0], answers[2]))
            if answers[1] == "api/record":
                assert len(parse_record(answers[2]).actions) <= finished(truth, answers[0])
        for seq, said in texts:
            hidden = hidden_from(truth, record, seq, sees)
            found = hidden & cards_in(without_the_log(said, truth, seq, record))
            assert not found, (client.name, seq, found, said)
        if sees is not None:  # the test can see a card where there is one
            own = {str(card) for card in view(truth[1][0], seat).hand}
            first = [said for seq, said in texts if seq == 1]
            assert any(own <= cards_in(said) for said in first)


async def play(
    phone: Client, watcher: Client, fetched: dict[str, list[tuple[int, str, str]]]
) -> None:
    """Does the first thing it may until the game is over, and asks for everything in between."""
    asked = 0
    while phone.state["winner"] is None:
        state = await phone.until(lambda s: s["legal"] or s["winner"] is not None)
        if not state["legal"]:
            break
        if asked < 12:  # the game stands still: it waits for us
            asked += 1
            for path in PATHS if asked == 1 else QUICK:
                for who in (phone, watcher):
                    answer = await who.get(path)
                    assert answer.status_code == 200
                    fetched[who.name].append((phone.state["seq"], path, answer.text))
        ack = await phone.command(action=phone.state["legal"][0])
        assert ack["ok"], ack
        await phone.until(lambda s, was=state["seq"]: s["seq"] > was)


async def deal(board: Client) -> None:
    """Somebody presses OK whenever the board waits for it."""
    while board.state["winner"] is None:
        await board.until(lambda s: "OK deals" in s["next"] or s["winner"] is not None)
        if board.state["winner"] is None:
            seq = board.state["seq"]
            await board.command(press="ok")
            await board.until(lambda s, was=seq: s["seq"] > was)


def states(record: Record) -> list[tuple[State, Any]]:
    """The game after each entry, with the events that led there."""
    state = new_game(record.header.rules, record.header.dealer)
    found: list[tuple[State, Any]] = [(state, ())]
    for action in record.actions:
        state, events = apply(state, action)
        found.append((state, events))
    return found


def finished(truth: list[tuple[State, Any]], seq: int) -> int:
    """How many entries belong to deals that are over."""
    return max(
        n for n, (state, _) in enumerate(truth[: seq + 1]) if isinstance(state.stage, Dealing)
    )


def hidden_from(
    truth: list[tuple[State, Any]], record: Record, seq: int, seat: int | None
) -> set[str]:
    """The cards that a viewer must not know at an entry: all but his own and those laid open."""
    state = truth[seq][0]
    if isinstance(state.stage, Dealing) or state.over:
        return set()
    known = {state.starter, *(card for _, card in state.plays)}
    if seat is not None:
        mine = view(state, seat)
        known |= {*mine.hand, *mine.discards, *mine.crib, *mine.played[seat]}
        known |= {card for hand in mine.shown for card in hand}
    dealt = truth[finished(truth, seq) + 1][0]
    assert dealt.is_open
    all_cards = {card for other in range(4) for card in view(dealt, other).hand}
    return {str(card) for card in all_cards - known}


def told(heard: list[str]) -> list[tuple[int, str]]:
    """What came over a socket, each with the entry it was told after."""
    seq, texts = 0, []
    for text in heard:
        message = json.loads(text)
        seq = message.get("seq", message.get("set", {}).get("seq", seq))
        texts.append((seq, text))
    return texts


def without_the_log(said: str, truth: list[tuple[State, Any]], seq: int, record: Record) -> str:
    """A message without the lines that tell of what has lain open, which are checked instead."""
    names = tuple(NAMES)
    open_lines = {line for _, events in truth[: seq + 1] for line in tell(events, names)}
    if not said.startswith("{"):
        return ""  # a record: its deals are counted
    message = json.loads(said)
    if "deeds" in message:
        lines = [line for deed in message.pop("deeds") for line in deed["lines"]]
    else:
        told = message.get("set", message)
        lines = [*(told.pop("log", None) or []), *[(told.pop("last", None) or {}).get("text", "")]]
    assert {line for line in lines if line} <= open_lines
    if message.get("ready"):
        return ""  # a review: of deals that are over
    return json.dumps(message)


def cards_in(text: str) -> set[str]:
    return {run[n : n + 2] for run in CARD.findall(text) for n in range(0, len(run), 2)}
