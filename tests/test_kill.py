"""The plug is pulled at any moment: nothing acknowledged is lost, nothing is doubled."""

import sqlite3
import threading
import time
from http.client import HTTPException
from pathlib import Path
from random import Random

import pytest

from pegboard.notation import parse_record
from pegboard.replay import replay
from tests.running import Running

KILLS = 50


class Player(threading.Thread):
    """Presses on without pause, and asks again after a death with the same id."""

    def __init__(self, name: str, seed: int) -> None:
        super().__init__(name=name, daemon=True)
        self.rng = Random(seed)
        self.service: Running | None = None
        self.acknowledged: dict[str, str] = {}
        self.refused = 0
        self.number = 0
        self.open: tuple[str, str] | None = None
        self.stopping = False

    def run(self) -> None:
        while not self.stopping:
            service = self.service
            if service is None:
                time.sleep(0.002)
                continue
            if self.open is None:
                self.number += 1
                # Steps forwards and back, so that no game ends while others still press.
                line = self.rng.choice(["peg 0 1", "peg 1 1", "correct 0 0", "correct 1 0", "undo"])
                self.open = (f"{self.name}-{self.number}", line)
            id, line = self.open
            try:
                answer = service.command(id=id, action=line)
            except (OSError, ValueError, HTTPException):
                continue  # it died under us: the same command again, to the next service
            if answer["ok"]:
                self.acknowledged[id] = line
            else:
                self.refused += 1
            self.open = None


def committed(state: Path) -> list[tuple[str, str]]:
    db = sqlite3.connect(state / "journal.db")
    try:
        return db.execute("select id, action from entry order by game, seq").fetchall()
    finally:
        db.close()


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_fifty_kills_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    state, rng = tmp_path / "state", Random(50)
    players = [Player("ann", 1), Player("ben", 2)]
    for player in players:
        player.start()
    starts = []
    for _ in range(KILLS):
        begin = time.monotonic()
        service = Running(state, "--no-demo")
        starts.append(time.monotonic() - begin)
        for player in players:
            player.service = service
        time.sleep(rng.uniform(0.0, 0.4))
        for player in players:
            player.service = None
        service.kill()
    for player in players:
        player.stopping = True
        player.join(30)

    rows = committed(state)
    ids = [id for id, _ in rows]
    assert len(ids) == len(set(ids)), "an action was doubled"
    known = dict(rows)
    acknowledged = {id: line for player in players for id, line in player.acknowledged.items()}
    lost = {id: line for id, line in acknowledged.items() if known.get(id) != line}
    assert not lost, "acknowledged actions were lost"
    assert len(acknowledged) > KILLS, "there was no load to speak of"
    print(f"{KILLS} kills, {len(acknowledged)} acknowledged, {len(rows)} committed, 0 lost")

    service = Running(state, "--no-demo")
    try:
        shown = service.get("api/state")
        record = parse_record(service.get("api/record"))
        again = replay(record.header.rules, record.header.dealer, record.actions)
        assert shown["scores"] == list(again.scores)
        assert [tuple(pegs) for pegs in shown["pegs"]] == [tuple(pegs) for pegs in again.pegs]
        assert len(record.actions) == len(rows)
    finally:
        service.stop()
