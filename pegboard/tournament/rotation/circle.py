"""The rotation of a fixed field: everybody moves one seat on, and one stays.

The circle method: all sit round one long table, opposite each other. One never moves, the others go
on by one seat each round. So nobody meets twice before everybody has met, and a score card passes
to the same table or a neighbouring one. With an odd field nobody sits on the seat that stays: the
player opposite has a bye, and after n rounds everybody has had one.

The order round the table follows from the seed: players by the SHA-256 of `seed|id`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from pegboard.errors import ConfigError
from pegboard.tournament.codes import EventFault

LEAST_PLAYERS = 2


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players at a table; the first sits at the board's seat 0."""

    table: int
    seats: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Round:
    """All games of one round, by table from 1, and the player who sits out."""

    number: int
    pairings: tuple[Pairing, ...]
    bye: str | None = None


def order_by(seed: str, players: Iterable[str]) -> list[str]:
    """Returns the players in the order that a seed gives; the same everywhere and always."""
    return sorted(
        players, key=lambda player: (sha256(f"{seed}|{player}".encode()).digest(), player)
    )


def check_field(players: Sequence[str]) -> None:
    """Raises ConfigError if a player is entered twice, or if there are too few."""
    if len(players) < LEAST_PLAYERS:
        raise ConfigError(EventFault.TOO_FEW, least=LEAST_PLAYERS, n=len(players))
    player, times = Counter(players).most_common(1)[0]
    if times > 1:
        raise ConfigError(EventFault.PLAYER_TWICE, player=player)


def circle(players: Sequence[str], rounds: int, seed: str) -> tuple[Round, ...]:
    """Returns the rounds of a fixed field.

    Args:
        players: ids, in any order.
        rounds: how many; after everybody has met everybody the circle begins again.
        seed: of the order round the table.

    Raises:
        ConfigError: see `check_field`.
    """
    check_field(players)
    ring: list[str | None] = list(order_by(seed, players))
    if len(ring) % 2:
        ring.insert(0, None)
    return tuple(_round(ring, number) for number in range(1, rounds + 1))


def _round(ring: list[str | None], number: int) -> Round:
    moving = len(ring) - 1
    places = [ring[0], *(ring[1 + (place - number) % moving] for place in range(moving))]
    pairings: list[Pairing] = []
    bye = None
    for place in range(len(ring) // 2):
        one, other = places[place], places[moving - place]
        if one is None:
            bye = other
            continue
        assert other is not None
        # Whoever moves changes the side of the table with each seat; the one who stays, each round.
        first = number % 2 == 0 if place == 0 else place % 2 == 0
        seats = (one, other) if first else (other, one)
        pairings.append(Pairing(len(pairings) + 1, seats))
    return Round(number, tuple(pairings), bye)
