"""Swapping players and tables in a round."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.errors import IllegalAction
from pegboard.tournament.codes import EventFault
from pegboard.tournament.decisions import (
    AnyDecision,
    Drawn,
    Entered,
    EventKind,
    Game,
    Opened,
    Reseated,
)
from pegboard.tournament.reseating import swap_players, swap_tables
from pegboard.tournament.state import EventState, apply_decision, fold
from tests.support.running_hall import RunningHall
from tests.support.scripted_board import ScriptedBoard


def drawn(players: int, rounds: int = 1) -> EventState:
    log: list[AnyDecision] = [
        Opened(at=1.0, by="d", name="Open", kind=EventKind.CLUB, games=9, seed="s")
    ]
    log += [Entered(at=1.0, by="d", player=f"p{n}", name=f"P{n}") for n in range(players)]
    state = fold(log)
    for _ in range(rounds):
        round = state.next_round()
        assert round is not None
        games = tuple(Game(pairing.table, *pairing.seats) for pairing in round.pairings)
        state = apply_decision(
            state, Drawn(at=2.0, by="d", round=round.number, games=games, bye=round.bye)
        )
    return state


def all_players(state: EventState) -> list[str]:
    round = state.rounds[-1]
    seated = [player for pairing in round.pairings for player in pairing.seats]
    return sorted([*seated, *([round.bye] if round.bye else [])])


@given(st.integers(4, 13), st.data())
def test_swaps_keep_everyone_playing_once(players: int, data: Any) -> None:
    state = drawn(players, 2)
    names, tables = all_players(state), [pairing.table for pairing in state.rounds[-1].pairings]
    for _ in range(5):
        before = state
        if data.draw(st.booleans()):
            one, other = data.draw(st.permutations(names))[:2]
            decision = swap_players(state, one, other, "d", 3.0)
        else:
            one, other = data.draw(st.sampled_from(tables)), data.draw(st.integers(1, 15))
            occupied = {pairing.table for pairing in state.rounds[-1].pairings}
            if one not in occupied:
                continue
            decision = swap_tables(state, one, other, "d", 3.0)
        state = apply_decision(state, decision)
        assert all_players(state) == names and len(state.rounds) == 2
        assert len({pairing.table for pairing in state.rounds[-1].pairings}) == len(tables)
        assert state.rounds[0] == before.rounds[0]
        back = Reseated(
            at=4.0,
            by="d",
            round=2,
            games=tuple(
                Game(pairing.table, *pairing.seats) for pairing in before.rounds[-1].pairings
            ),
            bye=before.rounds[-1].bye,
        )
        assert apply_decision(state, back) == before
    following = state.next_round()
    assert following is not None, "the rotation goes on from there"


def test_invalid_swaps_are_refused() -> None:
    state = drawn(5)
    first, second = state.rounds[0].pairings
    games = (Game(1, *first.seats), Game(2, *second.seats))
    for decision in (
        Reseated(at=3.0, by="d", round=2, games=games, bye=state.rounds[0].bye),
        Reseated(at=3.0, by="d", round=1, games=games),
        Reseated(at=3.0, by="d", round=1, games=games[:1], bye=state.rounds[0].bye),
        Reseated(at=3.0, by="d", round=1, bye=state.rounds[0].bye,
                 games=(games[0], Game(1, *second.seats))),
    ):  # fmt: skip
        with pytest.raises(IllegalAction):
            apply_decision(state, decision)
    with pytest.raises(IllegalAction) as refused:
        swap_players(state, "p0", "nobody", "d", 3.0)
    assert refused.value.code is EventFault.NOT_PRESENT
    with pytest.raises(IllegalAction):
        swap_tables(state, 7, 1, "d", 3.0)
    with pytest.raises(IllegalAction):
        swap_players(drawn(5, 0), "p0", "p1", "d", 3.0)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[RunningHall]:
    hall = RunningHall(tmp_path / "hall")
    yield hall
    assert hall.stop() == 0


def next_seat_players(board: ScriptedBoard) -> list[str]:
    """Returns the players in a board's next seat message."""
    while (message := json.loads(board.socket.recv(30)))["type"] != "seat":
        pass
    return list(message["players"])


def test_boards_get_seats_after_swap(hall: RunningHall) -> None:
    hall.post_as_director("event", name="Open", games=2)
    hall.post_as_director("players", names=["Ann", "Ben", "Cleo", "Dov"])
    with ExitStack() as stack:
        code = hall.new_join_code()
        boards = [
            stack.enter_context(ScriptedBoard(hall.address, code, f"Board {n}")) for n in (1, 2)
        ]
        for table, board in enumerate(boards, 1):
            place = {"do": "place", "table": table, "board": board.key.id}
            assert hall.post_as_director("decide", decision=place)["ok"]
        assert hall.post_as_director("draw")["ok"]
        one, other = (next_seat_players(board) for board in boards)
        assert hall.post_as_director("swap-players", one=one[0], other=other[1])["ok"]
        assert [next_seat_players(board) for board in boards] == [
            [other[1], one[1]],
            [other[0], one[0]],
        ]
        assert hall.post_as_director("swap-tables", one=2, other=1)["ok"]
        assert [next_seat_players(board) for board in boards] == [
            [other[0], one[0]],
            [other[1], one[1]],
        ]
        for _ in range(2):
            log = hall.get_as_director("desk")["log"]
            seq = next(
                entry["seq"] for entry in reversed(log)
                if entry["decision"]["do"] == "reseat" and not entry["undone"]
            )  # fmt: skip
            assert hall.post_as_director("undo", seq=seq)["ok"]
        assert [next_seat_players(board) for board in boards] == [
            [other[1], one[1]],
            [other[0], one[0]],
        ]
        assert [next_seat_players(board) for board in boards] == [one, other]
        forfeit = {"do": "forfeit", "round": 1, "late": one[0]}
        assert hall.post_as_director("decide", decision=forfeit)["ok"]
        answer = hall.post_as_director("swap-players", one=other[0], other=one[0])
        assert answer["code"] == "hall-signed-already", "that game is on the cards"
        assert hall.post_as_director("swap-tables", one=9, other=1)["code"] == "hall-others-play"
