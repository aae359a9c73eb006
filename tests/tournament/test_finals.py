"""From the last qualifying round to the final: play-offs, seeds, matches, undo."""

from typing import Any

import msgspec
import pytest

from pegboard.tournament.decisions import PlayedOff, WrittenLine
from pegboard.tournament.finals import is_qualifying_over, qualifying
from pegboard.tournament.scorecards.line import lost, won
from pegboard.tournament.spreadsheet import standings_csv
from pegboard.tournament.state import EventState, fold
from tests.support.hall_bracket import first_round
from tests.support.running_hall import RunningHall


def test_qualifiers_are_known_after_last_round() -> None:
    log = first_round({"a": 40, "c": 12, "e": 11, "g": 10})
    assert not is_qualifying_over(fold(log[:-1])) and qualifying(fold(log[:-1])) is None
    outcome = qualifying(fold(log))
    assert outcome is not None and (outcome.qualified, outcome.open) == (("a", "c"), 0)
    tied = first_round({"a": 40, "c": 12, "e": 12, "g": 10})
    outcome = qualifying(fold(tied))
    assert outcome is not None and (outcome.qualified, outcome.open) == (("a",), 1)
    assert set(outcome.undecided) == {"c", "e"}
    outcome = qualifying(fold([*tied, PlayedOff(at=4.0, by="d", winner="e", loser="c")]))
    assert outcome is not None and outcome.qualified == ("a", "e")


def test_csv_escapes_formulas() -> None:
    text = standings_csv(fold(first_round({"a": 40, "c": 12, "e": 11, "g": 10})))
    lines = text.split("\r\n")
    assert lines[0].startswith("place,player,") and lines[1] == '1,"\'=a",3,1,40,0,40,1,,'
    assert len(lines) == 10 and standings_csv(EventState()).count("\n") == 1


@pytest.fixture
def hall(tmp_path: Any) -> Any:
    hall = RunningHall(tmp_path / "hall")
    yield hall
    assert hall.stop() == 0


def test_bracket_by_director_commands(hall: RunningHall) -> None:
    def event() -> Any:
        return hall.get("api/tables")["parts"]["event"]

    def match(winner: str, loser: str, round: int = 1, games: tuple[int, int] = (2, 1)) -> Any:
        decision = {"do": "match", "round": round, "number": 1, "winner": winner, "loser": loser}
        return hall.post_as_director("decide", decision=decision | {"games": games})

    assert (
        hall.post_as_director("event", name="Open", kind="main", games=1, best_of=4)["ok"] is False
    )
    assert hall.post_as_director("event", name="Open", kind="main", games=1, best_of=5)["ok"]
    names = [f"Player {n}" for n in range(10)]
    assert (
        hall.post_as_director("players", names=names)["ok"] and hall.post_as_director("draw")["ok"]
    )
    assert hall.post_as_director("seed")["code"] == "hall-not-decided"
    for n, table in enumerate(event()["tables"]):
        one, other = table["players"]
        for player, line in ((one, won(1, other, 10 + n)), (other, lost(1, one, 10 + n))):
            new = msgspec.to_builtins(WrittenLine.of(line))
            decision = {"do": "amend", "player": player, "old": None, "new": new}
            more = {"rule": "x", "reason": "y"}
            assert hall.post_as_director("decide", decision=decision | more)["ok"]
    qualified = hall.get_as_director("desk")["qualifying"]["qualified"]
    assert len(qualified) == 3 and event()["bracket"] == []
    assert hall.post_as_director("seed")["ok"] and event()["seeds"] == qualified
    first, final = event()["bracket"]
    assert first[0]["bye"] and first[0]["winner"] == qualified[0] and not final[0]["winner"]
    assert event()["best_of"] == 5 and hall.get_as_director("desk")["qualifying"] is None
    second = {"do": "match", "round": 1, "number": 2, "winner": qualified[2]}
    second |= {"loser": qualified[1], "games": (3, 0)}
    assert (
        hall.post_as_director("decide", decision=second | {"games": (2, 1)})["code"]
        == "hall-no-score"
    )
    assert hall.post_as_director("decide", decision=second)["ok"]
    assert match(qualified[0], qualified[1], 2, (3, 2))["code"] == "hall-no-match"
    assert match(qualified[0], qualified[2], 2, (3, 2))["ok"]
    assert event()["bracket"][1][0]["winner"] == qualified[0]
    assert hall.post_as_director("undo", seq=hall.get_as_director("desk")["log"][-1]["seq"])["ok"]
    assert event()["bracket"][1][0]["winner"] is None
