"""The client of the USB board, against a model board on a real port."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest
import serial

from pegboard import __version__
from pegboard.cli.app import run_line
from pegboard.controls import Edge, Input, Turned
from pegboard.devices.inputs import open_inputs
from pegboard.devices.inputs.serial import plan
from pegboard.devices.strips import open_strip
from pegboard.devices.usb_board import port
from pegboard.devices.usb_board.client import acquire, release
from pegboard.devices.usb_board.protocol.messages import Configure, Order
from pegboard.errors import ConfigError, DeviceLost, DeviceMissing
from tests.support.model_board import ModelBoard, PluggedModelBoard
from tests.support.running_board import running_board
from tests.support.waiting import wait_until

LIGHT = bytes(range(30))


@pytest.fixture
def plugged(request: pytest.FixtureRequest) -> Iterator[PluggedModelBoard]:
    plugged = PluggedModelBoard(getattr(request, "param", None) or ModelBoard())
    yield plugged
    plugged.close()


def test_usb_strip_shows_frames(plugged: PluggedModelBoard) -> None:
    strip = open_strip(f"serial:{plugged.port}", 10)
    strip.show(LIGHT)
    assert plugged.model.lit == LIGHT
    with pytest.raises(ValueError, match="29 bytes"):
        strip.show(LIGHT[:-1])
    for frame in (LIGHT, bytes(30), LIGHT, LIGHT):
        strip.show(frame)
        assert plugged.model.lit == frame
    strip.close()
    strip.close()
    assert plugged.model.lit == bytes(30)
    with pytest.raises(DeviceLost, match="closed"):
        strip.show(LIGHT)


@pytest.mark.parametrize(
    ("option", "limit_mA", "budget_mA"),
    [
        (",budget=1500", None, 1500),
        ("", 1800, 1800),
        (",budget=1500", 1800, 1500),
        (",budget=4000", 1800, 1800),
        ("", 100_000, 0xFFFF),
    ],
)
def test_usb_strip_sends_lowest_limit(
    plugged: PluggedModelBoard, option: str, limit_mA: int | None, budget_mA: int
) -> None:
    strip = open_strip(f"serial:{plugged.port}{option}", 10, "RGB", limit_mA)
    assert plugged.model.configured == Configure(10, budget_mA, Order.RGB)
    strip.show(LIGHT)  # the board reorders the colours after limiting
    assert plugged.model.lit == LIGHT
    strip.close()


def test_service_sends_current_limit_to_board(plugged: PluggedModelBoard, tmp_path: Path) -> None:
    config = tmp_path / "board.toml"
    config.write_text(
        f'[board]\nstrip = "serial:{plugged.port}"\nmax_mA = 1700\n[camera]\nsource = "none"\n'
    )

    def budget_mA() -> int | None:
        configured = plugged.model.configured
        return configured.budget_mA if configured else None

    with running_board(tmp_path / "state", "--config", str(config), "--no-demo"):
        wait_until(lambda: budget_mA() == 1700, "the limit of the configuration")


def test_light_test_sends_current_limit_to_board(plugged: PluggedModelBoard) -> None:
    """Limits to 500 mA without a configuration."""
    address = f"serial:{plugged.port}"
    assert run_line(["light", "test", "--strip", address, "--auto", "0"]) == 0
    assert plugged.model.configured is not None and plugged.model.configured.budget_mA == 500


def test_strip_and_inputs_share_port(plugged: PluggedModelBoard) -> None:
    inputs_received: Queue[Input] = Queue()
    inputs = open_inputs(f"serial:{plugged.port}", 2, inputs={"0a": 11, "0b": 10})
    inputs.start(inputs_received.put)
    strip = open_strip(f"serial:{plugged.port}", 10)
    strip.show(LIGHT)
    with plugged.lock:
        plugged.model.press(4, True, time.monotonic())
        plugged.model.press(15, True, time.monotonic())  # LEDs are dark
        plugged.model.turn(5, 2, time.monotonic())
        plugged.model.press(4, False, time.monotonic())
    edge, turned, up = (inputs_received.get(timeout=20) for _ in range(3))
    assert isinstance(edge, Edge) and isinstance(up, Edge) and isinstance(turned, Turned)
    assert (str(edge.button), edge.down, edge.initial) == ("1+5", True, False)
    assert (turned.seat, turned.steps) == (0, -2)  # A and B are swapped
    assert (str(up.button), up.down) == ("1+5", False)
    strip.close()
    assert inputs.faults() == ()  # type: ignore[attr-defined]
    with plugged.lock:
        plugged.model.press(0, True, time.monotonic())
    assert str(inputs_received.get(timeout=20).button) == "0+1"  # type: ignore[union-attr]
    inputs.close()
    inputs.close()


def test_releasing_board_releases_held_button(plugged: PluggedModelBoard) -> None:
    """Covers a button released while another program has the port."""
    inputs_received: Queue[Input] = Queue()
    inputs = open_inputs(f"serial:{plugged.port}", 2)
    inputs.start(inputs_received.put)
    board = acquire(plugged.port)
    board.ready()
    release(board)
    with plugged.lock:
        plugged.model.press(0, True, time.monotonic())
    assert inputs_received.get(timeout=20).down  # type: ignore[union-attr]
    inputs.close()
    lifted = inputs_received.get(timeout=20)
    assert isinstance(lifted, Edge)
    assert (str(lifted.button), lifted.down, lifted.initial) == ("0+1", False, True)
    inputs.close()
    assert inputs_received.empty()


def test_usb_port_is_exclusive(plugged: PluggedModelBoard) -> None:
    with (
        serial.Serial(plugged.port, exclusive=True),
        pytest.raises(DeviceMissing, match="is in use by another program"),
    ):
        open_strip(f"serial:{plugged.port}", 10)
    open_strip(f"serial:{plugged.port}", 10).close()


@pytest.mark.parametrize("plugged", [ModelBoard(protocol=2)], indirect=True)
def test_other_firmware_version_raises_device_missing(plugged: PluggedModelBoard) -> None:
    with pytest.raises(DeviceMissing, match=r"speaks protocol 2.* speaks 1; .*restart --update"):
        open_strip(f"serial:{plugged.port}", 10)


def test_silent_board_raises_device_missing(
    plugged: PluggedModelBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pegboard.devices.usb_board.protocol.link.RETRY_S", 0.02)
    plugged.model.corrupt = lambda packet: b""
    with pytest.raises(DeviceMissing, match=r"no answer in .*is our firmware on it\?.*BOOTSEL"):
        open_strip(f"serial:{plugged.port}", 10)


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("serial:/dev/ttyNONE", "/dev/ttyNONE does not exist"),
        ("serial:/dev/null", "/dev/null is not a serial port"),
        ("serial:/dev/ttyNONE,speed=9600", "unknown option 'speed=9600'"),
        ("serial:/dev/ttyNONE,budget=lots", "budget must be an integer"),
    ],
)
def test_unopenable_usb_port_raises_device_missing(address: str, words: str) -> None:
    with pytest.raises(DeviceMissing, match=words):
        open_strip(address, 10)


@pytest.mark.parametrize(("number", "words"), [(13, "group dialout"), (16, "another program")])
def test_usb_port_errors_have_cures(number: int, words: str) -> None:
    assert words in str(port.trouble("/dev/null", OSError(number, "no")))


def test_usb_strip_refuses_too_many_pixels() -> None:
    with pytest.raises(DeviceMissing, match="pixels must be 1 to 512"):
        open_strip("serial:/dev/ttyNONE", 513)


def test_find_uses_usb_name(tmp_path: Path) -> None:
    with pytest.raises(DeviceMissing, match=r"no pegboard is connected.*BOOTSEL"):
        port.find_port(tmp_path)
    (tmp_path / "usb-Arduino_Uno-if00").touch()
    ours = tmp_path / "usb-pegboard_pegboard_E661-if00"
    ours.touch()
    assert port.find_port(tmp_path) == ours
    (tmp_path / "usb-pegboard_pegboard_E662-if00").touch()
    with pytest.raises(
        DeviceMissing, match=r"2 boards are connected; choose serial:.*E661-if00 or serial:"
    ):
        port.find_port(tmp_path)


def test_join_shares_board_under_two_names(
    plugged: PluggedModelBoard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "usb-pegboard_pegboard_E661-if00").symlink_to(plugged.port)
    monkeypatch.setattr(port.find_port, "__defaults__", (tmp_path,))
    first, second = acquire(""), acquire(plugged.port)
    assert first is second
    release(first)
    release(second)


def test_board_command_prints_status(
    plugged: PluggedModelBoard, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_line(["firmware", "status", "--port", plugged.port]) == 0
    output = capsys.readouterr().out
    assert "firmware 0.1.0, protocol 1" in output and "last reset: power-on" in output
    assert run_line(["firmware", "status", "--port", plugged.port, "--json"]) == 0
    assert '"max_pixels": 512' in capsys.readouterr().out
    assert run_line(["firmware", "restart", "--port", plugged.port, "--update"]) == 0
    printed = capsys.readouterr().out
    assert "USB drive" in printed and f"copy pegboard-firmware-{__version__}.uf2 onto" in printed
    assert run_line(["firmware", "restart", "--port", "/dev/ttyNONE"]) == 2
    assert capsys.readouterr().err.startswith("pegboard: /dev/ttyNONE does not exist; ")


def test_board_command_borrows_board_from_service(
    plugged: PluggedModelBoard,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    config, state = tmp_path / "board.toml", tmp_path / "state"
    config.write_text(
        f'[board]\nstrip = "serial:{plugged.port}"\n[buttons]\nsource = "serial:{plugged.port}"\n'
        '[camera]\nsource = "none"\n'
    )
    monkeypatch.setenv("STATE_DIRECTORY", str(state))

    def status() -> tuple[int, str]:
        code = subprocess.run(
            [sys.executable, "-m", "pegboard", "firmware", "status", "--port", plugged.port],
            capture_output=True,
            text=True,
            check=False,
        )
        return code.returncode, code.stdout + code.stderr

    with running_board(state, "--config", str(config), "--no-demo"):
        wait_until(lambda: plugged.model.configured is not None, "the service has the board")
        with plugged.lock:
            plugged.model.configured = None
        code, text = status()
        assert (code, "inputs that are down: none" in text) == (0, True), text
        wait_until(lambda: plugged.model.configured is not None, "and takes it again")
        monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
        code, text = status()
        assert (code, "is in use by another program" in text) == (2, True), text


# --- input plan


def test_input_plan_defaults() -> None:
    assert {number: str(button) for number, button in plan(2, {}).buttons.items()} == dict(
        enumerate("0+1 0+5 0-1 1+1 1+5 1-1 ok undo count".split())
    )
    assert max(plan(4, {}).buttons) == 14
    with_dials = plan(2, {"0a": 10, "0b": 11, "0push": 14, "1A": 13, "1b": 12, "3a": 1, "ok": 9})
    assert with_dials.dials == {5: (0, 1), 6: (1, -1)} and with_dials.encoders == 0b1100000
    assert str(with_dials.buttons[14]) == "0push" and str(with_dials.buttons[9]) == "ok"


@pytest.mark.parametrize(
    ("inputs", "words"),
    [
        ({"ok": 16}, "ok = 16: must be an input from 0 to 15"),
        ({"ok": -1}, "must be an input from 0 to 15"),
        ({"ok": 0}, r"input 0 is used by both 0\+1 and ok"),
        ({"0a": 10, "0b": 10}, "input 10 is used by both 0a and 0b"),
        ({"yes": 5}, "unknown button 'yes'.*; 0a and 0b are the contacts of a dial"),
        ({"1a": 10}, "1b is missing: a dial has two contacts"),
        ({"1b": 10}, "1a is missing"),
        ({"0a": 11, "0b": 12}, "are not a pair: .* such as 10 and 11"),
    ],
)
def test_input_plan_refuses_impossible_inputs(inputs: dict[str, int], words: str) -> None:
    with pytest.raises(ConfigError, match=f"buttons.inputs: .*{words}"):
        plan(2, inputs)
