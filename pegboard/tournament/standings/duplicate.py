"""Ranking of a duplicate night, which compares play of the same cards.

The result of a game is its margin, negative for a loss. The mean over the field is its *datum*, as
in duplicate bridge. A player's score is the sum of results minus data. Ties are broken by the
number of games played better than the tied players; remaining ties share a place.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from pegboard.tournament.scorecards.line import Card, tally
from pegboard.tournament.standings.ranking import Place

EXPERT = "*expert"
"""Reserved id of the computer, which plays at all tables."""


@dataclass(frozen=True, slots=True)
class ComparedGame:
    """One game compared across the field.

    Attributes:
        game: number of the game.
        datum: mean of all margins.
        margins: margin by player.
    """

    game: int
    datum: Fraction
    margins: Mapping[str, int]


def compare_games(cards: Iterable[Card]) -> tuple[ComparedGame, ...]:
    """Compares each game across all cards, in order of the games."""
    margins: dict[int, dict[str, int]] = {}
    for card in cards:
        for line in card.lines:
            if line.spread is not None:
                won = line.claims_win
                margins.setdefault(line.game, {})[card.player] = line.spread * (1 if won else -1)
    return tuple(
        ComparedGame(game, Fraction(sum(found.values()), len(found)), found)
        for game, found in sorted(margins.items())
    )


def scores(games: Iterable[ComparedGame]) -> dict[str, Fraction]:
    """Returns the score of each player with at least one game."""
    found: dict[str, Fraction] = {}
    for game in games:
        for player, margin in game.margins.items():
            found[player] = found.get(player, Fraction(0)) + margin - game.datum
    return found


def rank_duplicate(cards: Iterable[Card]) -> tuple[Place, ...]:
    """Ranks players by score; players without a game have score 0."""
    held = {card.player: card for card in cards}
    games = compare_games(held.values())
    score = scores(games)

    def order(player: str) -> Fraction:
        return -score.get(player, Fraction(0))

    places: list[Place] = []
    for _, group in groupby(sorted(held, key=lambda player: (order(player), player)), key=order):
        tied = list(group)
        better = {player: _wins_minus_losses(player, tied, games) for player in tied}
        tied.sort(key=lambda player: (-better[player], player))
        for _, shared in groupby(tied, key=better.__getitem__):
            players, first = list(shared), len(places) + 1
            places += [
                Place(first, player, tally(held[player].lines), len(players) > 1)
                for player in players
            ]
    return tuple(places)


def _wins_minus_losses(player: str, tied: list[str], games: Iterable[ComparedGame]) -> int:
    """Counts pairwise wins minus losses of a player against tied players."""
    found = 0
    for game in games:
        own_margin = game.margins.get(player)
        for other in tied:
            other_margin = game.margins.get(other)
            if own_margin is not None and other_margin is not None:
                found += (own_margin > other_margin) - (own_margin < other_margin)
    return found
