"""Log lines of events."""

import pytest

from pegboard.cribbage.game import Rules, apply, new_game
from pegboard.cribbage.notation import parse_action
from pegboard.narration.events import lines, narrate


def narrated(*played: str, rules: Rules | None = None) -> list[str]:
    state, lines = new_game(rules or Rules()), []
    for line in played:
        state, events = apply(state, parse_action(line))
        lines = narrate(events, ("Ann", "Ben", "Cat", "Dan"))
    return lines


DEAL = ["deal 0", "cut 5S"]


@pytest.mark.parametrize(
    ("lines", "last"),
    [
        (["peg 0 8"], ["Ann +8"]),
        (["peg 0 8", "correct 0 6"], ["Ann: peg moved to 6"]),
        (["deal 0"], ["Ann deals"]),
        (["deal 0", "cut JS"], ["The starter is J♠", "Ann +2 his heels"]),
        ([*DEAL, "play 1 TH"], ["Ben plays 10♥: 10"]),
        ([*DEAL, "play 1 TH", "play 0 5H"], ["Ann plays 5♥: 15", "Ann +2 fifteen"]),
        (["peg 0 61", "peg 1 121"], ["Ben +121", "Ben wins, a skunk!"]),
        (["penalty 0 2"], ["Ben +2 penalty"]),
        (
            [*DEAL, "hand 1 5H5C5DJS"],
            ["Ben +29: fifteen 16, double pair royal 12, his nobs 1"],
        ),
        (["deal 0", "cut 6S", "hand 1 2H4C8DKS"], ["Ben’s hand: nothing"]),
        ([*DEAL, "play 1 KH", "play 0 QH", "play 1 9H", "go 0"], ["Ann says go"]),
    ],
)
def test_events_become_log_lines(lines: list[str], last: list[str]) -> None:
    assert narrated(*lines) == last


def test_claim_is_narrated() -> None:
    plays = "1 2H|0 4H|1 6H|0 8H|1 2C|0 4C|1 3S|0 AS".split("|")
    lines = [*DEAL, *(f"play {play}" for play in plays)]
    assert narrated(*lines, "claim 1 8", rules=Rules(manual_count=True))[0] == "Ben claims 8"


def test_recount_is_narrated() -> None:
    plays = "1 2H|0 4H|1 6H|0 8H|1 2C|0 4C|1 3S|0 AS".split("|")
    again = narrated(*DEAL, *(f"play {play}" for play in plays), "hand 1 2H6H2C7C")
    assert any("taken back" in line for line in again)


def test_corrected_score_is_latest_line_of_seat() -> None:
    """On the panel of a seat, its latest line about the score is shown."""
    state = new_game(Rules())
    latest: dict[int | None, str] = {}
    for action in ("peg 0 5", "correct 0 3", "peg 1 2"):
        state, events = apply(state, parse_action(action))
        latest |= {each.seat: each.text for each in lines(events, ("Ann", "Ben")) if each.scored}
    assert latest == {0: "Ann: peg moved to 3", 1: "Ben +2"}
