"""A real hall with Mosquitto: tables, standings, Home Assistant, and a restarted broker."""

import json
import signal
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from pegboard.cli.app import run_line
from pegboard.mqtt.hall_topics import MAX_DISCOVERED_BOARDS, HallIdentity, HallTopics, tables_now
from tests.support.mosquitto import Broker, broker
from tests.support.mqtt_listener import Listener, threaded_listener
from tests.support.postgres import postgres
from tests.support.running_hall import RunningHall
from tests.support.scripted_board import ScriptedBoard
from tests.support.waiting import wait_until

pytestmark = pytest.mark.group("hall")

FIRST_SEAT, SECOND_SEAT = 0, 1


def hall_at(there: Broker, folder: Path, more: str = "", database: str = "") -> RunningHall:
    config = folder / "hall.toml"
    config.write_text(
        f'name = "Club"\n{database}[web]\nmetrics = true\n[mqtt]\nbroker = "mqtt://localhost:{there.port}"\n{more}'
    )
    return RunningHall(folder / "hall", config=config)


class Payload(dict[str, Any]):
    """Payload of a topic; None for missing keys and topics."""

    def __missing__(self, key: str) -> None:
        return None


def payload_of(heard: Listener, end: str) -> Any:
    payload = heard.last_message(end) or {}
    return Payload(payload) if isinstance(payload, dict) else payload


def metrics_of(hall: RunningHall) -> str:
    with urllib.request.urlopen(f"{hall.address}/metrics") as reply:
        return str(reply.read().decode())


def evening(hall: RunningHall, board: ScriptedBoard) -> None:
    """Seats Ann and Ben at table 1, where a friendly game has just been won."""
    assert hall.post_as_director("event", name="Tuesday", games=2)["ok"]
    assert hall.post_as_director("players", names=["Ann", "Ben", "Cleo"])["ok"]
    decision = {"do": "place", "table": 1, "board": board.key.id}
    assert hall.post_as_director("decide", decision=decision)["ok"]
    board.play(*["peg 0 29"] * 5)
    wait_until(lambda: hall.board(board.key.id)["game"]["winner"] == 0, "the friendly game")


def test_hall_publishes_standings_until_hidden(tmp_path: Path) -> None:
    with broker(tmp_path / "broker") as there, threaded_listener(there.port) as heard:
        hall = hall_at(there, tmp_path)
        try:
            with ScriptedBoard(hall.address, hall.new_join_code(), "Table 1") as board:
                evening(hall, board)
                wait_until(lambda: payload_of(heard, "/hall")["round"] == 0, "the hall")
                wait_until(
                    lambda: payload_of(heard, f"/board/{board.key.id}").get("winner"), "the game"
                )
                assert hall.post_as_director("draw")["ok"]
                table = wait_until(lambda: payload_of(heard, "/table/1"), "the table")
                assert table["scores"] == [] and table["winner"] is None, "they have not begun"
                names = table["names"]
                assert set(names) < {"Ann", "Ben", "Cleo"}
                board.play("deal 0", "cut JC", "peg 1 12")
                wait_until(lambda: payload_of(heard, "/table/1")["scores"] == [2, 12], "the score")
                assert payload_of(heard, "/table/1")["dealer"] == names[FIRST_SEAT]
                board.play_on(*["peg 1 29"] * 4)
                wait_until(
                    lambda: payload_of(heard, "/table/1")["winner"] == names[SECOND_SEAT], "the end"
                )
                (pending,) = wait_until(
                    lambda: hall.get_as_director("desk")["pending"], "the result"
                )
                assert hall.post_as_director("accept", table=1, game=pending["game"])["ok"]
                best = wait_until(
                    lambda: (
                        (rows := payload_of(heard, "/standings")["standings"])
                        and rows[0]["points"]
                        and rows
                    ),
                    "the standings",
                )
                assert best[0]["name"] == names[SECOND_SEAT] and best[0]["points"] == 3
                wait_until(
                    lambda: payload_of(heard, "/table/1")["points"] == [0, 3], "the table's points"
                )
                assert hall.post_as_director("hide", hidden=True)["ok"]
                wait_until(lambda: payload_of(heard, "/standings")["hidden"], "the curtain")
                heard.messages.clear()
                with threaded_listener(there.port) as late:
                    wait_until(lambda: payload_of(late, "/online") == "online", "what is retained")
                    wait_until(lambda: "hidden" in payload_of(late, "/standings"), "the standings")
                    assert late.last_message("/standings")["standings"] == []
                    assert late.retained == set(late.last_by_topic)
                assert hall.post_as_director("hide", hidden=False)["ok"]
                wait_until(
                    lambda: payload_of(heard, "/standings")["standings"] == best, "them again"
                )
                text = json.dumps(heard.messages)
                assert "pile" not in text and "shown" not in text and "crib" not in text
            wait_until(
                lambda: payload_of(heard, "/hall")["missing"] == ["1: Table 1"], "a board that went"
            )
            assert hall.post_as_director("event", name="Juniors", games=2, beside=True)["ok"]
            (beside,) = wait_until(
                lambda: payload_of(heard, "/hall")["beside"], "the event beside it"
            )
            topic = f"/event/{beside['id']}/standings"
            wait_until(lambda: payload_of(heard, topic).get("event") == "Juniors", "its standings")
            assert payload_of(heard, "/table/1")["points"] == [0, 3], "the main one is as it was"
            assert hall.post_as_director("event", name="Thursday", games=2)["ok"]
            wait_until(
                lambda: heard.last_message("/table/1") == "", "the table of an event that is over"
            )
            wait_until(lambda: heard.last_message(topic) == "", "the standings of the other")
        finally:
            assert hall.stop() == 0
        wait_until(lambda: heard.last_message("/online") == "offline", "its goodbye")


def test_discovery_announces_hall_and_boards(tmp_path: Path) -> None:
    with broker(tmp_path / "broker") as there, threaded_listener(there.port) as heard:
        hall = hall_at(there, tmp_path)
        try:
            with ScriptedBoard(hall.address, hall.new_join_code(), "Table 1") as board:
                wait_until(lambda: payload_of(heard, f"_{board.key.id}/config"), "the board")
                configs = {t: c for t, c in heard.last_by_topic.items() if t.endswith("/config")}
                (own,) = (topic for topic in configs if board.key.id not in topic)
                device = configs.pop(own)
                ident = own.split("/")[2]
                assert device["device"]["identifiers"] == [ident]
                assert device["device"]["name"] == "Club"
                ((topic, payload),) = configs.items()
                assert topic == f"homeassistant/device/{ident}_{board.key.id}/config"
                assert payload["device"]["via_device"] == ident
                base = f"pegboard/{ident.removeprefix('pegboard_')}"
                parts = [*device["components"].values(), *payload["components"].values()]
                ids = [part["unique_id"] for part in parts]
                assert len(set(ids)) == len(ids)
                topics = {part["state_topic"] for part in parts}
                assert topics == {
                    f"{base}/{t}" for t in ("hall", "standings", f"board/{board.key.id}")
                }
                assert topics < set(heard.last_by_topic)
                for each in (device, payload):
                    assert each["availability"] == [{"topic": f"{base}/online"}]
                count = len(heard.messages)
                assert count < 60, "it does not repeat itself"
            hall.process.send_signal(signal.SIGKILL)
            hall.process.wait()
            wait_until(lambda: heard.last_message("/online") == "offline", "its last will")
        finally:
            hall.kill()


def test_hall_runs_without_broker_and_republishes(tmp_path: Path) -> None:
    with broker(tmp_path / "broker") as there:
        there.kill()
        hall = hall_at(there, tmp_path)
        log = tmp_path / "hall.log"
        try:
            wait_until(lambda: "event=home.lost" in log.read_text(), "a word of it")
            assert "pegboard_hall_mqtt_connected 0" in metrics_of(hall)
            with ScriptedBoard(hall.address, hall.new_join_code(), "Table 1") as board:
                board.play("peg 0 7")
                there.start()
                with threaded_listener(there.port) as heard:
                    topic = f"/board/{board.key.id}"
                    wait_until(lambda: payload_of(heard, topic).get("scores") == [7, 0], "the game")
                    there.kill()
                board.play_on("peg 1 4")
                there.start()  # it has lost all retained messages
                with threaded_listener(there.port) as heard:
                    wait_until(
                        lambda: payload_of(heard, topic).get("scores") == [7, 4], "the game again"
                    )
                    wait_until(lambda: heard.last_message("/online") == "online", "it to be online")
            assert "pegboard_hall_mqtt_connected 1" in metrics_of(hall)
        finally:
            assert hall.stop() == 0


def test_hall_stays_online_while_one_process_runs(tmp_path: Path) -> None:
    """Two processes publish under one name; the hall is online while one runs."""
    with (
        postgres() as server,
        broker(tmp_path / "broker") as there,
        threaded_listener(there.port) as heard,
    ):
        database = f'database = "{server.new_database()}"\n'
        database += f'database_password_file = "{server.password_file}"\n'
        one, two = (hall_at(there, tmp_path, database=database) for _ in range(2))
        try:
            wait_until(lambda: payload_of(heard, "/hall"), "the hall")
            (online,) = (topic for topic in heard.last_by_topic if topic.endswith("/online"))
            assert one.stop() == 0
            wait_until(lambda: (online, "offline") in heard.messages, "the goodbye of one")
            wait_until(lambda: heard.last_by_topic[online] == "online", "the word of the other")
        finally:
            one.kill()
            two.kill()


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ('broker = "http://x"', "mqtt.broker: must be mqtt://HOST:PORT"),
        ('broker = "mqtt://x"\ntopic = "a/#"', "mqtt.topic: not a topic"),
        ('brocker = "mqtt://x"', "mqtt.brocker: unknown key"),
    ],
)
def test_invalid_hall_topic_is_reported(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], lines: str, says: str
) -> None:
    config = tmp_path / "hall.toml"
    config.write_text(f'folder = "{tmp_path / "hall"}"\n[mqtt]\n{lines}\n')
    assert run_line(["hall", "run", "--config", str(config), "--port", "0"]) == 2
    assert says in capfd.readouterr().err


def test_hall_publishes_fifty_boards() -> None:
    identity = HallIdentity("0" * 12, "1", "http://h/", "pegboard", "homeassistant")
    topics = HallTopics(identity)
    part = {"name": "T", "connected": True, "behind": 0, "revoked": False, "game": None}
    topics.apply({f"board {n:024x}": part for n in range(1000)}, all=True)
    payload = topics.topics()
    assert sum(topic.endswith("/config") for topic in payload) == 1 + MAX_DISCOVERED_BOARDS
    assert sum("/board/" in topic for topic in payload) == 1000
    assert payload["pegboard/hall_000000000000/hall"]["connected"] == 1000


def test_bracket_matches_replace_last_round_tables() -> None:
    tables = [{"table": n, "board": None, "players": ["a", "b"], "points": [2, 0]} for n in (1, 2)]
    match = {"table": 2, "board": "x", "players": ["c", "d"], "score": [1, 0]}
    playing = match | {"points": [None, None]}
    assert tables_now({"tables": tables, "matches": [match]}) == [tables[0], playing]
    assert tables_now({"tables": tables, "matches": [match], "seeds": ["c"]}) == [playing]
    assert tables_now({"tables": tables}) == tables
