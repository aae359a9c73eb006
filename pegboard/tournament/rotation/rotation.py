"""Pairings for a field that may change: late arrivals, withdrawals, byes.

An unchanged field follows the circle. After a change each round is paired separately: with the
fewest repeated pairings (a maximum matching of players who have not met), the bye for one of the
players with the most games, and tables near the previous ones.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from statistics import fmean

from pegboard.tournament.rotation.circle import Pairing, Round, check_field, circle, order_by
from pegboard.tournament.rotation.matching import NOBODY, largest_matching


def rotation(
    present: Sequence[str], rounds: int, seed: str, played: Sequence[Round] = ()
) -> tuple[Round, ...]:
    """Returns the remaining rounds.

    Args:
        present: current players in any order.
        rounds: number of rounds of the event.
        seed: seed of the event; equal arguments give equal rounds.
        played: rounds so far.

    Raises:
        ConfigError: a player is entered twice, or there are too few.
    """
    whole = circle(present, rounds, seed)
    if whole[: len(played)] == tuple(played):
        return whole[len(played) :]
    done = list(played)
    while len(done) < rounds:
        done.append(next_round(present, done, seed))
    return tuple(done[len(played) :])


def next_round(present: Sequence[str], played: Sequence[Round], seed: str) -> Round:
    """Pairs one round.

    Args:
        present: current players in any order.
        played: rounds so far, possibly with players who have left.
        seed: seed of the event.

    Raises:
        ConfigError: a player is entered twice, or there are too few.
    """
    check_field(present)
    number = len(played) + 1
    field = order_by(f"{seed}|{number}", present)
    met = Counter(frozenset(pairing.seats) for round in played for pairing in round.pairings)
    games = Counter(
        player for round in played for pairing in round.pairings for player in pairing.seats
    )
    pairs, bye = _pairs(field, met, games)
    near, side = _last_tables(played), _sides(played)
    pairs.sort(key=lambda pair: fmean(near.get(player, len(field)) for player in pair))
    pairings = tuple(
        Pairing(table, (one, other) if side[one] <= side[other] else (other, one))
        for table, (one, other) in enumerate(pairs, 1)
    )
    return Round(number, pairings, bye)


def _pairs(
    field: list[str], met: Counter[frozenset[str]], games: Counter[str]
) -> tuple[list[tuple[str, str]], str | None]:
    """Returns the pairs with the fewest repeats, and the bye of an odd field."""
    odd = len(field) % 2
    most = max(games[player] for player in field)
    neighbours = [
        [
            other
            for other in _opposite_first(place, len(field))
            if not met[frozenset((player, field[other]))]
        ]
        for place, player in enumerate(field)
    ]
    nobody = NOBODY
    if odd:
        nobody = len(field)
        rested = [place for place, player in enumerate(field) if games[player] == most]
        neighbours.append(rested)
        for place in rested:
            neighbours[place].append(nobody)
    mate = largest_matching(neighbours, nobody)
    bye = field[mate[nobody]] if odd else None
    pairs = [
        (field[place], field[other])
        for place, other in enumerate(mate[: len(field)])
        if place < other < len(field)
    ]
    left = [field[place] for place, other in enumerate(mate[: len(field)]) if other == NOBODY]
    return pairs + _pair_repeats(left, met), bye


def _opposite_first(place: int, size: int) -> list[int]:
    """Returns all other places, the opposite one first, so that first choices seldom clash."""
    return [other for step in range(size) if (other := (place + size // 2 + step) % size) != place]


def _pair_repeats(left: list[str], met: Counter[frozenset[str]]) -> list[tuple[str, str]]:
    """Pairs players who have to meet again, those who have met least often first."""
    pairs = []
    free = set(left)
    for one, other in sorted(combinations(left, 2), key=lambda pair: met[frozenset(pair)]):
        if one in free and other in free:
            free -= {one, other}
            pairs.append((one, other))
    return pairs


def _last_tables(played: Sequence[Round]) -> dict[str, int]:
    tables: dict[str, int] = {}
    for round in played:
        for pairing in round.pairings:
            tables |= dict.fromkeys(pairing.seats, pairing.table)
    return tables


def _sides(played: Sequence[Round]) -> Counter[str]:
    """Returns for each player the number of games at seat 0 minus those at seat 1."""
    sides: Counter[str] = Counter()
    for round in played:
        for pairing in round.pairings:
            sides[pairing.seats[0]] += 1
            sides[pairing.seats[1]] -= 1
    return sides
