"""The cost of the hall's open addresses, and the board's acknowledgement beside hostile clients."""

import asyncio
import threading
from pathlib import Path

import pytest

from pegboard.errors import WireError
from pegboard.hall.service.event_registry import EventRegistry
from pegboard.hall.service.upload_quota import BYTES_PER_HOUR, HOUR_S, UploadQuota
from pegboard.hall_link.codes import TalkFault
from pegboard.tournament.decisions import EventKind
from pegboard.tournament.registration import Registration
from tests.support.child import WAIT_S
from tests.support.hall_app import hall_app, request
from tests.support.running_hall import RunningHall
from tests.support.scripted_board import ScriptedBoard
from tests.tools.hall_attack import Attack, run_attack


def test_card_of_a_running_event_does_not_use_the_store(tmp_path: Path) -> None:
    """Answers a phone while the store's thread is busy, so that phones delay no board."""

    async def scenario() -> None:
        async with hall_app(tmp_path / "hall") as app:
            event_registry: EventRegistry = app.state.event_registry
            players = tuple(Registration(name) for name in ("Ann", "Ben"))
            id = await event_registry.create("Club", EventKind.CLUB, 3, players=players)
            (ann, _) = (await (await event_registry.get(id)).state()).names
            entered, free = threading.Event(), threading.Event()

            def hold(hall: object) -> None:
                entered.set()
                assert free.wait(WAIT_S)

            held = asyncio.create_task(event_registry._store_thread.run(hold))
            try:
                assert await asyncio.to_thread(entered.wait, WAIT_S)
                for path in (f"/api/card?player={ann}", f"/api/card?player={ann}&event={id}"):
                    answer = await asyncio.wait_for(request(app, "GET", path), WAIT_S)
                    assert answer.json()["name"] == "Ann" and answer.json()["place"] == 1
            finally:
                free.set()
                await held
            event = await event_registry.get(id)
            await event.hide(True)
            answer = await request(app, "GET", f"/api/card?player={ann}")
            assert answer.json()["place"] is None, "the standings are hidden"
            await event_registry.set_running(id, on=False)
            answer = await request(app, "GET", f"/api/card?player={ann}&event={id}")
            assert answer.json()["name"] == "Ann", "a suspended event is read from the store"

    asyncio.run(scenario())


@pytest.mark.group("hall")
def test_acknowledgement_beside_hostile_clients(tmp_path: Path) -> None:
    """Eight hostile connections make a board wait at most five times as long as before."""
    attack = Attack(players=300, phones=60, boards=6, seconds=8.0)
    figures = run_attack(tmp_path, attack)
    assert figures["hostile_per_s"] > 20, figures
    assert figures["times"] <= 5, figures


def test_upload_quota_counts_bytes_of_a_board_and_hour() -> None:
    now_s = [1000.0]
    quota = UploadQuota(lambda: now_s[0])
    assert quota.admit("a", BYTES_PER_HOUR) and quota.admit("b", 1)
    assert not quota.admit("a", 1) and quota.exceeded == {"a": BYTES_PER_HOUR}
    now_s[0] += 2 * HOUR_S
    assert not quota.admit("a", 1), "until the director allows it"
    assert quota.admit("b", BYTES_PER_HOUR), "another hour"
    quota.allow("a")
    assert quota.admit("a", 1) and quota.exceeded == {}


def test_board_that_sends_too_much_waits_for_the_director(tmp_path: Path) -> None:
    hall = RunningHall(tmp_path / "hall")
    try:
        line = "peg 0 5"
        with ScriptedBoard(hall.address, hall.new_join_code(), "Loud") as board:
            id = board.key.id
            long = ["x" * 1900] * 400
            with pytest.raises(WireError) as refused:
                for _ in range(BYTES_PER_HOUR // (1900 * 400) + 2):
                    board.play(*long)
            assert refused.value.facts["code"] == TalkFault.QUOTA.value
        (row,) = hall.get_as_director("boards")["boards"]
        assert row["too_many_mb"] > 15 and hall.get("api/tables")["parts"]["quota"] == 1
        with (
            ScriptedBoard(hall.address, "", "Loud", board.key, feed=board.feed) as again,
            pytest.raises(WireError),
        ):
            again.play(line)
        assert hall.post_as_director("allow", board="0" * 24)["code"] == "hall-no-board"
        assert hall.post_as_director("allow", board=id)["ok"]
        assert hall.get_as_director("boards")["boards"][0]["too_many_mb"] is None
        with ScriptedBoard(hall.address, "", "Loud", board.key, feed=board.feed) as again:
            again.play(line)
        assert hall.get_as_director("boards")["boards"][0]["entries"] == len(board.feed)
    finally:
        assert hall.stop() == 0
