"""The bracket: matches of best of 3, 5 or 7 games between seeds, highest against lowest.

Every position follows from the seeds and the results: a corrected result gives the bracket anew. A
result of a match between others than those who now meet there does not count any more.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pegboard.errors import ConfigError, IllegalAction
from pegboard.hall.codes import HallFault
from pegboard.hall.standings.qualifying import bracket_size

BEST_OF = (1, 3, 5, 7)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one match.

    Attributes:
        winner: the player who goes on.
        loser: the other one.
        games: won by the winner and by the loser; (0, 0) if the loser did not appear.
    """

    winner: str
    loser: str
    games: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Match:
    """One match of the bracket; None is a player who is not known yet."""

    round: int
    number: int
    players: tuple[str | None, str | None]
    best_of: int
    winner: str | None = None
    games: tuple[int, int] = (0, 0)
    bye: bool = False
    """True in the first round for a seed without an opponent."""


Key = tuple[int, int]
"""Round and number of a match, both from 1."""


def seed_order(size: int) -> list[int]:
    """Returns the seeds, from 1, as they stand in a full bracket from top to bottom."""
    order = [1]
    while len(order) < size:
        full = 2 * len(order) + 1
        order = [seed for high in order for seed in (high, full - high)]
    return order


def bracket(
    seeds: Sequence[str], results: Mapping[Key, Result], best_of: int | Sequence[int] = 3
) -> tuple[tuple[Match, ...], ...]:
    """Returns the rounds of a bracket, the final last; none for a single seed.

    Args:
        seeds: the qualifiers, the highest first.
        results: so far.
        best_of: games of a match, or of the matches of each round (the last counts on).

    Raises:
        ConfigError: a match cannot have this many games.
        IllegalAction: a result is not one of a match of this length.
    """
    size = bracket_size(len(seeds))
    known = {number: player for number, player in enumerate(seeds, 1)}
    going: list[str | None] = [known.get(seed) for seed in seed_order(size)]
    rounds: list[tuple[Match, ...]] = []
    while len(going) > 1:
        number = len(rounds) + 1
        length = _length(best_of, number)
        matches = tuple(
            _match((number, place // 2 + 1), (going[place], going[place + 1]), length, results)
            for place in range(0, len(going), 2)
        )
        rounds.append(matches)
        going = [match.winner for match in matches]
    return tuple(rounds)


def winner_of(rounds: Sequence[Sequence[Match]]) -> str | None:
    """Returns the winner of the final; None if it has not been played."""
    return rounds[-1][0].winner if rounds else None


def rounds_passed(rounds: Sequence[Sequence[Match]], player: str) -> int:
    """Returns how many rounds a player has passed, a bye included."""
    return sum(match.winner == player for matches in rounds for match in matches)


def check_score(key: Key, games: tuple[int, int], best_of: int) -> None:
    """Raises IllegalAction if games won and lost are no result of a match.

    (0, 0) is one: the loser did not appear.
    """
    won, lost = games
    needed = best_of // 2 + 1
    if games != (0, 0) and not (won == needed and 0 <= lost < needed):
        raise IllegalAction(
            HallFault.NO_SCORE, round=key[0], match=key[1], won=won, lost=lost, best_of=best_of
        )


def _length(best_of: int | Sequence[int], number: int) -> int:
    length = best_of if isinstance(best_of, int) else best_of[min(number, len(best_of)) - 1]
    if length not in BEST_OF:
        raise ConfigError(HallFault.BEST_OF, value=length)
    return length


def _match(
    key: Key, players: tuple[str | None, str | None], best_of: int, results: Mapping[Key, Result]
) -> Match:
    number, place = key
    if number == 1 and None in players:
        return Match(number, place, players, best_of, players[0] or players[1], bye=True)
    result = results.get(key)
    if result is None or {result.winner, result.loser} != set(players):
        return Match(number, place, players, best_of)
    check_score(key, result.games, best_of)
    return Match(number, place, players, best_of, result.winner, result.games)
