"""The service as its users meet it: a process, a page address, presses, a pulled plug."""

import asyncio
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pegboard.cli.run import changed
from pegboard.config import Config
from pegboard.http.listener import listen
from pegboard.ops import control_socket
from pegboard.ops.control_socket import NotRunning, is_game_open, request_settings
from pegboard.service.build import App
from pegboard.service.run import RunResult, serve
from pegboard.storage.state_names import CONTROL_SOCKET
from tests.support.running_board import RunningBoard, running_board
from tests.support.waiting import wait_until


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningBoard]:
    with running_board(tmp_path_factory.mktemp("shared") / "state", "--no-demo") as service:
        yield service


@pytest.fixture
def service(shared: RunningBoard) -> RunningBoard:
    """Returns a service with a new game; for tests that need no other of its own."""
    return shared.reset()


def test_press_is_staged_and_pegged(service: RunningBoard) -> None:
    assert service.command(press="0+5")["ok"]
    waiting = service.wait_for_state(lambda s: s["pending"] == [5, 0])
    assert waiting["scores"] == [0, 0]
    assert service.command(press="ok")["ok"]
    pegged = service.wait_for_state(lambda s: s["scores"] == [5, 0])
    assert pegged["pegs"] == [[5, 0], [0, 0]]
    assert pegged["pending"] == [0, 0]
    assert pegged["last"]["text"] == "Blue +5"
    assert pegged["undo_target"]["action"] == "peg 0 5"


def test_pending_score_is_pegged_and_can_be_undone(service: RunningBoard) -> None:
    for button in ("1+5", "1+1", "1+1", "1-1"):
        service.command(press=button)
    service.wait_for_state(lambda s: s["pending"] == [0, 6])
    service.wait_for_state(lambda s: s["scores"] == [0, 6])
    service.command(press="undo")
    service.wait_for_state(lambda s: s["scores"] == [0, 0] and s["seq"] == 2)
    service.command(press="1+1")
    service.command(press="1-1")
    service.command(press="1-1")
    service.command(press="ok")
    assert service.get("api/record").splitlines()[-2:] == ["peg 1 6", "undo"]


def test_minus_one_reduces_the_pending_score(service: RunningBoard) -> None:
    service.command(action="peg 0 8")
    service.command(press="0-1")
    service.command(press="ok")
    corrected = service.wait_for_state(lambda s: s["scores"] == [7, 0])
    assert corrected["pegs"][0] == [7, 0]
    assert service.get("api/record").endswith("peg 0 8\ncorrect 0 7\n")


def test_simultaneous_phone_presses_count_once_each(service: RunningBoard) -> None:
    threads = [
        threading.Thread(target=service.command, kwargs={"id": id, "press": "0+1"})
        for id in ("phone-a", "phone-b", "phone-a", "phone-b")
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    service.wait_for_state(lambda s: s["scores"] == [2, 0])
    assert service.get("api/record").endswith("peg 0 2\n")


def test_repeated_command_is_executed_once_across_restarts(state: Path) -> None:
    with running_board(state, "--no-demo") as service:
        assert service.command(id="once", action="peg 0 3")["ok"]
        assert service.command(id="once", action="peg 0 3")["ok"]
    with running_board(state, "--no-demo") as service:
        assert service.command(id="once", action="peg 0 3")["ok"]
        assert service.get("api/state")["scores"] == [3, 0]


def test_killed_service_restores_the_hand(state: Path) -> None:
    service = RunningBoard(state, "--no-demo")
    lines = ["peg 0 4", "deal 0", "cut 5S", "play 1 KH", "play 0 5H", "peg 1 1"]
    for line in lines:
        assert service.command(action=line)["ok"], line
    before = service.get("api/state")
    service.kill()
    with running_board(state, "--no-demo") as again:
        after = again.get("api/state")
        for key in ("game", "seq", "scores", "pegs", "dealer", "turn", "stage", "count", "pile"):
            assert after[key] == before[key], key
        assert after["count"] == 15 and after["stage"] == "play"
        assert again.command(action="play 1 6H")["ok"]


def test_illegal_action_changes_nothing(service: RunningBoard) -> None:
    service.command(action="deal 0")
    before = service.get("api/state")
    for line, says in [
        ("play 0 5H", "cut"),
        ("deal 0", "deal"),
        ("peg 7 1", "got 7"),
        ("peg 0 x", "not a number"),
        ("cut 1H", "not a card"),
        ("dance", "dance"),
    ]:
        answer = service.command(action=line)
        assert not answer["ok"] and says in answer["error"], (line, answer)
    assert service.get("api/state") == {**before, "notice": None}


def test_port_in_use_is_skipped(state: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with running_board(state, "--no-demo", "--port", str(port)) as service:
            assert int(service.address.rsplit(":", 1)[1].strip("/")) > port
            assert f"Port {port} is in use" in " ".join(service.output_lines)


def test_second_service_on_a_journal_is_refused_with_reason(state: Path) -> None:
    with running_board(state, "--no-demo"), pytest.raises(AssertionError, match="another pegboard"):
        RunningBoard(state)


def test_journal_of_a_newer_version_is_left_alone(state: Path) -> None:
    with running_board(state, "--no-demo") as service:
        service.command(action="peg 0 5")
    db = sqlite3.connect(state / "journal.db")
    db.execute("pragma user_version = 9")
    db.close()
    with pytest.raises(AssertionError, match="written by a newer pegboard"):
        RunningBoard(state)


def test_service_stops_cleanly(state: Path) -> None:
    service = RunningBoard(state, "--demo")
    service.wait_for_state(lambda s: s["mode"] == "demo")
    assert service.stop() == 0


def test_press_takes_over_from_the_demo(state: Path) -> None:
    with running_board(state, "--demo") as service:
        service.wait_for_state(lambda s: s["mode"] == "demo" and s["seq"] > 1)
        service.command(press="0+5")
        score_state = service.wait_for_state(lambda s: s["mode"] == "score")
        assert score_state["pending"] == score_state["scores"] == [0, 0], (
            "the first press pegs nothing"
        )
        service.command(press="0+5")
        service.wait_for_state(lambda s: s["scores"] == [5, 0])


def test_camera_counts_two_deals_and_ok_pegs(service: RunningBoard) -> None:
    """The sample pictures agree with each other: nothing is asked."""
    found, scores = [], [0, 0]
    for _ in range(6):
        service.command(press="count")
        offered = service.wait_for_state(lambda s: s["offer"] is not None)["offer"]
        assert offered["source"] == "camera" and offered["problem"] is None
        assert offered["asks"] == "" and len(offered["cards"]) == 4
        assert offered["points"] == sum(item["points"] for item in offered["items"])
        service.command(press="ok")
        pegged = service.wait_for_state(lambda s: s["offer"] is None)
        scores[offered["seat"]] += offered["points"]
        assert pegged["scores"] == scores
        found.append((offered["seat"], offered["crib"], offered["points"], offered["starter"]))
    assert found == [
        (1, False, 29, "5D"), (0, False, 12, "5D"), (0, True, 10, "5D"),
        (0, False, 7, "QD"), (1, False, 4, "QD"), (1, True, 2, "QD"),
    ]  # fmt: skip


def test_service_starts_without_opencv_and_numpy() -> None:
    """Saves a third of its memory: only the camera process and computer players load them."""
    code = (
        "import sys, pegboard.service.run;print([m for m in ('cv2', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_small_responses_are_sent_without_delay() -> None:
    """Not 40 ms later: asyncio sets TCP_NODELAY only on sockets that were named in full."""

    async def story() -> int:
        no_delay: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def met(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            accepted = writer.get_extra_info("socket")
            no_delay.set_result(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        listener = listen("127.0.0.1", 0)
        async with await asyncio.start_server(met, sock=listener):
            reader, writer = await asyncio.open_connection(*listener.getsockname())
            await reader.read()
            writer.close()
            return await no_delay

    assert asyncio.run(story())


def test_signal_during_restart_ends_the_service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd, ThreadPoolExecutor(1) as pool:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(60)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setattr(control_socket, "RESTART_S", 0.0)
        service = RunningBoard(tmp_path / "state", "--no-demo", fresh=True)
        wait_until((tmp_path / "state" / CONTROL_SOCKET).exists, "it can be asked")
        changing = pool.submit(request_settings, tmp_path / "state", {"language": "de"})
        while b"STOPPING=1" not in systemd.recv(4096):
            pass
        assert service.stop() == 0
        assert isinstance(changing.exception(), NotRunning)


def test_signal_after_stop_prevents_the_restart(tmp_path: Path) -> None:
    config = changed(Config(), simulated=True, demo=False, port=0, state=tmp_path / "state")

    async def change(app: App) -> None:
        await app.settings.change({"language": "de"})
        await asyncio.Event().wait()

    async def stopped() -> RunResult:
        ended = await serve(config, print, until=change)
        assert ended.must_restart
        # The loop runs until its threads have ended; so does a service whose disk is slow.
        asyncio.get_running_loop().run_in_executor(None, os.kill, os.getpid(), signal.SIGTERM)
        return ended

    assert not asyncio.run(stopped()).must_restart


def test_changed_settings_outlive_the_command(tmp_path: Path) -> None:
    with running_board(tmp_path / "state", "--no-demo") as service:
        wait_until((tmp_path / "state" / CONTROL_SOCKET).exists, "it can be asked")
        request_settings(tmp_path / "state", {"board.layout": "four-track"})
        assert not is_game_open(tmp_path / "state")
        assert service.get("api/state")["layout"] == "four-track"
