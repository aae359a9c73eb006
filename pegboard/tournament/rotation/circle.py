"""Round-robin pairings of a fixed field with the circle method.

All players sit around a long table. One stays, the others move by one seat each round. Nobody meets
twice before everyone has met, and players move to the same or a neighbouring table. In an odd field
the fixed seat is empty: the player opposite has the bye, and after n rounds everyone has had one.

The seating order follows from the seed: players by the SHA-256 of `seed|id`.
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
    """Two players at a table, at seats 0 and 1 of its board."""

    table: int
    seats: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Round:
    """All games of a round by table (from 1), and the player with the bye."""

    number: int
    pairings: tuple[Pairing, ...]
    bye: str | None = None


def order_by(seed: str, players: Iterable[str]) -> list[str]:
    """Returns the players in a reproducible order determined by a seed."""
    return sorted(
        players, key=lambda player: (sha256(f"{seed}|{player}".encode()).digest(), player)
    )


def check_field(players: Sequence[str]) -> None:
    """Checks the field.

    Raises:
        ConfigError: a player is entered twice, or there are too few.
    """
    if len(players) < LEAST_PLAYERS:
        raise ConfigError(EventFault.TOO_FEW, least=LEAST_PLAYERS, n=len(players))
    player, times = Counter(players).most_common(1)[0]
    if times > 1:
        raise ConfigError(EventFault.PLAYER_TWICE, player=player)


def circle(players: Sequence[str], rounds: int, seed: str) -> tuple[Round, ...]:
    """Returns the rounds of a fixed field.

    Args:
        players: ids in any order.
        rounds: number of rounds; the circle repeats once everyone has met.
        seed: seed of the seating order.

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
        # Rotating players swap seats from table to table, the fixed player from round to round.
        first = number % 2 == 0 if place == 0 else place % 2 == 0
        seats = (one, other) if first else (other, one)
        pairings.append(Pairing(len(pairings) + 1, seats))
    return Round(number, tuple(pairings), bye)
