"""Results of a round robin on the same cards, and Elo ratings.

Ratings are Elo's, by maximum likelihood over all pairs (Bradley and Terry 1952): a player 100
points above another wins 0.640 of their games. Every pair gets one extra game, half won by each,
so that a player that never lost has a finite rating too. The mean of all ratings is 1500.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

import numpy as np
import numpy.typing as npt

MEAN = 1500
RESAMPLES = 300
"""Number of bootstrap resamples of the sets, from which the ratings' errors are estimated."""
SWAPS = 2
"""Games in a set: each player plays the same cards from both seats."""

Array = npt.NDArray[np.float64]
Pair = tuple[str, str]


@dataclass(frozen=True)
class Standing:
    """A player's rating and results.

    Attributes:
        player: name as passed to the ladder.
        rating: Elo.
        error: half the 95 % interval of the rating.
        games, wins: number of games it played, and number it won.
        forfeits: games it lost because it broke the rules or did not answer.
    """

    player: str
    rating: float
    error: float
    games: int
    wins: int
    forfeits: int = 0


@dataclass
class Ladder:
    """Results so far; `sets` has the first player's wins, by pair and set number."""

    players: tuple[str, ...]
    seed: int
    sets: dict[Pair, dict[int, int]] = field(default_factory=dict)
    forfeits: dict[str, int] = field(default_factory=dict)
    """Games each player lost because it broke the rules or did not answer."""

    @property
    def games(self) -> int:
        """Games played so far."""
        return SWAPS * sum(map(len, self.sets.values()))

    def rate(self, a: str, b: str) -> float | None:
        """Returns a player's win rate against another; None without games."""
        won = self.sets.get((a, b), {})
        lost = self.sets.get((b, a), {})
        games = SWAPS * (len(won) + len(lost))
        if not games:
            return None
        return (sum(won.values()) + SWAPS * len(lost) - sum(lost.values())) / games

    def standings(self) -> list[Standing]:
        """Returns every player's standing, best first."""
        results = [
            (pair, list(player_results.values())) for pair, player_results in self.sets.items()
        ]
        ratings = self._ratings(results)
        rng = Random(self.seed)
        drawn = [
            self._ratings(
                [
                    (pair, rng.choices(player_results, k=len(player_results)))
                    for pair, player_results in results
                ]
            )
            for _ in range(RESAMPLES)
        ]
        # The spread of the resampled ratings is their standard error.
        spread = np.std(drawn, axis=0)
        found = []
        for n, player in enumerate(self.players):
            player_results = [(pair, wins) for pair, wins in results if player in pair]
            games = SWAPS * sum(len(wins) for _, wins in player_results)
            won = sum(
                sum(wins) if pair[0] == player else SWAPS * len(wins) - sum(wins)
                for pair, wins in player_results
            )
            error = 1.96 * float(spread[n])
            lost = self.forfeits.get(player, 0)
            found.append(Standing(player, float(ratings[n]), error, games, won, lost))
        return sorted(found, key=lambda standing: -standing.rating)

    def _ratings(self, results: Sequence[tuple[Pair, Sequence[int]]]) -> Array:
        number = {player: n for n, player in enumerate(self.players)}
        wins = np.zeros((len(number), len(number)))
        for (a, b), won in results:
            wins[number[a], number[b]] += sum(won) + 0.5
            wins[number[b], number[a]] += SWAPS * len(won) - sum(won) + 0.5
        games = wins + wins.T
        logs = np.zeros(len(number))
        for _ in range(50):  # Newton's method; the likelihood has one maximum
            chance = 1 / (1 + np.exp(logs[None] - logs[:, None]))
            slope = (wins - games * chance).sum(axis=1)
            bend = games * chance * (1 - chance)
            step = np.linalg.pinv(np.diag(bend.sum(axis=1)) - bend) @ slope
            logs = logs + np.clip(step, -2, 2)
            if np.abs(step).max() < 1e-9:
                break
        return np.asarray(MEAN + 400 / math.log(10) * (logs - logs.mean()))
