"""Match points by result, compared with an independent copy of the tables."""

import json

import pytest

from pegboard.cribbage.game import Correct, Rules, State, apply, new_game
from pegboard.cribbage.match import TABLES, Match, finishing_order, games_won, next_dealer
from pegboard.errors import ConfigError
from tests.support.paths import TEST_DATA

SCORE_OF = {"N": 100, "S": 80, "D": 40}


def finished(rules: Rules, *scores: int, dealer: int = 0) -> State:
    """Returns a finished game with these scores; the winner's is the target."""
    state = new_game(rules, dealer)
    for side, score in sorted(enumerate(scores), key=lambda pair: pair[1]):
        state = apply(state, Correct(side, score)).state
    return state


COPY = json.loads((TEST_DATA / "scoring" / "match_scoring.json").read_text())["tables"]
CASES = [
    (int(sides), table, results, (*won, *(0,) * (int(sides) - 1 - len(won))))
    for sides, tables in COPY.items()
    for table, rows in tables.items()
    for results, won in rows.items()
]


@pytest.mark.parametrize(("sides", "table", "results", "won"), CASES)
def test_match_points_table(sides: int, table: str, results: str, won: tuple[int, ...]) -> None:
    rules = Rules(sides, match=table)
    # Beaten sides sit in reverse order, so that places and seats differ.
    beaten = [SCORE_OF[result] - place for place, result in enumerate(results)]
    state = finished(rules, *reversed(beaten), 121)
    assert finishing_order(state) == tuple(reversed(range(sides)))
    assert games_won(state) == (0, *reversed(won))


def test_match_tables_are_complete() -> None:
    assert [len(CASES), *(len(rows) for rows in TABLES.values())] == [60, 4, 3, 3]
    assert {(sides, table, results) for sides, table, results, _ in CASES} == {
        (sides, table, results)
        for sides, tables in TABLES.items()
        for table, rows in tables.items()
        for results in rows
    }
    for sides, _, results, won in CASES:
        assert len(results) == sides - 1 == len(won)
        assert list(won) == sorted(won, reverse=True)


@pytest.mark.parametrize(("loser", "points"), [(100, 2), (90, 3), (60, 3)])
def test_acc_match_awards_two_points_or_three_for_skunk(loser: int, points: int) -> None:
    assert games_won(finished(Rules(match="acc"), loser, 121)) == (0, points)


def test_partners_form_two_sides() -> None:
    rules = Rules(4, partners=True, match="D")
    state = finished(rules, 121, 60, dealer=3)
    assert games_won(state) == (4, 0)
    assert finishing_order(state) == (0, 1)
    assert next_dealer(state) == 1  # of seats 1 and 3 the one nearer the left of seat 3


def test_loser_deals_next() -> None:
    assert next_dealer(finished(Rules(), 121, 100)) == 1
    assert next_dealer(finished(Rules(), 100, 121)) == 0
    assert next_dealer(finished(Rules(3), 121, 80, 100)) == 1
    # Level: nearest the old dealer's left.
    assert next_dealer(finished(Rules(3), 80, 80, 121, dealer=0)) == 1
    assert next_dealer(finished(Rules(3), 80, 80, 121, dealer=1)) == 0
    assert finishing_order(finished(Rules(3), 80, 80, 121, dealer=1)) == (2, 0, 1)
    # Equals stand in the order they count in: pone before the dealer.
    assert finishing_order(finished(Rules(3), 80, 121, 80, dealer=0)) == (1, 2, 0)


def test_first_to_n_games_wins() -> None:
    match = Match(2, first_to=3)
    assert match.wins == (0, 0) and not match.over
    match = match.after(finished(Rules(), 121, 100)).after(finished(Rules(), 121, 80))
    assert match.wins == (3, 0) and match.over


def test_match_of_n_games_ends_after_n() -> None:
    match = Match(2, length=2).after(finished(Rules(), 121, 40))
    assert not match.over and match.wins == (3, 0)
    match = match.after(finished(Rules(), 100, 121))
    assert match.over and match.played == 2


@pytest.mark.parametrize(("first_to", "length"), [(0, 0), (3, 2)])
def test_match_has_a_single_length(first_to: int, length: int) -> None:
    with pytest.raises(ConfigError, match="match must be either first to"):
        Match(2, first_to, length)
