"""Killing the service at any moment loses and duplicates nothing."""

import threading
from pathlib import Path

import pytest

from pegboard.cribbage.notation import parse_record
from pegboard.cribbage.replay import replay
from tests.support.running_board import running_board
from tests.tools.soak import SoakResult, soak


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("kills", [12, pytest.param(120, marks=pytest.mark.group("storage"))])
def test_kills_lose_and_duplicate_no_entry(tmp_path: Path, kills: int) -> None:
    """`make soak` runs a thousand kills."""
    results: list[SoakResult] = []

    def one(number: int) -> None:
        results.append(soak(tmp_path / f"board-{number}", kills // 2, 50 + number, fresh_every=8))

    boards = [threading.Thread(target=one, args=(number,)) for number in (1, 2)]
    for board in boards:
        board.start()
    for board in boards:
        board.join()
    assert len(results) == 2, "a service did not start"
    done = results[0]
    done.add(results[1])
    print(done.in_words())
    assert done.kills == kills
    assert (done.lost, done.doubled, done.broken) == (0, 0, 0)
    assert done.acknowledged > kills, "there was no load to speak of"
    # CPU time, because other tests run at the same time.
    assert max(done.starts_cpu_s) <= 2.0

    for number in (1, 2):
        with running_board(tmp_path / f"board-{number}" / "state", "--no-demo") as service:
            shown = service.get("api/state")
            record = parse_record(service.get("api/record"))
            again = replay(record.header.rules, record.header.dealer, record.actions)
            assert shown["scores"] == list(again.scores)
            assert [tuple(pegs) for pegs in shown["pegs"]] == [tuple(pegs) for pegs in again.pegs]
            assert shown["seq"] == len(record.actions)
