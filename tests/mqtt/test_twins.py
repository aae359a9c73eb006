"""Two boards with one identity at a real Mosquitto, and short-lived connections."""

import asyncio
import json
from collections.abc import Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import aiomqtt
import pytest

from pegboard.cli.app import run_line
from pegboard.mqtt import link
from pegboard.mqtt.connection import Broker
from pegboard.ops.board_id import board_id
from pegboard.service.operations import Operations
from pegboard.storage.state_names import BOARD_ID
from tests.mqtt.test_mqtt import at, board
from tests.support.mosquitto import broker
from tests.support.mqtt_listener import mqtt_listener
from tests.support.running_board import SIMULATED, running_board
from tests.support.waiting import await_until, wait_until

ID = "0123456789ab"
A_LONG_TIME_S = 3600.0
SOON_S = 0.2


@pytest.fixture(autouse=True)
def folders(tmp_path: Path) -> None:
    """Creates two boards, the second from a copy of the first one's card."""
    for name in ("one", "two"):
        (tmp_path / name / "state").mkdir(parents=True)
        (tmp_path / name / "state" / BOARD_ID).write_text(ID)


def set_pauses(monkeypatch: pytest.MonkeyPatch, **pauses: object) -> None:
    usual = link.Link.__init__.__kwdefaults__ or {}
    monkeypatch.setattr(link.Link.__init__, "__kwdefaults__", {**usual, **pauses})


def is_twin(operations: Operations) -> bool:
    return operations.notices()[0].code == Broker.TWIN


def is_well(operations: Operations) -> bool:
    return operations.notices()[0].is_ok


def within(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(story)


def test_boards_with_same_identity_report_it_and_back_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_pauses(monkeypatch, pauses_s=(SOON_S,), twin_pause_s=A_LONG_TIME_S)

    async def story() -> None:
        with broker(tmp_path / "broker", "allow_anonymous true\nlog_type all\n") as there:
            async with board(tmp_path / "one", at(there.port)) as (_, one):
                await await_until(lambda: is_well(one))
                async with board(tmp_path / "two", at(there.port)) as (parts, two):
                    await await_until(lambda: is_twin(one) and is_twin(two))
                    notice = one.notices()[0]
                    assert "another board has the same identity" in str(notice.text)
                    assert "pegboard identity --new" in str(notice.cure)
                    devices = parts.publisher.snapshot()["devices"]
                    (says,) = [d["says"] for d in devices if d["name"] == "home"]
                    assert says == f"{notice.text}; {notice.cure}"
            log = (tmp_path / "broker" / "mosquitto.log").read_text()
            assert log.count(f"as pegboard-{ID}") <= 20, "they did not fight"

    within(story())


def test_board_reconnects_when_twin_leaves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_pauses(monkeypatch, pauses_s=(SOON_S,), twin_pause_s=2 * SOON_S)

    async def story() -> None:
        with broker(tmp_path / "broker") as there:
            async with board(tmp_path / "one", at(there.port)) as (_, one):
                await await_until(lambda: is_well(one))
                async with board(tmp_path / "two", at(there.port)) as (_, two):
                    await await_until(lambda: is_twin(one) or is_twin(two))
                await await_until(lambda: is_well(one))
                assert run_line(["identity", "--new", "--state", str(tmp_path / "two/state")]) == 0
                async with (
                    board(tmp_path / "two", at(there.port)) as (_, two),
                    mqtt_listener(there.port) as heard,
                ):
                    await await_until(lambda: is_well(one) and is_well(two))
                    ids = (ID, board_id(tmp_path / "two/state"))
                    topics = {f"pegboard/{each}/online" for each in ids}
                    await heard.wait_for(
                        lambda: {heard.last_by_topic.get(each) for each in topics} == {"online"}
                    )

    within(story())


def test_restarted_board_is_not_its_own_twin(tmp_path: Path) -> None:
    async def story() -> None:
        with broker(tmp_path / "broker") as there:
            numbers = set()
            for _ in range(2):
                async with (
                    board(tmp_path / "one", at(there.port)) as (_, one),
                    mqtt_listener(there.port) as heard,
                ):
                    await heard.wait_for(
                        lambda: heard.last_message("/online") == "online", "online"
                    )
                    assert is_well(one)
                    numbers.add(heard.last_message("/owner"))
            assert len(numbers) == 2

    within(story())


def test_broker_that_denies_owner_topic_is_still_used(tmp_path: Path) -> None:
    """Access lists written before the claim topic existed deny it."""
    rules = tmp_path / "rules"
    names = ("online", "state", "light", "event", "undo/set", "new_game/set", "light/set")
    topics = [*(f"pegboard/{ID}/{name}" for name in names), "homeassistant/#"]
    rules.write_text("".join(f"topic readwrite {topic}\n" for topic in topics))

    async def story() -> None:
        allowed = f"allow_anonymous true\nacl_file {rules}\n"
        with broker(tmp_path / "broker", allowed) as there:
            async with board(tmp_path / "one", at(there.port)) as (_, one):
                await await_until(lambda: is_well(one))

    within(story())


@pytest.mark.parametrize(("steady_s", "pauses"), [(A_LONG_TIME_S, [0, 1, 2, 2]), (0.0, [0] * 4)])
def test_reconnect_backs_off_after_short_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steady_s: float, pauses: list[int]
) -> None:
    """Another client has the board's name and reconnects whenever it is displaced."""

    places: list[int] = []

    class Pauses(tuple[float, ...]):
        def __getitem__(self, place: Any) -> Any:
            places.append(place)
            return SOON_S

    def has_paused(times: int) -> bool:
        return len(places) == times

    set_pauses(monkeypatch, pauses_s=Pauses((1.0, 2.0, 5.0)), steady_s=steady_s)

    async def story() -> None:
        with broker(tmp_path / "broker") as there:
            async with board(tmp_path / "one", at(there.port)) as (_, one):
                for losses in range(1, len(pauses) + 1):
                    await await_until(lambda: is_well(one))
                    async with aiomqtt.Client("localhost", there.port, identifier=f"pegboard-{ID}"):
                        await await_until(partial(has_paused, losses))
        assert places[: len(pauses)] == pauses

    within(story())


def test_identity_command_shows_and_renews_identity(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "one" / "state"
    assert run_line(["identity", "--state", str(folder)]) == 0
    assert capsys.readouterr().out == f"{ID}\n"
    assert run_line(["identity", "--new", "--state", str(folder)]) == 0
    new, note = capsys.readouterr().out.splitlines()
    assert new != ID and new == board_id(folder) and note.startswith("Restart the board")
    (tmp_path / "file").touch()
    assert run_line(["identity", "--new", "--state", str(tmp_path / "file" / "below")]) == 2
    error = capsys.readouterr().err
    assert error.startswith("pegboard identity: ") and error.count("\n") == 1


def test_doctor_reports_twin_of_running_board(tmp_path: Path) -> None:
    with broker(tmp_path / "broker") as there:
        file = tmp_path / "c.toml"
        file.write_text(f'{SIMULATED}[mqtt]\nbroker = "mqtt://localhost:{there.port}"\n')
        options = ("--config", str(file))
        with (
            running_board(tmp_path / "one" / "state", *options) as one,
            running_board(tmp_path / "two" / "state", *options) as two,
        ):

            def both_name_it() -> bool:
                found = [json.dumps(each.get("api/doctor")) for each in (one, two)]
                return all(
                    "was its card copied?" in each and "identity --new" in each for each in found
                )

            wait_until(both_name_it, "the fault at both boards", every_s=0.2)
