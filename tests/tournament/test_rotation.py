"""Pairings: minimal repeats, balanced byes and seats, reproducible from the seed."""

import time
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegboard.errors import ConfigError, IllegalAction
from pegboard.tournament.codes import EventFault
from pegboard.tournament.rotation.bracket import (
    Result,
    bracket,
    rounds_passed,
    seed_order,
)
from pegboard.tournament.rotation.circle import Round
from pegboard.tournament.rotation.matching import NOBODY, largest_matching
from pegboard.tournament.rotation.rotation import rotation


def names(count: int) -> list[str]:
    return [f"p{number}" for number in range(count)]


def meetings(rounds: Sequence[Round]) -> Counter[frozenset[str]]:
    return Counter(frozenset(pairing.seats) for round in rounds for pairing in round.pairings)


def check_round(each: Round, present: Sequence[str]) -> None:
    """Asserts that everyone plays once or has the bye, at tables numbered from 1."""
    playing = [player for pairing in each.pairings for player in pairing.seats]
    assert sorted([*playing, *([each.bye] if each.bye else [])]) == sorted(present)
    assert (each.bye is None) == (len(present) % 2 == 0)
    assert [pairing.table for pairing in each.pairings] == [*range(1, len(present) // 2 + 1)]


@given(st.integers(2, 41), st.integers(1, 45), st.text("abc", max_size=3))
@settings(max_examples=60)
def test_rotation_of_fixed_field_is_balanced(count: int, length: int, seed: str) -> None:
    players = names(count)
    rounds = rotation(players, length, seed)
    assert [round.number for round in rounds] == [*range(1, length + 1)]
    for round in rounds:
        check_round(round, players)
    cycle = count - 1 if count % 2 == 0 else count
    met = meetings(rounds[:cycle])
    assert max(met.values()) == 1, "nobody meets twice while enough players are left"
    assert all(len(meetings(rounds[at : at + cycle])) == sum(len(round.pairings) for round in
               rounds[at : at + cycle]) for at in range(max(1, length - cycle + 1)))  # fmt: skip
    byes = Counter(round.bye for round in rounds if round.bye)
    assert max((byes[player] for player in players), default=0) <= 1 + min(
        byes[player] for player in players
    )
    side: Counter[str] = Counter()
    for later in rounds:
        for pairing in later.pairings:
            side[pairing.seats[0]] += 1
            side[pairing.seats[1]] -= 1
        assert all(abs(side[player]) <= 1 for player in players), "either seat as often"
    for before, after in pairwise(rounds):
        last = {player: p.table for p in before.pairings for player in p.seats}
        for pairing in after.pairings:
            for player in pairing.seats:
                assert abs(last.get(player, pairing.table) - pairing.table) <= 1, "a neighbour"


def test_rotation_is_determined_by_seed() -> None:
    players = names(12)
    assert rotation(players, 9, "s") == rotation(players[::-1], 9, "s")
    assert rotation(players, 9, "s") != rotation(players, 9, "t")
    assert rotation(players, 9, "s")[:4] == rotation(players, 4, "s")


def fewest_repeats(
    present: Sequence[str], met: Counter[frozenset[str]], sits_out: str | None
) -> int:
    """Computes the minimum by brute force."""
    left = [player for player in present if player != sits_out]
    if not left:
        return 0
    one = left[0]
    return min(
        (met[frozenset((one, other))] > 0)
        + fewest_repeats([p for p in left if p not in (one, other)], met, None)
        for other in left[1:]
    )


@given(st.data())
@settings(max_examples=80)
def test_rotation_of_changing_field_has_fewest_repeats(data: st.DataObject) -> None:
    present, seed = names(data.draw(st.integers(2, 7))), "s"
    played: tuple[Round, ...] = ()
    games: Counter[str] = Counter()
    arrivals = 100
    for number in range(1, data.draw(st.integers(2, 9)) + 1):
        if data.draw(st.integers(0, 3)) == 0 and len(present) < 8:
            present = [*present, f"p{arrivals}"]
            arrivals += 1
        if data.draw(st.integers(0, 3)) == 0 and len(present) > 2:
            left = data.draw(st.sampled_from(present))
            present = [player for player in present if player != left]
        each, *_ = rotation(present, number, seed, played)
        assert rotation(present, number, seed, played)[0] == each, "the same again"
        check_round(each, present)
        met = meetings(played)
        repeats = sum(met[frozenset(pairing.seats)] > 0 for pairing in each.pairings)
        most = max(games[player] for player in present)
        outs = [p for p in present if games[p] == most] if len(present) % 2 else [None]
        assert repeats == min(fewest_repeats(present, met, out) for out in outs)
        if each.bye:
            assert games[each.bye] == most
        games.update(player for pairing in each.pairings for player in pairing.seats)
        played += (each,)


def test_large_changing_field_has_no_repeats() -> None:
    present = names(300)
    rounds = rotation(present, 4, "s")
    present = present[7:] + [f"late{n}" for n in range(4)]
    began = time.process_time()
    more = rotation(present, 22, "s", rounds)
    assert time.process_time() - began < 30
    assert max(meetings((*rounds, *more)).values()) == 1
    byes = Counter(round.bye for round in more if round.bye)
    assert max(byes.values()) == 1


@given(st.integers(0, 9), st.data())
def test_matching_is_maximum(size: int, data: st.DataObject) -> None:
    edges = data.draw(st.sets(st.sampled_from([*combinations(range(size), 2)]))) if size > 1 else ()
    near: list[list[int]] = [[] for _ in range(size)]
    for one, other in edges:
        near[one].append(other)
        near[other].append(one)
    mate = largest_matching(near)
    assert all(other == NOBODY or mate[other] == one for one, other in enumerate(mate))
    assert all(other == NOBODY or other in near[one] for one, other in enumerate(mate))

    def most(left: frozenset[int]) -> int:
        if len(left) < 2:
            return 0
        one = min(left)
        without = left - {one}
        ways = [1 + most(without - {other}) for other in near[one] if other in without]
        return max([most(without), *ways])

    assert sum(other != NOBODY for other in mate) == 2 * most(frozenset(range(size)))


def test_rotation_refuses_invalid_field() -> None:
    for players, code in ((["A"], EventFault.TOO_FEW), (["A", "A"], EventFault.PLAYER_TWICE)):
        with pytest.raises(ConfigError) as caught:
            rotation(players, 3, "")
        assert caught.value.code is code


def test_bracket_seed_order() -> None:
    assert seed_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    rounds = bracket(names(5), {})
    assert [match.players for match in rounds[0]] == [
        ("p0", None), ("p3", "p4"), ("p1", None), ("p2", None),
    ]  # fmt: skip
    assert [match.bye for match in rounds[0]] == [True, False, True, True]
    assert [match.players for match in rounds[1]] == [("p0", None), ("p1", "p2")]
    assert bracket(["A"], {}) == ()


@given(st.integers(2, 40), st.sampled_from((1, 3, 5, 7)), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_bracket_reaches_final(count: int, best_of: int, rng: Random) -> None:
    results: dict[tuple[int, int], Result] = {}
    seeds = names(count)
    while (rounds := bracket(seeds, results, best_of))[-1][0].winner is None:
        ready = [m for round in rounds for m in round if m.winner is None and None not in m.players]
        match = rng.choice(ready)
        one, other = (player for player in match.players if player)
        winner, loser = rng.choice(((one, other), (other, one)))
        lost = rng.randint(0, best_of // 2)
        results[match.round, match.number] = Result(winner, loser, (best_of // 2 + 1, lost))
    assert sum(len(round) for round in rounds) == 2 ** len(rounds) - 1
    assert len(results) == count - 1, "each match puts one player out"
    champion = rounds[-1][0].winner
    assert champion is not None and rounds_passed(rounds, champion) == len(rounds)


def test_corrected_result_rebuilds_bracket() -> None:
    results = {
        (1, 1): Result("p0", "p3", (2, 0)),
        (1, 2): Result("p1", "p2", (2, 1)),
        (2, 1): Result("p0", "p1", (2, 1)),
    }
    assert bracket(names(4), results)[-1][0].winner == "p0"
    changed = results | {(1, 1): Result("p3", "p0", (0, 0))}
    rounds = bracket(names(4), changed)
    assert rounds[1][0].players == ("p3", "p1") and rounds[-1][0].winner is None
    with pytest.raises(IllegalAction) as caught:
        bracket(names(4), results, best_of=5)
    assert caught.value.code is EventFault.NO_SCORE
    with pytest.raises(ConfigError):
        bracket(names(4), {}, best_of=2)
    assert bracket(names(4), {}, best_of=(3, 5))[1][0].best_of == 5
