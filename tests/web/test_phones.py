"""A game on several phones, over the wire: everybody plays, and no phone receives hidden cards."""

import asyncio
import json
import re
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from pegboard.cribbage.game import State, apply, new_game, view
from pegboard.cribbage.notation import Record, parse_record
from pegboard.cribbage.state import Dealing
from pegboard.narration.events import lines as lines_of
from tests.support.phones import Phone, pair
from tests.support.running_board import RunningBoard, running_board
from tests.support.waiting import await_until

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
HISTORY = ("", "/record", "/review")
PATHS = (
    *QUICK,
    *("api/hint", "api/review", "api/welcome", "api/history/games", "api/history/export.json"),
    *(f"api/history/games/{{game}}{more}" for more in HISTORY),
)


async def table(
    service: RunningBoard, stack: AsyncExitStack, seats: list[str], phones: int
) -> tuple[Phone, list[Phone]]:
    """Yields the board's page and phones at the first seats of a new game."""
    board = await stack.enter_async_context(Phone(service.address, None, "board"))
    await board.open_socket()
    all_phones = []
    for number in range(phones):
        address = f"192.168.1.{20 + number}"
        phone = await stack.enter_async_context(
            Phone(service.address, address, f"{NAMES[number]}’s phone")
        )
        await pair(phone, board)
        await phone.open_socket()
        all_phones.append(phone)
    new = {"mode": "computer", "seats": seats, "names": NAMES[: len(seats)], "target": 61}
    assert (await board.command(new=new))["ok"]
    for seat, phone in enumerate(all_phones):
        ack = await phone.command(sit=seat)
        assert ack["ok"], ack
    return board, all_phones


@pytest.mark.slow
def test_three_phones_finish_game_without_seeing_hidden_cards(service: RunningBoard) -> None:
    """Records every byte a phone receives, and checks them once all cards are known."""

    async def story() -> tuple[list[Phone], dict[str, list[tuple[int, str, str]]], str]:
        async with AsyncExitStack() as stack:
            seats = ["person", "person", "person", "beginner"]
            board, phones = await table(service, stack, seats, 3)
            watcher = await stack.enter_async_context(Phone(service.address, "10.0.0.9", "watcher"))
            await watcher.open_socket()
            fetched: dict[str, list[tuple[int, str, str]]] = {
                p.name: [] for p in [*phones, watcher]
            }
            async with asyncio.timeout(120):
                await asyncio.gather(
                    *(play(p, watcher, fetched) for p in phones), press_ok_to_deal(board)
                )
            for client in (*phones, watcher):  # its answer follows all messages in flight
                await client.wait_for_state(lambda s: s["winner"] is not None)
                assert not (await client.command(action="peg 0 200"))["ok"]
            return [*phones, watcher], fetched, (await board.get("/api/record")).text

    clients, fetched, text = asyncio.run(story())
    record = parse_record(text)
    truth = states_of(record)
    assert truth[-1][0].over and len(record.actions) > 60
    for seat, client in enumerate(clients):
        sees = seat if seat < 3 else None
        assert len(client.received) > 40
        texts = numbered(client.received)
        for answers in fetched[client.name]:
            texts.append((answers[0], answers[2]))
            if answers[1].endswith("record") and answers[2].startswith("players"):
                assert len(parse_record(answers[2]).actions) <= finished_entries(truth, answers[0])
        for seq, said in texts:
            hidden = hidden_from(truth, record, seq, sees)
            found = hidden & cards_in(without_log(said, truth, seq, sees))
            assert not found, (client.name, seq, found, said)
        if sees is not None:  # self-check: the test finds a card that is there
            own_cards = {str(card) for card in view(truth[1][0], seat).hand}
            first = [said for seq, said in texts if seq == 1]
            assert any(own_cards <= cards_in(said) for said in first)


def test_state_shows_player_phone_leaving_and_returning(service: RunningBoard) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            board, (ann, ben) = await table(service, stack, ["person", "person"], 2)
            everybody = (board, ben)
            for each in everybody:
                await each.wait_for_state(
                    lambda s: [seat["away"] for seat in s["seats"]] == [False, False]
                )
            await ann.close_socket()
            for each in everybody:
                await each.wait_for_state(
                    lambda s: [seat["away"] for seat in s["seats"]] == [True, False]
                )
            await ann.open_socket()
            for each in (*everybody, ann):
                await each.wait_for_state(
                    lambda s: [seat["away"] for seat in s["seats"]] == [False, False]
                )

    asyncio.run(story())


async def play(
    phone: Phone, watcher: Phone, fetched: dict[str, list[tuple[int, str, str]]]
) -> None:
    """Plays the first legal action until the game is over, fetching every page in between."""
    ask_count = 0
    while phone.state["winner"] is None:
        state = await phone.wait_for_state(lambda s: s["legal"] or s["winner"] is not None)
        if not state["legal"]:
            break
        if ask_count < 12:  # the game is waiting for this phone
            ask_count += 1
            for path in PATHS if ask_count == 1 else QUICK:
                for who in (phone, watcher):
                    answer = await read(who, path.format(game=phone.state["game"]))
                    assert answer.status_code in (200, 404), path
                    fetched[who.name].append((phone.state["seq"], path, answer.text))
        ack = await phone.command(action=phone.state["legal"][0]["action"])
        assert ack["ok"], ack
        await phone.wait_for_state(lambda s, was=state["seq"]: s["seq"] > was)


async def read(client: Phone, path: str) -> httpx.Response:
    """Returns a page, once its data has been loaded."""

    async def ready() -> httpx.Response | None:
        answer = await client.get(path)
        return None if answer.status_code == 202 else answer

    return await await_until(ready, path, every_s=0.1)


async def press_ok_to_deal(board: Phone) -> None:
    """Presses OK whenever the board waits for it."""
    while board.state["winner"] is None:
        await board.wait_for_state(
            lambda s: s["next"] in ("OK for the next deal", "OK to deal") or s["winner"] is not None
        )
        if board.state["winner"] is None:
            seq = board.state["seq"]
            await board.command(press="ok")
            await board.wait_for_state(lambda s, was=seq: s["seq"] > was)


def states_of(record: Record) -> list[tuple[State, Any]]:
    """Returns the game state after each entry, with the events."""
    state = new_game(record.header.rules, record.header.dealer)
    found: list[tuple[State, Any]] = [(state, ())]
    for action in record.actions:
        state, events = apply(state, action)
        found.append((state, events))
    return found


def finished_entries(truth: list[tuple[State, Any]], seq: int) -> int:
    """Returns the number of entries in finished deals."""
    return max(
        n for n, (state, _) in enumerate(truth[: seq + 1]) if isinstance(state.stage, Dealing)
    )


def hidden_from(
    truth: list[tuple[State, Any]], record: Record, seq: int, seat: int | None
) -> set[str]:
    """Returns the cards hidden from a viewer at an entry: all except their own and face-up ones."""
    state = truth[seq][0]
    if isinstance(state.stage, Dealing) or state.over:
        return set()
    visible = {state.starter, *(card for _, card in state.plays)}
    if seat is not None:
        mine = view(state, seat)
        visible |= {*mine.hand, *mine.discards, *mine.crib, *mine.played[seat]}
        visible |= {card for hand in mine.shown for card in hand}
    dealt = truth[finished_entries(truth, seq) + 1][0]
    assert dealt.is_open
    all_cards = {card for other in range(4) for card in view(dealt, other).hand}
    return {str(card) for card in all_cards - visible}


def numbered(heard: list[str]) -> list[tuple[int, str]]:
    """Returns the received messages, each with the number of its preceding entry."""
    seq, texts = 0, []
    for text in heard:
        message = json.loads(text)
        seq = message.get("seq", message.get("set", {}).get("seq", seq))
        texts.append((seq, text))
    return texts


def without_log(said: str, truth: list[tuple[State, Any]], seq: int, seat: int | None) -> str:
    """Removes parts that may name cards of earlier deals, which are checked separately.

    These are the lines about face-up cards, and the seat's own last move.
    """
    names = tuple(NAMES)
    told_lines = [line for _, events in truth[: seq + 1] for line in lines_of(events, names)]
    open_lines, shorts = ({line.text for line in told_lines}, {line.short for line in told_lines})
    first = finished_entries(truth, seq) == 0  # then they contain no card of an earlier deal
    if not said.startswith("{"):
        return said if first else ""  # a record: its deals have been counted
    message = json.loads(said)
    if "moves" in message:
        lines = [line for move in message.pop("moves") for line in move["lines"]]
    else:
        changes = message.get("set", message)
        log, last = changes.pop("log", None) or [], changes.pop("last", None) or {}
        lines = [*(line["text"] for line in log), last.get("text", "")]
        assert {line["short"] for line in log} <= shorts
        target = changes.pop("undo_target", None)
        is_own = target is None or target["seat"] == seat
        assert is_own or target["verb"] == "play" or not target["cards"], "somebody else’s cards"
    assert {line for line in lines if line} <= open_lines
    if message.get("ready") and not first:
        return ""  # a review: of finished deals
    return json.dumps(message)


def cards_in(text: str) -> set[str]:
    return {run[n : n + 2] for run in CARD.findall(text) for n in range(0, len(run), 2)}


def test_returning_phone_receives_missed_lines(service: RunningBoard) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            seats = ["person", "person", "club", "beginner"]
            board, (ann, ben) = await table(service, stack, seats, 2)
            await board.command(press="ok")
            await ann.wait_for_state(lambda s: s["legal"])
            saw = ann.state
            await ann.close_socket()
            assert not (await board.command(action=saw["legal"][0]["action"]))["ok"], (
                "it is Ann’s seat"
            )
            ben.state = await ben.wait_for_state(lambda s: s["legal"])
            assert (await ben.command(action=ben.state["legal"][0]["action"]))["ok"]
            await ann.open_socket(f"changes=1&game={saw['game']}&seq={saw['seq']}")
            assert ann.state["hands"][0] == saw["hands"][0], "it finds its hand as it was"
            assert (await ann.command(action=ann.state["legal"][0]["action"]))["ok"]
            await board.wait_for_state(lambda s: s["stage"] == "play")
            saw = ann.state
            await ann.close_socket()
            for _ in range(30):
                await ben.wait_for_state(lambda s: s["legal"] or s["turn"] == 0)
                if not ben.state["legal"]:
                    break
                await ben.command(action=ben.state["legal"][0]["action"])
            await ann.open_socket(f"changes=1&game={saw['game']}&seq={saw['seq']}")
            changes = [line for message in ann.missed for line in message["lines"]]
            since = [line["text"] for line in ann.state["log"][-len(changes) :]]
            assert changes and changes == since
            before = len(ann.missed)
            await ann.close_socket()
            await ann.open_socket(f"changes=1&game={saw['game']}&seq={board.state['seq']}")
            assert len(ann.missed) == before, "nothing was missed"

    asyncio.run(story())


def test_seat_changes_require_board_or_own_device(service: RunningBoard) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            seats = ["person", "person", "person", "club"]
            board, (ann, ben) = await table(service, stack, seats, 2)
            at = [seat["at"] for seat in board.state["seats"]]
            assert at == ["Ann’s phone", "Ben’s phone", "board", None]
            for phone, seat, why in (
                (ben, 0, "Ann’s phone has that seat"),
                (ben, 3, "can be assigned, not Dot"),
            ):
                refused = await phone.command(sit=seat)
                assert not refused["ok"] and why in refused["error"]
            give = {"seat": 0, "to": None}
            refused = await ben.command(give=give)
            assert not refused["ok"] and "only the board’s own page" in refused["error"]
            await board.command(press="ok")
            await ann.wait_for_state(lambda s: s["legal"])
            assert (await ben.command(stand=True))["ok"]
            refused = await ben.command(sit=2)
            assert not refused["ok"] and "the cards are dealt" in refused["error"]
            assert ben.state["legal"] == [] and ben.state["hands"] == [None] * 4
            refused = await ben.command(action=ann.state["legal"][0]["action"])
            assert not refused["ok"] and "only Ann can do that" in refused["error"]
            device = (await ben.get("/api/me")).json()["device"]["id"]
            assert (await board.command(give={"seat": 2, "to": device}))["ok"]
            await ben.wait_for_state(lambda s: s["you"]["seat"] == 2 and s["hands"][2])
            assert (await board.command(give=give))["ok"]
            await ann.wait_for_state(lambda s: s["you"]["seat"] is None and not s["legal"])
            assert ann.state["hands"] == [None] * 4, "it has forgotten the hand it held"

    asyncio.run(story())


def test_shared_board_covers_hands_until_uncovered(
    service: RunningBoard,
) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            board, _ = await table(service, stack, ["person", "person", "club"], 0)
            await board.command(press="ok")
            await board.wait_for_state(lambda s: s["stage"] == "discard")
            assert board.state["hands"] == [None] * 3 and board.state["legal"] == []
            assert board.state["you"] == {"role": "board", "seat": None, "covered": [0, 1]}
            refused = await board.command(show=2)
            assert not refused["ok"] and "does not play at the board" in refused["error"]
            await board.command(show=1)
            await board.wait_for_state(lambda s: s["hands"][1])
            assert board.state["hands"][0] is None and board.state["you"]["covered"] == [0]
            hint = (await board.get("/api/hint")).json()
            assert set(hint["cards"]) <= set(board.state["hands"][1])
            await board.command(action=board.state["legal"][0]["action"])
            await board.wait_for_state(lambda s: s["seq"] >= 2)
            assert board.state["hands"] == [None] * 3, "covered again for the next one"
            await board.command(show=0)
            await board.wait_for_state(lambda s: s["hands"][0])
            await board.command(show=None)
            await board.wait_for_state(lambda s: s["you"]["seat"] is None)
            assert board.state["hands"] == [None] * 3

    asyncio.run(story())


def test_undo_from_phone_is_limited_to_own_move(service: RunningBoard) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            board, (ann, ben) = await table(service, stack, ["person", "person", "club"], 2)
            await board.command(press="ok")
            for phone in (ann, ben):
                refused = await phone.command(press="undo")
                assert not refused["ok"] and "not moved yet" in refused["error"]
            await ann.wait_for_state(lambda s: s["legal"])
            await ann.command(action=ann.state["legal"][0]["action"])
            refused = await ben.command(action="undo")
            assert not refused["ok"] and "Ann has played" in refused["error"]
            assert (
                ann.state["undo_target"]["action"].startswith("discard 0")
                and ben.state["undo_target"] is None
            )
            hidden = {"action": "discard 0", "verb": "discard", "seat": 0, "cards": []}
            assert board.state["undo_target"] == {**hidden, "points": None}
            assert (await ann.command(press="undo"))["ok"]
            await ann.wait_for_state(lambda s: s["legal"])
            await ann.command(action=ann.state["legal"][3]["action"])
            await board.command(press="undo")
            await ann.wait_for_state(lambda s: s["legal"])

    asyncio.run(story())


def test_undo_after_press_undoes_pending_press(service: RunningBoard) -> None:
    """Sends undo while the press is in flight; earlier points remain."""

    async def story() -> None:
        async with AsyncExitStack() as stack:
            board, (ann, *_) = await table(service, stack, ["person", "person"], 1)
            await board.command(new={"mode": "score"})
            await ann.wait_for_state(lambda s: s["mode"] == "score")
            assert (await ann.command(action="peg 0 8"))["ok"]
            for _ in range(3):
                await ann.command(press="0+5")
                await ann.command(press="undo")
                # A third press is undone as well.
                await ann.command(press="1+1")
                await ann.wait_for_state(lambda s: s["pending"] == [0, 1])
                assert ann.state["scores"] == [8, 0]
                await ann.command(press="undo")
                await ann.wait_for_state(lambda s: s["pending"] == [0, 0])
                assert ann.state["scores"] == [8, 0]
            await ann.command(press="undo")
            await ann.wait_for_state(lambda s: s["scores"] == [0, 0])

    asyncio.run(story())


def test_game_started_on_phone_seats_player_there(service: RunningBoard) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            board = await stack.enter_async_context(Phone(service.address, None, "board"))
            await board.open_socket()
            ann = await stack.enter_async_context(Phone(service.address, "10.0.0.3", "Ann"))
            await pair(ann, board)
            await ann.open_socket()
            assert (await ann.command(new={"mode": "computer"}))["ok"]
            await ann.wait_for_state(lambda s: s["legal"])
            assert ann.state["you"]["seat"] == 0
            shown = await board.wait_for_state(
                lambda s: s["mode"] == "computer"
            )  # the demo has been replaced
            assert shown["hands"][0] is None and shown["legal"] == []

    asyncio.run(story())


def test_seats_and_devices_survive_power_cut(own_service: RunningBoard, tmp_path: Path) -> None:
    service = own_service

    async def story() -> tuple[str, list[str]]:
        async with AsyncExitStack() as stack:
            board, (ann,) = await table(service, stack, ["person", "person"], 1)
            await board.command(press="ok")
            await ann.wait_for_state(lambda s: s["legal"])
            return ann.http.cookies["pegboard"], ann.state["hands"][0]

    cookie, hand = asyncio.run(story())
    service.kill()

    async def again(address: str) -> None:
        async with Phone(address, "192.168.1.20", "Ann’s phone") as ann:
            ann.http.cookies.set("pegboard", cookie)
            await ann.open_socket()
            assert ann.state["you"]["seat"] == 0 and ann.state["hands"][0] == hand

    options = ("--config", str(tmp_path / "pegboard.toml"), "--no-demo")
    with running_board(tmp_path / "state", *options) as back:
        asyncio.run(again(back.address))
