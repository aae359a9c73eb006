"""The real service on the emulated board, from a press at a pin to light."""

import asyncio
from collections.abc import Callable, Iterator

import pytest
from websockets.asyncio.client import connect

from pegboard.board.layout_files import load_layout
from tests.support.emulated_board import (
    EmulatedBoard,
    check_waveform,
    emulated_board,
    skip_unless_built,
)
from tests.support.running_board import RunningBoard, running_board
from tests.support.waiting import wait_until
from tests.tools.emulated_latency import format_latency, measure_on

LENGTH = load_layout("two-track").length
PLUS1, PLUS5, OK, UNDO = 0, 1, 6, 7
"""Default inputs of seat 0's buttons and of the board's."""


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmulatedBoard]:
    skip_unless_built()
    with emulated_board(tmp_path_factory.mktemp("board")) as board:
        yield board


@pytest.fixture(scope="module")
def started(
    board: EmulatedBoard, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningBoard]:
    folder = tmp_path_factory.mktemp("service")
    config = folder / "board.toml"
    address = f"serial:{board.port}"
    config.write_text(
        f'[board]\nlayout = "two-track"\nstrip = "{address}"\n'
        f'[buttons]\nsource = "{address}"\ncommit_s = 30\n'
        'inputs = { "1a" = 10, "1b" = 11, "1push" = 12 }\n'
        '[camera]\nsource = "none"\n'
    )
    with running_board(folder / "state", "--config", str(config), "--no-demo") as service:
        yield service


@pytest.fixture
def service(started: RunningBoard, board: EmulatedBoard) -> RunningBoard:
    """Yields the service with a new game shown on the board."""
    assert started.command(new={"mode": "score"})["ok"]
    board.frames.clear()
    board.reset("power")
    same_light(started, board)
    return started


def frame_of(service: RunningBoard) -> bytes:
    """Returns the frame that the service reports."""

    async def first() -> bytes:
        url = service.address.replace("http", "ws") + "ws"
        async with connect(url, proxy=None, origin=service.address.rstrip("/")) as socket:  # type: ignore[arg-type]
            while True:
                message = await socket.recv()
                if isinstance(message, bytes):
                    return message

    return asyncio.run(first())


def same_light(service: RunningBoard, board: EmulatedBoard) -> None:
    """Waits until the LEDs show exactly the frame of the service; returns it."""
    wait_until(
        lambda: board.lit[: 3 * LENGTH] == frame_of(service),
        "the page's frame on the LEDs",
        every_s=0.05,
    )


def changed_light(service: RunningBoard, board: EmulatedBoard, before: bytes) -> None:
    """Like `same_light`, once the frame differs from `before`."""
    board.wait(lambda: board.lit != before)
    same_light(service, board)


def test_pressed_score_is_pegged_and_lit(service: RunningBoard, board: EmulatedBoard) -> None:
    before = board.lit
    board.tap(PLUS5, bounce=True)
    service.wait_for_state(lambda state: state["pending"][0] == 5)
    board.tap(PLUS1, bounce=True)
    service.wait_for_state(lambda state: state["pending"][0] == 6)
    board.tap(OK, bounce=True)
    service.wait_for_state(lambda state: state["scores"][0] == 6)
    assert "peg 0 6" in service.get("api/record")
    changed_light(service, board, before)
    waves = [wave for wave in board.frames if wave.bits == 24 * LENGTH]
    assert waves
    for wave in waves:
        check_waveform(wave)
    # A dial scores like buttons.
    board.turn(5, 4)
    service.wait_for_state(lambda state: state["pending"][1] == 4)
    board.tap(12)
    service.wait_for_state(lambda state: state["scores"][1] == 4)
    board.tap(UNDO)
    service.wait_for_state(lambda state: state["scores"] == [6, 0])
    same_light(service, board)


def test_service_recovers_from_pulled_cable(service: RunningBoard, board: EmulatedBoard) -> None:
    service.wait_for_state(lambda state: all(device["ok"] for device in state["devices"]))
    board.tap(PLUS5)
    service.wait_for_state(lambda state: state["pending"][0] == 5)
    board.unplug()
    # The page keeps working and shows the fault.
    service.command(action="peg 1 7")
    state = service.wait_for_state(
        lambda state: not all(device["ok"] for device in state["devices"])
    )
    assert any("serial:" in device["says"] for device in state["devices"])
    board.plug()
    service.wait_for_state(lambda state: all(device["ok"] for device in state["devices"]))
    same_light(service, board)
    board.frames.clear()
    board.reset("power")
    same_light(service, board)
    board.tap(OK)
    service.wait_for_state(lambda state: state["scores"] == [5, 7])
    same_light(service, board)


def test_press_latency(
    service: RunningBoard, board: EmulatedBoard, record_property: Callable[[str, object], None]
) -> None:
    measurements = measure_on(board, service, 10)
    record_property("latency", format_latency(measurements))
    print(format_latency(measurements))
    # The host's latency depends on this machine; the board's is simulated, the same everywhere.
    assert all(measurement.board_in + measurement.board_out <= 20 for measurement in measurements)


def test_service_leaves_board_dark(service: RunningBoard, board: EmulatedBoard) -> None:
    """Runs last, because it ends the service."""
    assert any(board.lit)
    assert service.stop() == 0
    board.wait(lambda: not any(board.lit))
