"""The ranks of a duplicate night: everybody had the same cards, so only the play is compared.

The result of a game is its margin, below zero for a loss. The mean of all who have played that game
is its *datum*, as in duplicate bridge: what the cards were worth. A player's score is the sum of
what each game was above the datum. Equal scores are parted by how many games one has played better
than those who have the same, and who cannot be parted so share a place.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from pegboard.tournament.scorecards.line import Card, tally
from pegboard.tournament.standings.ranking import Place

EXPERT = "*expert"
"""Id of the computer, which plays at all tables; no player can be called so."""


@dataclass(frozen=True, slots=True)
class ComparedGame:
    """One game as everybody has played it.

    Attributes:
        game: its number.
        datum: the mean of all margins.
        margins: by player.
    """

    game: int
    datum: Fraction
    margins: Mapping[str, int]


def compare_games(cards: Iterable[Card]) -> tuple[ComparedGame, ...]:
    """Returns the games in order, each with what the players have made of it."""
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
    """Returns the score of everybody who has played a game."""
    found: dict[str, Fraction] = {}
    for game in games:
        for player, margin in game.margins.items():
            found[player] = found.get(player, Fraction(0)) + margin - game.datum
    return found


def rank_duplicate(cards: Iterable[Card]) -> tuple[Place, ...]:
    """Ranks players by their scores; one without a game is as good as the mean."""
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
    """Returns in how many games a player was better than others, less those they were worse."""
    found = 0
    for game in games:
        own = game.margins.get(player)
        for other in tied:
            foe = game.margins.get(other)
            if own is not None and foe is not None:
                found += (own > foe) - (own < foe)
    return found
