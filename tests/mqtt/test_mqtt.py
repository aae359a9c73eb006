"""The board with a real Mosquitto: discovery, states, commands, and a failing broker."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pegboard.cli.run import changed
from pegboard.config import Config, GameConfig, MqttConfig
from pegboard.mqtt import link
from pegboard.mqtt.home_assistant import EFFECTS, HAPPENINGS
from pegboard.ops import board_id
from pegboard.pairing.viewer import BOARD
from pegboard.schema.setup_request import SetupRequest
from pegboard.service.build import App, build_app
from pegboard.service.operations import Operations, Start
from pegboard.storage.state_names import BOARD_ID
from tests.support.mosquitto import Broker, broker, with_password, with_tls
from tests.support.mqtt_listener import Listener, mqtt_listener
from tests.support.running_board import running_board
from tests.support.session import command
from tests.support.waiting import await_until


@asynccontextmanager
async def board(
    tmp_path: Path, mqtt: MqttConfig, game: GameConfig | None = None
) -> AsyncIterator[tuple[App, Operations]]:
    """Runs the service without its page, connected to a broker."""
    config = changed(Config(mqtt=mqtt), simulated=True, state=tmp_path / "state")
    config = replace(config, game=game or GameConfig(names=("Ann", "Ben"), attract_s=0))
    parts = await build_app(config)
    beside = Operations(parts, Start(), lambda: None, 8121)
    await parts.game.lobby.new_game(SetupRequest("score"))
    works = [*parts.background_tasks(), *beside.background_tasks()]
    tasks = [asyncio.create_task(work) for work in works]
    try:
        yield parts, beside
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await parts.close()


def at(port: int, **more: str) -> MqttConfig:
    return MqttConfig(broker=f"mqtt://localhost:{port}", **more)


async def act(parts: App, line: str) -> None:
    answer = await parts.commands.execute(
        command(f"{line}{parts.table.seq}", action=line), "test", BOARD
    )
    assert answer["ok"], answer


def story(tell: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(tell())


def test_discovery_announces_board_and_entities(tmp_path: Path) -> None:
    async def tell() -> None:
        with broker(tmp_path / "broker") as there:
            async with mqtt_listener(there.port) as heard, board(tmp_path, at(there.port)):
                await heard.wait_for(lambda: heard.last_message("/online") == "online", "online")
            # Late subscribers find it, too: everything except events is retained.
            async with mqtt_listener(there.port) as late:
                await late.wait_for(lambda: late.last_message("/config"), "the discovery")
                (topic,) = [topic for topic in late.last_by_topic if topic.endswith("/config")]
                ident = topic.split("/")[2]
                assert topic == f"homeassistant/device/{ident}/config"
                payload = late.last_by_topic[topic]
                assert late.retained == set(late.last_by_topic)
                assert late.last_message("/online") == "offline", "it said goodbye"
            assert payload["device"]["identifiers"] == [ident]
            assert payload["device"]["configuration_url"].endswith(":8121/")
            parts = payload["components"]
            assert {part["platform"] for part in parts.values()} == {
                *("sensor", "binary_sensor", "event", "light", "button"),
            }
            ids = [part["unique_id"] for part in parts.values()]
            assert len(set(ids)) == len(ids) and all(each.startswith(ident) for each in ids)
            base = f"pegboard/{ident.removeprefix('pegboard_')}"
            topics = {
                value for part in parts.values() for key, value in part.items() if "_topic" in key
            }
            assert topics == {
                *(f"{base}/{name}" for name in ("state", "event", "light")),
                *(f"{base}/{name}/set" for name in ("undo", "new_game", "light")),
            }
            assert payload["availability"] == [{"topic": f"{base}/online"}]
            assert parts["happening"]["event_types"] == list(HAPPENINGS)
            assert parts["strip"]["effect_list"] == list(EFFECTS)
            # Home Assistant assumes both unless they are denied.
            assert parts["strip"]["flash"] is parts["strip"]["transition"] is False

    story(tell)


def test_board_id_survives_restart(tmp_path: Path) -> None:
    first = board_id.board_id(tmp_path / "state")
    assert first == board_id.board_id(tmp_path / "state")
    assert first != board_id.board_id(tmp_path / "other")
    (tmp_path / "state" / BOARD_ID).write_text("nonsense")
    assert len(board_id.board_id(tmp_path / "state")) == 12


def test_game_state_and_events_are_published(tmp_path: Path) -> None:
    async def tell() -> None:
        with broker(tmp_path / "broker") as there:
            async with (
                mqtt_listener(there.port) as heard,
                board(tmp_path, at(there.port)) as (parts, _),
            ):
                await heard.wait_for(lambda: heard.last_message("/state"), "the state")
                assert heard.last_message("/state")["scores"] == [0, 0]
                assert heard.last_message("/state")["dealer"] == "Ann"
                await act(parts, "peg 1 12")
                await heard.wait_for(
                    lambda: heard.last_message("/state")["scores"] == [0, 12], "the score"
                )
                for line in ("deal 0", "cut JC"):
                    await act(parts, line)
                await heard.wait_for(lambda: heard.last_message("/event"), "heels")
                assert heard.last_message("/event") == {
                    "event_type": "heels",
                    "seat": 0,
                    "player": "Ann",
                }
                await act(parts, "hand 1 5H5D5S5C")
                await heard.wait_for(
                    lambda: heard.last_message("/event")["event_type"] == "hand_28", "28"
                )
                await act(parts, "correct 0 120")
                await act(parts, "peg 0 1")
                await heard.wait_for(
                    lambda: heard.last_message("/event")["event_type"] == "game_over", "end"
                )
                kinds = [
                    said["event_type"] for topic, said in heard.messages if topic.endswith("/event")
                ]
                assert kinds == ["heels", "hand_28", "double_skunk", "game_over"]
                await heard.wait_for(
                    lambda: heard.last_message("/state")["stage"] == "over", "the stage"
                )
                assert heard.last_message("/state")["winner"] == "Ann"
                # Undone and won again: published again. The undo is not.
                await act(parts, "undo")
                await heard.wait_for(
                    lambda: heard.last_message("/state")["winner"] is None, "the undo"
                )

    story(tell)


def test_hidden_cards_and_seed_are_never_published(tmp_path: Path) -> None:
    """Against the computer: no hand, no discard, and no commitment of the shuffle."""

    async def tell() -> None:
        with broker(tmp_path / "broker") as there:
            game = GameConfig(pace_s=0, attract_s=0)
            async with (
                mqtt_listener(there.port) as heard,
                board(tmp_path, at(there.port), game) as (parts, _),
            ):
                answer = await parts.commands.execute(
                    command("n", new={"mode": "computer"}), "test", BOARD
                )
                assert answer["ok"]
                await heard.wait_for(
                    lambda: (heard.last_message("/state") or {}).get("stage") == "discard",
                    "the deal",
                )
                text = json.dumps(heard.messages)
                assert "hands" not in text and "seed" not in text and "commitment" not in text

    story(tell)


def test_commands_obey_rules_and_execute_once(tmp_path: Path) -> None:
    async def tell() -> None:
        with broker(tmp_path / "broker") as there:
            async with (
                mqtt_listener(there.port) as heard,
                board(tmp_path, at(there.port)) as (parts, _),
            ):
                await heard.wait_for(lambda: heard.last_message("/online") == "online", "online")
                base = next(t for t in heard.last_by_topic if t.endswith("/online")).removesuffix(
                    "/online"
                )
                for points in (1, 2, 3):
                    await act(parts, f"peg 0 {points}")
                press = json.dumps({"id": "1795000000.25"})
                for _ in range(3):  # a broker may deliver it repeatedly
                    await heard.client.publish(f"{base}/undo/set", press, qos=1)
                await heard.wait_for(lambda: parts.table.state.scores[0] == 3, "one undo")
                await heard.client.publish(f"{base}/undo/set", "PRESS", qos=1)
                await heard.wait_for(lambda: parts.table.state.scores[0] == 1, "another undo")
                for payload in ("PRESS", "PRESS"):
                    await heard.client.publish(f"{base}/undo/set", payload, qos=1)
                await heard.wait_for(lambda: parts.table.seq >= 6, "what can be undone")
                before = parts.table.game
                await heard.client.publish(f"{base}/new_game/set", '{"id": "a"}', qos=1)
                await heard.client.publish(f"{base}/new_game/set", '{"id": "a"}', qos=1)
                await heard.wait_for(lambda: parts.table.game != before, "another game")
                now = parts.table.game
                await heard.wait_for(
                    lambda: (
                        "new_game" in {s["event_type"] for t, s in heard.messages if "/event" in t}
                    ),
                    "its event",
                )
                # Retained commands are ignored.
                await heard.client.publish(f"{base}/new_game/set", "PRESS", qos=1, retain=True)
                await heard.client.publish(f"{base}/light/set", '{"state": "OFF"}', qos=1)
                await heard.wait_for(
                    lambda: heard.last_message("/light")["state"] == "OFF", "the lamp"
                )
            # The next board receives the retained command on subscribing, and ignores it.
            async with (
                mqtt_listener(there.port) as heard,
                board(tmp_path, at(there.port)) as (parts, side),
            ):
                await await_until(lambda: side.notices()[0].is_ok)
                begun = parts.table.game
                # This command arrives after the retained one.
                ask = '{"state": "ON", "brightness": 40}'
                await heard.client.publish(f"{base}/light/set", ask, qos=1)
                await heard.wait_for(
                    lambda: heard.last_message("/light")["brightness"] == 40, "the lamp"
                )
                assert parts.table.game == begun and now

    story(tell)


def test_light_commands_control_strip(tmp_path: Path) -> None:
    async def tell() -> None:
        with broker(tmp_path / "broker") as there:
            async with (
                mqtt_listener(there.port) as heard,
                board(tmp_path, at(there.port)) as (parts, _),
            ):
                await heard.wait_for(lambda: heard.last_message("/light"), "the lamp")
                base = next(t for t in heard.last_by_topic if t.endswith("/light")).removesuffix(
                    "/light"
                )
                await act(parts, "peg 0 9")
                await await_until(lambda: sum(parts.lights.frame) > 0)
                bright = sum(parts.lights.frame)

                async def ask(**wish: Any) -> None:
                    await heard.client.publish(f"{base}/light/set", json.dumps(wish), qos=1)

                await ask(state="ON", brightness=40)
                await await_until(lambda: 0 < sum(parts.lights.frame) < bright)
                await heard.wait_for(
                    lambda: heard.last_message("/light")["brightness"] == 40, "the light"
                )
                await ask(state="OFF")
                await await_until(lambda: sum(parts.lights.frame) == 0)
                await ask(state="ON", effect="waiting")
                await await_until(lambda: sum(parts.lights.frame) > 0)
                await heard.wait_for(
                    lambda: heard.last_message("/light")["effect"] == "waiting", "the effect"
                )
                # Invalid payloads change nothing.
                for wrong in ({"state": "MAYBE"}, {"brightness": 256}, {"effect": "disco"}):
                    await ask(**wrong)
                await ask(state="ON", effect="game", brightness=255)
                await heard.wait_for(
                    lambda: heard.last_message("/light")["effect"] == "game", "the game"
                )

    story(tell)


def test_board_reconnects_after_broker_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link.Link.__init__, "__kwdefaults__", {
        **(link.Link.__init__.__kwdefaults__ or {}), "pauses_s": (0.05,)
    })  # fmt: skip

    async def tell() -> None:
        with broker(tmp_path / "broker") as there:
            async with board(tmp_path, at(there.port)) as (parts, side):
                await await_until(lambda: side.notices()[0].is_ok)
                await act(parts, "peg 0 4")
                there.kill()
                await await_until(lambda: not side.notices()[0].is_ok)
                await act(parts, "peg 0 5")
                devices = parts.publisher.snapshot()["devices"]
                (says,) = [d["says"] for d in devices if d["name"] == "home"]
                assert f"localhost:{there.port}" in says
                there.start()  # it has lost all retained messages
                await await_until(lambda: side.notices()[0].is_ok)
                async with mqtt_listener(there.port) as heard:
                    await heard.wait_for(lambda: heard.last_message("/state"), "the state")
                    assert heard.last_message("/state")["scores"] == [9, 0]
                    await heard.wait_for(lambda: heard.last_message("/config"), "the discovery")
                    assert not heard.last_message("/event"), "what happened meanwhile is no news"

    story(tell)


@pytest.mark.parametrize("end", ["kill", "stop"])
def test_killed_or_stopped_board_is_offline(tmp_path: Path, end: str) -> None:
    async def tell(there: Broker, service: Any) -> None:
        async with mqtt_listener(there.port) as heard:
            await heard.wait_for(lambda: heard.last_message("/online") == "online", "online")
            await asyncio.to_thread(getattr(service, end))
            await heard.wait_for(lambda: heard.last_message("/online") == "offline", "the end")

    with broker(tmp_path / "broker") as there:
        file = tmp_path / "c.toml"
        file.write_text(
            '[board]\nstrip = "memory:"\n[buttons]\nsource = "gpio:mock"\n[camera]\n'
            f'source = "none"\n[mqtt]\nbroker = "mqtt://localhost:{there.port}"\n'
        )
        with running_board(tmp_path / "state", "--config", str(file)) as service:
            asyncio.run(tell(there, service))


def test_topics_are_republished_periodically_and_on_home_assistant_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def configs(heard: Listener) -> int:
        return sum(topic.endswith("/config") for topic, _ in heard.messages)

    async def tell() -> None:
        with broker(tmp_path / "broker") as there:
            async with mqtt_listener(there.port) as heard, board(tmp_path, at(there.port)):
                await heard.wait_for(lambda: configs(heard) == 1, "the discovery")
                await heard.client.publish("homeassistant/status", "offline")
                await heard.client.publish("homeassistant/status", "online")
                await heard.wait_for(lambda: configs(heard) == 2, "the discovery again")
            monkeypatch.setattr(link.Link.__init__, "__kwdefaults__", {
                **(link.Link.__init__.__kwdefaults__ or {}), "republish_s": 0.1
            })  # fmt: skip
            async with mqtt_listener(there.port) as heard, board(tmp_path, at(there.port)):
                await heard.wait_for(lambda: configs(heard) >= 4, "the discovery, every moment")

    story(tell)


async def fault_text(side: Operations) -> str:
    """Returns the fault of the connection, once known."""
    await await_until(lambda: side.notices()[0].code not in ("home-works", "broker-not-yet"))
    return side.notices()[0].sentence


def test_password_file_authenticates_and_errors_are_reported(tmp_path: Path) -> None:
    async def tell() -> None:
        lines = with_password(tmp_path / "broker", "board", "right")
        (tmp_path / "right").write_text("right\n")
        (tmp_path / "wrong").write_text("wrong\n")
        with broker(tmp_path / "broker", lines) as there:
            right = at(there.port, user="board", password_file=str(tmp_path / "right"))
            async with board(tmp_path, right) as (_, side):
                await await_until(lambda: side.notices()[0].is_ok)
            for config in (
                replace(right, password_file=str(tmp_path / "wrong")),
                replace(right, user="nobody"),
                at(there.port),
            ):
                async with board(tmp_path, config) as (parts, side):
                    payload = await fault_text(side)
                    assert "mqtt.user" in payload and not side.notices()[0].is_ok
                    assert "wrong" not in payload and "right" not in payload
                    await act(parts, "peg 0 1")
            async with board(tmp_path, replace(right, password_file="nowhere")) as (_, side):
                assert "mqtt.password_file: nowhere: No such file" in await fault_text(side)

    story(tell)


# paho leaves the socket of a failed handshake to the garbage collector.
@pytest.mark.filterwarnings("ignore:unclosed <ssl.SSLSocket", "ignore:Exception ignored in")
def test_tls_accepts_custom_ca(tmp_path: Path) -> None:
    async def tell() -> None:
        lines, ca = with_tls(tmp_path / "broker")
        with broker(tmp_path / "broker", lines) as there:
            good = MqttConfig(broker=f"mqtts://localhost:{there.port}", ca_file=str(ca))
            async with board(tmp_path, good) as (_, side):
                await await_until(lambda: side.notices()[0].is_ok)
            # Not signed by a trusted authority ...
            async with board(tmp_path, replace(good, ca_file="system")) as (_, side):
                assert "mqtt.ca_file" in await fault_text(side)
            # ... or for another host: the certificate is for localhost.
            other = replace(good, broker=f"mqtts://127.0.0.1:{there.port}")
            async with board(tmp_path, other) as (_, side):
                assert "not trusted" in await fault_text(side) or "mismatch" in await fault_text(
                    side
                )
            async with board(tmp_path, replace(good, ca_file=str(tmp_path / "no"))) as (_, side):
                assert "mqtt.ca_file" in await fault_text(side)

    story(tell)


def test_unreachable_broker_is_reported(tmp_path: Path) -> None:
    async def tell() -> None:
        with broker(tmp_path / "broker") as there:
            pass
        async with board(tmp_path, at(there.port)) as (_, side):
            assert "is the broker running there?" in await fault_text(side)
        async with board(tmp_path, MqttConfig(broker="http://x")) as (_, side):
            assert "mqtt.broker: must be mqtt://HOST:PORT" in await fault_text(side)
        async with board(tmp_path, at(there.port, topic="a/#")) as (_, side):
            assert "mqtt.topic" in await fault_text(side)

    story(tell)


def test_mqtt_modules_are_not_imported_when_disabled() -> None:
    code = (
        "import sys, pegboard.service.run, pegboard.service.operations\n"
        "print([m for m in ('aiomqtt', 'paho', 'prometheus_client') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "aiomqtt" not in out.stdout and "paho" not in out.stdout
    assert "prometheus" not in out.stdout
