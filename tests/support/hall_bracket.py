"""Events that have reached their bracket: as decisions and in a running hall."""

from typing import Any

import msgspec

from pegboard.tournament.decisions import (
    Amended,
    AnyDecision,
    Called,
    Counted,
    Drawn,
    Entered,
    EventKind,
    Game,
    Opened,
    Seeded,
    WrittenLine,
)
from pegboard.tournament.scorecards.line import lost, won
from tests.support.running_board import RunningBoard
from tests.support.running_hall import RunningHall

NAMES = "abcdefgh"
SEEDS = ("a", "c", "e", "g")


def first_round(margins: dict[str, int]) -> list[AnyDecision]:
    """Returns the decisions of one round of eight in which the first of each pair wins."""
    log: list[AnyDecision] = [
        Opened(at=1.0, by="d", name="Open", kind=EventKind.MAIN, games=1, best_of=3, seed="s")
    ]
    log += [Entered(at=1.0, by="d", player=name, name=f"={name}") for name in NAMES]
    pairs = [*zip(NAMES[::2], NAMES[1::2], strict=True)]
    games = tuple(Game(table, *pair) for table, pair in enumerate(pairs, 1))
    log.append(Drawn(at=2.0, by="d", round=1, games=games))
    for one, other in pairs:
        lines = (won(1, other, margins[one]), lost(1, one, margins[one]))
        log += [
            Amended(at=3.0, by="d", player=player, old=None, new=WrittenLine.of(line), rule="x",
                    reason="y")
            for player, line in zip((one, other), lines, strict=True)
        ]  # fmt: skip
    return log


FIRST_ROUND = first_round({"a": 40, "c": 12, "e": 11, "g": 10})


def seeded_log(*more: AnyDecision) -> list[AnyDecision]:
    return [*FIRST_ROUND, Seeded(at=5.0, by="d", players=SEEDS, reason="four"), *more]


def called_match(number: int, one: str, other: str, table: int = 1, round: int = 1) -> Called:
    return Called(at=6.0, by="hall", match=(round, number), table=table, players=(one, other))


def counted_game(number: int, winner: str, loser: str, match: tuple[int, int] = (1, 1)) -> Counted:
    key = f"{match}{number}{winner}"
    return Counted(at=7.0, by="d", match=match, number=number, winner=winner, loser=loser,
                   board="b", game=key)  # fmt: skip


def play_game(board: RunningBoard, winner: int, margin: int) -> None:
    """Plays a game on the board to the end, won by the given margin."""
    assert board.command(new={"mode": "score"})["ok"]
    left = {winner: 121, 1 - winner: 121 - margin}
    for seat in (1 - winner, winner):
        while left[seat]:
            points = min(29, left[seat])
            assert board.command(action=f"peg {seat} {points}")["ok"]
            left[seat] -= points


def event_part(hall: RunningHall) -> Any:
    return hall.get("api/tables")["parts"]["event"]


def qualify(hall: RunningHall, margins: list[int], odd: int = 0) -> None:
    """Plays a one-round main event whose cards the director writes; the first of each pair wins.

    Args:
        hall: that runs.
        margins: by table.
        odd: 1 if a player has the bye.
    """
    assert hall.post_as_director("event", name="Open", kind="main", games=1, best_of=3)["ok"]
    names = [f"Player {n}" for n in range(2 * len(margins) + odd)]
    assert (
        hall.post_as_director("players", names=names)["ok"] and hall.post_as_director("draw")["ok"]
    )
    for table, margin in zip(event_part(hall)["tables"], margins, strict=True):
        one, other = table["players"]
        for player, line in ((one, won(1, other, margin)), (other, lost(1, one, margin))):
            new = msgspec.to_builtins(WrittenLine.of(line))
            decision = {"do": "amend", "player": player, "old": None, "new": new}
            more = {"rule": "x", "reason": "y"}
            assert hall.post_as_director("decide", decision=decision | more)["ok"]
