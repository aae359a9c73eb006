"""Ranking, qualifying, bracket and rating points, with the ACC's tables."""

import time
from dataclasses import replace
from itertools import groupby
from random import Random

import pytest

from pegboard.errors import ConfigError
from pegboard.tournament.codes import EventFault
from pegboard.tournament.scorecards.line import Card, Line, lost, won
from pegboard.tournament.standings.awards import (
    Kind,
    award_hands,
    bracket_mrp,
    grand_slam,
    grass_roots,
    qualifying_mrp,
)
from pegboard.tournament.standings.qualifying import (
    Cut,
    bracket_size,
    changed_qualifiers,
    consolation_field,
    cut,
    qualifiers_of,
)
from pegboard.tournament.standings.ranking import rank
from pegboard.tournament.standings.season import season_standings
from pegboard.tournament.state import EventState
from tests.support.reference_standings import random_tournament, reference_places


def card(player: str, *lines: Line) -> Card:
    return Card(player, lines)


def order(*cards: Card, playoffs: tuple[tuple[str, str], ...] = ()) -> list[tuple[int, str]]:
    return [(place.place, place.player) for place in rank(cards, playoffs)]


def test_ranking_order_of_criteria() -> None:
    three_points = card("A", won(1, "x", 31))
    two_points = card("B", won(1, "x", 30))
    assert order(two_points, three_points) == [(1, "A"), (2, "B")]
    two_skunks = card("A", won(1, "x", 60), won(2, "x", 60))
    three_wins = card("B", won(1, "x", 1), won(2, "x", 1), won(3, "x", 1))
    assert order(two_skunks, three_wins) == [(1, "B"), (2, "A")], "6 points each, 3 won before 2"
    better_net = card("A", won(1, "x", 20), lost(2, "x", 5))
    more_plus = card("B", won(1, "x", 25), lost(2, "x", 11))
    assert order(better_net, more_plus) == [(1, "A"), (2, "B")]
    same_net = card("C", won(1, "x", 26), lost(2, "x", 11))
    assert order(better_net, same_net) == [(1, "C"), (2, "A")], "more plus points"


def test_tie_is_broken_by_head_to_head_then_play_off() -> None:
    one = card("A", won(1, "B", 10), lost(2, "x", 10))
    two = card("B", lost(1, "A", 10), won(2, "y", 10))
    apart = card("C", won(1, "z", 10), lost(2, "x", 10))
    assert order(two, one) == [(1, "A"), (2, "B")]
    assert order(two, apart) == [(1, "B"), (1, "C")], "who have not met share the place"
    assert all(place.tied for place in rank([two, apart]))
    assert order(two, apart, playoffs=(("C", "B"),)) == [(1, "C"), (2, "B")]
    assert order(one, two, apart) == [(1, "A"), (1, "B"), (1, "C")], "not all three have met"


def test_cyclic_tie_is_broken_by_play_offs() -> None:
    a = card("A", won(1, "B", 10), lost(2, "C", 10))
    b = card("B", won(1, "C", 10), lost(2, "A", 10))
    c = card("C", won(1, "A", 10), lost(2, "B", 10))
    assert order(a, b, c) == [(1, "A"), (1, "B"), (1, "C")]
    offs = (("C", "A"), ("C", "B"), ("B", "A"))
    assert order(a, b, c, playoffs=offs) == [(1, "C"), (2, "B"), (3, "A")]


def compare_with_reference(rng: Random) -> None:
    cards, playoffs = random_tournament(rng)
    ours = rank(cards, playoffs)
    by_place = [
        {place.player for place in group} for _, group in groupby(ours, key=lambda p: p.place)
    ]
    assert by_place == reference_places(cards, playoffs)
    for place in ours:
        assert place.tied == (sum(other.place == place.place for other in ours) > 1)


def test_ranking_matches_reference() -> None:
    rng = Random(19)
    for _ in range(3000):
        compare_with_reference(rng)


def test_ranking_cost_does_not_grow_with_the_square_of_the_field() -> None:
    def cpu_s(players: int) -> float:
        cards = [card(f"p{n}", won(1, "x", 10)) for n in range(players)]  # all of them tied

        def once() -> float:
            begun = time.process_time()
            rank(cards)
            return time.process_time() - begun

        return min(once() for _ in range(5))

    assert cpu_s(4000) < 60 * cpu_s(200), "20 times the players; all pairs are 400 times as many"


def test_standings_are_ranked_once_for_each_state() -> None:
    state = EventState(cards={"A": card("A", won(1, "B", 10)), "B": card("B", lost(1, "A", 10))})
    assert state.standings() is state.standings()
    changed = replace(state, cards={**state.cards, "B": card("B", won(1, "A", 20))})
    assert [place.player for place in changed.standings()] == ["B", "A"]
    assert [place.player for place in state.standings()] == ["A", "B"]


@pytest.mark.group("hall")
def test_ranking_matches_reference_on_100_000_tournaments() -> None:
    rng = Random(1219)
    for _ in range(100_000):
        compare_with_reference(rng)


@pytest.mark.parametrize(
    ("entrants", "qualifiers", "size", "byes"),
    [(108, 27, 32, 5), (132, 33, 64, 31), (60, 15, 16, 1), (121, 31, 32, 1), (124, 31, 32, 1),
     (125, 32, 32, 0), (4, 1, 1, 0), (5, 2, 2, 0), (9, 3, 4, 1)],
)  # fmt: skip
def test_number_of_qualifiers(entrants: int, qualifiers: int, size: int, byes: int) -> None:
    assert qualifiers_of(entrants) == qualifiers
    assert bracket_size(qualifiers) == size and size - qualifiers == byes


def test_cut_divides_field() -> None:
    field = [card(f"p{n}", won(1, "x", 100 - n)) for n in range(9)]
    made = cut(rank(field))
    assert made.qualified == ("p0", "p1", "p2") and made.undecided == ()
    assert made.high_non_qualifiers == ("p3", "p4", "p5", "p6", "p7")
    middle = [card("p0", won(1, "x", 99)), *(card(name, won(1, "x", 50)) for name in "ABCDEFGH")]
    shared = cut(rank(middle))
    assert shared.qualified == ("p0",) and shared.open_places == 2
    assert shared.undecided == tuple("ABCDEFGH")
    assert changed_qualifiers(Cut(("A", "B")), Cut(("B", "C"))) == (("C",), ("A",))
    assert consolation_field("ABCD", (*made.qualified, "B")) == ("A", "C", "D")


MAIN = {12: 14, 14: 17, 16: 20, 18: 22, 20: 25, 21: 26, 22: 27}
CONSOLATION = {7: 9, 8: 11, 9: 12, 10: 13, 12: 16}


@pytest.mark.parametrize(("games", "least"), MAIN.items())
def test_mrp_of_main_event(games: int, least: int) -> None:
    points = [qualifying_mrp(Kind.MAIN, games, 1, 8, least + above) for above in (-1, 0, 1, 9)]
    assert points == [5, 5, 10, 50]
    assert qualifying_mrp(Kind.MAIN, games, 5, 8, least + 9) == 5, "the lower half"
    assert qualifying_mrp(Kind.MAIN, games, 9, 8, least + 9) == 0, "no qualifier"


@pytest.mark.parametrize(("games", "least"), CONSOLATION.items())
def test_mrp_of_consolation(games: int, least: int) -> None:
    points = [qualifying_mrp(Kind.CONSOLATION, games, 1, 8, least + n) for n in (-1, 0, 1, 9)]
    assert points == [3, 3, 6, 30]
    assert qualifying_mrp(Kind.CONSOLATION, games, 5, 8, least + 9) == 3


def test_mrp_of_bracket() -> None:
    assert [bracket_mrp(Kind.MAIN, rounds) for rounds in range(6)] == [0, 7, 21, 42, 70, 105]
    assert [bracket_mrp(Kind.CONSOLATION, rounds) for rounds in range(5)] == [0, 4, 12, 24, 40]
    assert qualifying_mrp(Kind.MAIN, 22, 14, 27, 30) == 20, "the middle one is in the upper half"
    with pytest.raises(ConfigError) as caught:
        qualifying_mrp(Kind.MAIN, 9, 1, 8, 12)
    assert caught.value.code is EventFault.NO_RATING


def test_grass_roots_points() -> None:
    assert [grass_roots(points) for points in (0, 11, 12, 13, 27)] == [0, 0, 12, 13, 27]
    assert grass_roots(14, {12: 3, 14: 11}) == 11 and grass_roots(13, {12: 3, 14: 11}) == 0
    slam = card("A", *(won(game, "x", 20) for game in range(1, 10)))
    assert grand_slam(slam) and not grand_slam(card("A", *slam.lines[:8]))
    assert not grand_slam(slam.with_line(lost(9, "x", 1)))
    assert award_hands([12, 28, 29, 24]) == (28, 29)


def test_season_counts_36_nights() -> None:
    ann = card("Ann", *(won(game, "Bo", 20) for game in range(1, 10)))
    bo = card("Bo", *(lost(game, "Ann", 20) for game in range(1, 10)))
    first, second = season_standings([[ann, bo]] * 40)
    assert (first.player, first.grass_roots, first.nights, first.grand_slams) == (
        "Ann",
        648,
        36,
        36,
    )
    assert (second.place, second.player, second.grass_roots) == (2, "Bo", 0)
    shared = season_standings([[card("A", won(1, "x", 5)), card("B", won(1, "x", 5))]])
    assert [row.place for row in shared] == [1, 1]
