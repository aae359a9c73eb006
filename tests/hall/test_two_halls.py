"""Two processes of one hall on one PostgreSQL, behind a balancer, with kills of each."""

import signal
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pegboard.chain.key_file import load_key
from pegboard.cli.app import run_line
from pegboard.hall.archive.verify import verify
from pegboard.storage.state_names import BOARD_KEY
from tests.support import postgres as database
from tests.support.hall_boards import hall_items, hall_notice, journal_items, peg_randomly
from tests.support.hall_bracket import qualify
from tests.support.postgres import Postgres, postgres
from tests.support.relay import Balancer
from tests.support.running_board import SIMULATED, RunningBoard
from tests.support.running_hall import RunningHall, until
from tests.support.scripted_board import ScriptedBoard

pytestmark = pytest.mark.group("hall")


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with postgres() as running:
        yield running


def create_config(server: Postgres, folder: Path) -> tuple[str, Path]:
    """Creates a database; returns its URL and the halls' configuration file."""
    url, file = server.new_database(), folder / "hall.toml"
    file.write_text(
        f'name = "Two"\ndatabase = "{url}"\ndatabase_password_file = "{server.password_file}"\n'
        "[web]\nmetrics = true\n"
    )
    return url, file


def two_processes(stack: ExitStack, folder: Path, config: Path) -> tuple[RunningHall, RunningHall]:
    """Starts two processes of one hall."""
    one = RunningHall(folder / "hall", config=config)
    stack.callback(one.stop)
    two = RunningHall(folder / "hall", config=config)
    stack.callback(two.stop)
    return one, two


def public_parts(hall: RunningHall) -> Any:
    return hall.get("api/tables")["parts"]


def metrics_of(hall: RunningHall) -> dict[str, float]:
    """Returns the Prometheus metrics."""
    with urllib.request.urlopen(f"{hall.address}/metrics") as reply:
        lines = reply.read().decode().splitlines()
    assert not any(name in line for line in lines for name in ("Ann", "Board A"))
    pairs = (line.rpartition(" ") for line in lines if not line.startswith("#"))
    found = {name: float(value) for name, _, value in pairs}
    of_boards = found.get('pegboard_hall_commits_total{of="boards"}', 0.0)
    return found | {"pegboard_hall_commits_total": of_boards}


def test_two_processes_share_state(server: Postgres, tmp_path: Path) -> None:
    """Shares boards, games, decisions, the code and sessions between the processes."""
    _, config = create_config(server, tmp_path)
    with ExitStack() as stack:
        one, two = two_processes(stack, tmp_path, config)
        code = one.new_join_code()
        two._token = one._token
        assert two.get_as_director("boards")["code"]["code"] == code, "one PIN, one code"
        board = stack.enter_context(ScriptedBoard(two.address, code, "Board A"))
        board.play("peg 0 5")
        id = board.key.id
        until(lambda: (one.board(id).get("game") or {}).get("entries") == 1, "the game")
        until(lambda: one.board(id)["connected"], "the board of the other")
        (row,) = one.get_as_director("boards")["boards"]
        assert row["connected"] and row["states"] == {}
        assert one.post_as_director("event", name="Tuesday", games=2)["ok"]
        until(lambda: public_parts(two).get("event", {}).get("name") == "Tuesday", "the event")
        for hall, names in ((one, ["Ann", "Ben"]), (two, ["Cleo", "Dov"])):
            assert hall.post_as_director("players", names=names)["ok"]
        until(lambda: len(public_parts(one)["event"]["present"]) == 4, "all players")
        assert two.post_as_director("decide", decision={"do": "place", "table": 1, "board": id})[
            "ok"
        ]
        board.play_on(*["peg 0 29"] * 4)
        until(lambda: one.board(id)["game"]["winner"] == 0, "the end of the friendly game")
        assert one.post_as_director("draw")["ok"]
        assert two.get_as_director("desk")["pending"] == [], "it was over before the draw"
        board.play(*["peg 1 29"] * 4, "peg 1 5")
        pending = until(lambda: one.get_as_director("desk")["pending"], "the result")
        assert one.post_as_director("accept", table=1, game=pending[0]["game"])["ok"]
        best = until(
            lambda: (s := public_parts(two)["event"]["standings"])[0]["points"] and s, "standings"
        )
        assert best == public_parts(one)["event"]["standings"]
        assert two.get_as_director("desk")["pending"] == []
        assert one.post_as_director("hide", hidden=True)["ok"]
        until(lambda: public_parts(two)["event"]["hidden"], "the hidden standings")
        assert public_parts(two)["event"]["standings"] == []
        assert two.post_as_director("timer", minutes=20)["ok"]
        until(
            lambda: public_parts(one)["timer"] == public_parts(two)["timer"] != {"until": None},
            "the timer",
        )
        assert one.post_as_director("revoke", board=id)["ok"]
        until(lambda: public_parts(two)[f"board {id}"]["revoked"], "the end of its key")
        until(
            lambda: not public_parts(one)[f"board {id}"]["connected"], "the end of its connection"
        )
        figures = metrics_of(one)
        assert figures["pegboard_hall_boards"] == 1 == figures["pegboard_hall_round"]
        assert (
            figures["pegboard_hall_commits_total"] == 0 < metrics_of(two)["pegboard_hall_entries"]
        )
        assert figures['pegboard_hall_boards_in_state{state="revoked"}'] == 1
        file = tmp_path / "event.zip"
        folder = f'folder = "{tmp_path / "hall"}"\n'
        config.write_text(folder + config.read_text())
        assert run_line(["hall", "export", str(file), "--config", str(config)]) == 0
        assert verify(file.read_bytes(), "event.zip").faults == ()
        assert two.post_as_director("leave")["ok"]
        assert one.get_as_director("desk")["code"] == "director-not-in", (
            "whoever leaves, leaves both"
        )


def test_two_processes_call_match_once(server: Postgres, tmp_path: Path) -> None:
    """Calls a due match once, and informs the board at either process."""
    _, config = create_config(server, tmp_path)
    with ExitStack() as stack:
        one, two = two_processes(stack, tmp_path, config)
        board = stack.enter_context(ScriptedBoard(two.address, one.new_join_code(), "Board A"))
        two._token = one._token
        until(lambda: one.board(board.key.id), "the board")
        qualify(one, [40, 20, 10, 9, 8])
        until(lambda: len(public_parts(two).get("event", {}).get("tables", ())) == 5, "the event")
        assert two.post_as_director(
            "decide", decision={"do": "place", "table": 2, "board": board.key.id}
        )
        assert one.post_as_director("seed")["ok"]
        until(
            lambda: (
                public_parts(one)["event"]["matches"] == public_parts(two)["event"]["matches"] != []
            ),
            "it",
        )
        for hall, game in ((one, 1), (two, 2)):
            board.play(*["peg 1 29"] * 4, "peg 1 5")
            (pending,) = until(lambda hall=hall: hall.get_as_director("desk")["pending"], "it")  # type: ignore[misc]
            assert pending["match"] == [1, 2] and pending["round"] == game
            assert hall.post_as_director("accept", table=2, game=pending["game"])["ok"]
        for hall in (one, two):
            until(
                lambda hall=hall: (
                    [m["match"] for m in public_parts(hall)["event"]["matches"]] == [[2, 1]]
                ),  # type: ignore[misc]
                "the final",
            )
        calls = [e for e in one.get_as_director("desk")["log"] if e["decision"]["do"] == "call"]
        assert [call["decision"]["match"] for call in calls] == [[1, 2], [2, 1]]


def test_database_of_another_hall_is_refused(server: Postgres, tmp_path: Path) -> None:
    _, config = create_config(server, tmp_path)
    hall = RunningHall(tmp_path / "hall", config=config)
    assert hall.stop() == 0
    with pytest.raises(AssertionError, match=r"store of another hall.*copy hall\.key"):
        RunningHall(tmp_path / "other", config=config)


def test_database_password_is_never_shown(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "hall.toml"
    for url in ("postgresql://hall:sesame@h/d", "postgresql://hall@h/d?password=sesame", "ftp://"):
        config.write_text(f'database = "{url}"\n')
        assert run_line(["hall", "run", "--config", str(config)]) == 2
    stderr = capfd.readouterr().err
    assert "sesame" not in stderr and stderr.count("database_password_file") == 2


@pytest.mark.timeout(300)
def test_hall_survives_kill_of_either_process(server: Postgres, tmp_path: Path) -> None:
    """Kills the processes in turn under load, and the database in between."""
    rng = Random(5)
    url, config = create_config(server, tmp_path)
    with ExitStack() as stack:
        halls = [RunningHall(tmp_path / "hall", config=config) for _ in range(2)]
        balancer = Balancer(*(hall.port for hall in halls))
        stack.callback(balancer.close)
        code, boards = halls[0].new_join_code(), []
        for number in (1, 2):
            folder = tmp_path / f"b{number}"
            folder.mkdir()
            board_config = folder / "board.toml"
            board_config.write_text(
                f'{SIMULATED}[hall]\nurl = "{balancer.address}"\ncode = "{code}"\nwait_s = 1.0\n'
            )
            boards.append(
                RunningBoard(folder / "state", "--config", str(board_config), "--no-demo")
            )
        made = []
        for board in boards:
            assert board.command(new={"mode": "score"})["ok"]
            made.append(1)

        def play(times: int) -> None:
            for n, board in enumerate(boards):
                made[n] += peg_randomly(board, rng, times)

        for turn in range(6):
            play(rng.randint(1, 5))
            hall = halls[turn % 2]
            hall.kill()
            play(rng.randint(1, 5))
            if turn % 3 == 2:
                server.stop(signal.SIGQUIT)
                play(1)
                server.start()
            until(lambda: all(hall_notice(board).get("ok") for board in boards), "both boards")
            hall.restart()
            time.sleep(rng.random() * 0.2)
        play(10)
        halls[1]._token = ""

        def has_everything(hall: RunningHall) -> bool:
            rows = hall.get_as_director("boards")["boards"]
            return sorted(row["entries"] for row in rows) == sorted(made) and not any(
                row["states"] for row in rows
            )

        for hall in halls:
            until(lambda hall=hall: has_everything(hall), "everything to arrive")  # type: ignore[misc]
        assert [board.stop() for board in boards] == [hall.stop() for hall in halls] == [0, 0]
    with closing(database.open_store(url, server.password)) as store:
        for number in (1, 2):
            state = tmp_path / f"b{number}" / "state"
            assert hall_items(store, load_key(state / BOARD_KEY).id) == journal_items(state)
