"""Automatic match calls: exactly once, and only to free tables."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pegboard.chain.keys import SigningKey
from pegboard.errors import IllegalAction
from pegboard.hall.codes import HallFault
from pegboard.hall.folder import open_hall
from pegboard.hall.hall import Hall
from pegboard.hall.live.tables import LiveTables
from pegboard.hall.service.events.match_calls import call_matches, call_play_off
from pegboard.hall.service.events.status import finished_before, save_running
from pegboard.tournament.consolation import opening_decisions
from pegboard.tournament.decisions import (
    Amended,
    AnyDecision,
    Called,
    ConsolationOpened,
    Placed,
    StoredDecision,
    WrittenLine,
)
from pegboard.tournament.matches import matches_at_tables
from pegboard.tournament.scorecards.line import lost, won
from tests.support.hall_bracket import counted_game, first_round, seeded_log

KEYS = [SigningKey() for _ in range(2)]


def write_game(players: tuple[str, str]) -> list[AnyDecision]:
    """Returns the director's decisions for a game of the first round."""
    lines = (won(1, players[1], 9), lost(1, players[0], 9))
    return [
        Amended(at=7.0, by="d", player=player, old=None, new=WrittenLine.of(line), rule="x",
                reason="y")
        for player, line in zip(players, lines, strict=True)
    ]  # fmt: skip


@contextmanager
def hall_with(folder: Path, decisions: list[AnyDecision], boards: int = 2) -> Iterator[Hall]:
    """A hall with boards at tables 1 and up."""
    with open_hall(folder / "hall") as hall:
        for table, key in enumerate(KEYS[:boards], 1):
            hall.join(key.public, f"Board {table}", 1.0)
            decisions.append(Placed(at=4.0, by="d", table=table, board=key.id))
        hall.decide("e", *decisions)
        save_running(hall, ["e"])
        yield hall


def called(hall: Hall, event: str = "e") -> list[tuple[int, tuple[int, int]]]:
    return [(at_table.table, at_table.match) for at_table in matches_at_tables(hall.state(event))]


def call(hall: Hall) -> None:
    call_matches(hall, LiveTables(hall.store))


def test_matches_are_called_to_free_tables(tmp_path: Path) -> None:
    with hall_with(tmp_path, seeded_log(), boards=1) as hall:
        call(hall)
        assert called(hall) == [(1, (1, 1))], "the other match waits"
        before = len(hall.decisions("e"))
        call(hall)
        assert len(hall.decisions("e")) == before, "nothing is called twice"
        hall.decide("e", counted_game(1, "a", "g"), counted_game(2, "a", "g"))
        call(hall)
        assert called(hall) == [(1, (1, 2))]
        assert finished_before(hall, "e")["b"] == [
            game.game for game in hall.state("e").match_games
        ]


def test_revoked_board_gets_no_match(tmp_path: Path) -> None:
    with hall_with(tmp_path, seeded_log()) as hall:
        hall.store.revoke(KEYS[0].id, 5.0)
        call(hall)
        assert called(hall) == [(2, (1, 1))]


def test_concurrent_processes_call_match_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hall_with(tmp_path, seeded_log()) as slow, open_hall(tmp_path / "hall") as quick:
        decide, tried = slow.store.decide, list[int]()

        def decide_late(event: str, stored: list[StoredDecision]) -> None:
            tried.append(len(stored))
            if len(tried) == 1:
                call(quick)
            decide(event, stored)

        monkeypatch.setattr(slow.store, "decide", decide_late)
        call(slow)
        assert tried == [2], "it was refused once, and had nothing left to call"
        assert called(slow) == called(quick) == [(1, (1, 1)), (2, (1, 2))]
        calls = [committed for committed in slow.decisions("e") if isinstance(committed, Called)]
        assert len(calls) == 2


def test_bracket_and_consolation_share_boards(tmp_path: Path) -> None:
    with hall_with(tmp_path, seeded_log()) as hall:
        hall.decide("c", *opening_decisions(hall.state("e"), "Consolation", 1, "s", "d", 5.0))
        hall.decide("e", ConsolationOpened(at=5.0, by="d", event="c"))
        hall.draw("c", "d", 6.0)
        call(hall)
        assert called(hall) == [], "the consolation plays at both boards"
        (pairing, _) = hall.state("c").rounds[0].pairings
        hall.decide("c", *write_game(pairing.seats))
        call(hall)
        assert called(hall) == [(pairing.table, (1, 1))]
        log = hall.decisions("e")
        assert isinstance(log[-1], Called) and log[-1].by == "hall"


def test_play_off_of_three_needs_director(tmp_path: Path) -> None:
    with hall_with(tmp_path, first_round({"a": 40, "c": 12, "e": 12, "g": 12}), boards=1) as hall:
        call(hall)
        assert called(hall) == []
        call_play_off(hall, "e", ("c", "g"), LiveTables(hall.store), "d")
        assert called(hall) == [(1, (0, 1))]
        with pytest.raises(IllegalAction) as caught:
            call_play_off(hall, "e", ("c", "e"), LiveTables(hall.store), "d")
        assert caught.value.code is HallFault.NO_FREE_TABLE
