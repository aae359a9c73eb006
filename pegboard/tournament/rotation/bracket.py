"""The bracket: best-of-3, 5 or 7 matches between seeds, highest against lowest.

Every position follows from seeds and results, so a corrected result changes the whole bracket.
Results between players who no longer meet in a match are ignored.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pegboard.errors import ConfigError, IllegalAction
from pegboard.tournament.codes import EventFault
from pegboard.tournament.standings.qualifying import bracket_size

BEST_OF = (1, 3, 5, 7)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one match.

    Attributes:
        winner: id of the winner.
        loser: id of the loser.
        games: games won by winner and loser; (0, 0) if the loser did not appear.
    """

    winner: str
    loser: str
    games: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Match:
    """One match of the bracket; an undetermined player is None."""

    round: int
    number: int
    players: tuple[str | None, str | None]
    best_of: int
    winner: str | None = None
    games: tuple[int, int] = (0, 0)
    bye: bool = False
    """True for a seed without an opponent in the first round."""
    score: tuple[int, int] = (0, 0)
    """Games won so far by each player, if games are counted."""


Key = tuple[int, int]
"""Round and number of a match, both from 1; round 0 for play-offs."""
Meeting = tuple[Key, frozenset[str]]
"""A match and its two players, who may change after a correction in an earlier round."""


@dataclass(frozen=True, slots=True)
class MatchGame:
    """One game of a match; a skunk counts as one game.

    Attributes:
        match: round and number of the match.
        number: number of the game, from 1.
        winner, loser: players of the game.
        board, game: location of the game's journal.
    """

    match: Key
    number: int
    winner: str
    loser: str
    board: str
    game: str

    @property
    def meeting(self) -> Meeting:
        """Match and its players."""
        return self.match, frozenset((self.winner, self.loser))


def games_needed(best_of: int) -> int:
    """Returns the number of games that win a match."""
    return best_of // 2 + 1


def won_games(games: Iterable[MatchGame]) -> dict[Meeting, Counter[str]]:
    """Counts each player's wins by meeting."""
    found: dict[Meeting, Counter[str]] = {}
    for game in games:
        found.setdefault(game.meeting, Counter())[game.winner] += 1
    return found


def seed_order(size: int) -> list[int]:
    """Returns the seeds (from 1) of a full bracket from top to bottom."""
    order = [1]
    while len(order) < size:
        full = 2 * len(order) + 1
        order = [seed for high in order for seed in (high, full - high)]
    return order


def bracket(
    seeds: Sequence[str],
    results: Mapping[Key, Result],
    best_of: int | Sequence[int] = 3,
    games: Iterable[MatchGame] = (),
) -> tuple[tuple[Match, ...], ...]:
    """Builds the rounds of a bracket, the final last; none for a single seed.

    Args:
        seeds: qualifiers, the top seed first.
        results: results entered so far, which take precedence over games.
        best_of: games of a match, or a list by round whose last value also holds for later rounds.
        games: games played in the matches.

    Raises:
        ConfigError: `best_of` is not 1, 3, 5 or 7.
        IllegalAction: a result does not fit the length of its match.
    """
    size = bracket_size(len(seeds))
    wins = won_games(games)
    by_seed = {number: player for number, player in enumerate(seeds, 1)}
    going: list[str | None] = [by_seed.get(seed) for seed in seed_order(size)]
    rounds: list[tuple[Match, ...]] = []
    while len(going) > 1:
        number = len(rounds) + 1
        length = _length(best_of, number)
        matches = tuple(
            _match(
                (number, place // 2 + 1), (going[place], going[place + 1]), length, results, wins
            )
            for place in range(0, len(going), 2)
        )
        rounds.append(matches)
        going = [match.winner for match in matches]
    return tuple(rounds)


def rounds_passed(rounds: Sequence[Sequence[Match]], player: str) -> int:
    """Counts the rounds a player has won, including byes."""
    return sum(match.winner == player for matches in rounds for match in matches)


def check_score(key: Key, games: tuple[int, int], best_of: int) -> None:
    """Checks the result of a match; (0, 0) means that the loser did not appear.

    Raises:
        IllegalAction: the numbers of games won and lost are impossible.
    """
    won, lost = games
    needed = games_needed(best_of)
    if games != (0, 0) and not (won == needed and 0 <= lost < needed):
        raise IllegalAction(
            EventFault.NO_SCORE, round=key[0], match=key[1], won=won, lost=lost, best_of=best_of
        )


def _length(best_of: int | Sequence[int], number: int) -> int:
    length = best_of if isinstance(best_of, int) else best_of[min(number, len(best_of)) - 1]
    if length not in BEST_OF:
        raise ConfigError(EventFault.BEST_OF, value=length)
    return length


def _match(
    key: Key,
    players: tuple[str | None, str | None],
    best_of: int,
    results: Mapping[Key, Result],
    wins: Mapping[Meeting, Counter[str]],
) -> Match:
    number, place = key
    if number == 1 and None in players:
        return Match(number, place, players, best_of, players[0] or players[1], bye=True)
    one, other = players
    if one is None or other is None:
        return Match(number, place, players, best_of)
    won = wins.get((key, frozenset((one, other))), Counter[str]())
    score = (won[one], won[other])
    result = results.get(key)
    if result is not None and {result.winner, result.loser} == {one, other}:
        check_score(key, result.games, best_of)
        return Match(number, place, players, best_of, result.winner, result.games, score=score)
    if max(score) < games_needed(best_of):
        return Match(number, place, players, best_of, score=score)
    winner = one if score[0] > score[1] else other
    return Match(number, place, players, best_of, winner, (max(score), min(score)), score=score)
