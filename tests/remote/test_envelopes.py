"""Relaying of envelopes between joined boards."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar

import pytest
from websockets.exceptions import ConnectionClosed

from pegboard.hall_link.messages import Away, FromBoard, Look, Post, Present, encode, from_hall
from tests.support.postgres import postgres
from tests.support.running_hall import RunningHall, until
from tests.support.scripted_board import ScriptedBoard

M = TypeVar("M")
NOBODY = "0" * 24


def say(board: ScriptedBoard, message: FromBoard) -> None:
    board.socket.send(encode(message).decode())


def receive(board: ScriptedBoard, kind: type[M]) -> M:
    """Returns the next message of a type."""
    while True:
        message = from_hall(board.socket.recv(30))
        if isinstance(message, kind):
            return message


def present_boards(board: ScriptedBoard) -> list[tuple[str, str]]:
    say(board, Look())
    return [*receive(board, Present).boards]


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHall]:
    hall = RunningHall(tmp_path_factory.mktemp("hall") / "hall")
    yield hall
    assert hall.stop() == 0


def test_envelopes_arrive_in_order(hall: RunningHall) -> None:
    code = hall.new_join_code()
    with (
        ScriptedBoard(hall.address, code, "Ann") as ann,
        ScriptedBoard(hall.address, code, "Ben") as ben,
    ):
        assert present_boards(ann) == [(ben.key.id, "Ben")] and present_boards(ben) == [
            (ann.key.id, "Ann")
        ]
        for number in range(20):
            say(ann, Post(ben.key.id, f"letter {number}"))
        for number in range(20):
            assert receive(ben, Post) == Post(ann.key.id, f"letter {number}")
        say(ann, Post(NOBODY, "hello"))
        assert receive(ann, Away) == Away(NOBODY)
        ann.play("peg 0 5")  # its journal is still accepted
    with ScriptedBoard(hall.address, code, "Cleo") as cleo:
        until(lambda: present_boards(cleo) == [], "the others to be gone")


def test_unknown_board_cannot_send_envelopes(hall: RunningHall) -> None:
    code = hall.new_join_code()
    with ScriptedBoard(hall.address, code, "Ann") as ann:
        revoked = ann.key.id
        assert hall.post_as_director("revoke", board=revoked)["ok"]
        with pytest.raises(ConnectionClosed):
            for _ in range(50):
                say(ann, Look())
                receive(ann, Present)


@pytest.mark.group("hall")
def test_envelopes_cross_processes_through_store(tmp_path: Path) -> None:
    with postgres() as server, ExitStack() as stack:
        config = tmp_path / "hall.toml"
        config.write_text(
            f'database = "{server.new_database()}"\n'
            f'database_password_file = "{server.password_file}"\n'
        )
        one = RunningHall(tmp_path / "hall", config=config)
        stack.callback(one.stop)
        two = RunningHall(tmp_path / "hall", config=config)
        stack.callback(two.stop)
        code = one.new_join_code()
        ann = stack.enter_context(ScriptedBoard(one.address, code, "Ann"))
        ben = stack.enter_context(ScriptedBoard(two.address, code, "Ben"))
        until(
            lambda: present_boards(ann) == [(ben.key.id, "Ben")], "the board of the other process"
        )
        until(
            lambda: present_boards(ben) == [(ann.key.id, "Ann")], "the board of the other process"
        )
        for number in range(5):
            say(ann, Post(ben.key.id, f"letter {number}"))
        for number in range(5):
            assert receive(ben, Post) == Post(ann.key.id, f"letter {number}")
        say(ben, Post(ann.key.id, "thank you"))
        assert receive(ann, Post) == Post(ben.key.id, "thank you")
