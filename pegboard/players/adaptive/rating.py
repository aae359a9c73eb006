"""Elo ratings of levels and people, and the level that gives an even game.

A difference of 400 points means odds of ten to one. The levels' ratings were measured in games
against each other (see the README of `players/`).
"""

from collections.abc import Sequence
from math import log, log10

from pegboard.players.adaptive import ADAPTIVE, STEPS

RATINGS = {"novice": 0.0, "beginner": 153.0, "club": 280.0, "expert": 326.0}
TARGET_SHARE = 0.475
"""Share of games that the person should win."""
HALF = 20
"""Half-life of a result's weight, in games: people improve, but a few games prove little."""
GAMES = 60
"""Number of latest games that count."""
USUAL, SPREAD = 150.0, 300.0
"""Prior mean and standard deviation of people's ratings."""
_LOWEST, _HIGHEST, _STEP = -200, 600, 5

Result = tuple[str, bool]
"""The level of the computer in a game, and whether the person won it."""


def rating_of(level: str) -> float | None:
    """Returns the rating of a fixed or in-between level; None for another player."""
    if level in RATINGS:
        return RATINGS[level]
    name, _, steps = level.partition("-")
    ratings = list(RATINGS.values())
    if name != ADAPTIVE or not steps.isdecimal() or int(steps) > STEPS * (len(ratings) - 1):
        return None
    below, more = divmod(int(steps), STEPS)
    if not more:
        return ratings[below]
    return ratings[below] + (ratings[below + 1] - ratings[below]) * more / STEPS


def rating_from(results: Sequence[Result]) -> float:
    """Returns the most likely rating of a person from recent games; the default without any.

    Args:
        results: oldest first; only the last `GAMES` against rated levels count, older ones less.
    """
    rated = [(rating, won) for level, won in results if (rating := rating_of(level)) is not None]

    def likelihood(rating: float) -> float:
        lost = ((rating - USUAL) / SPREAD) ** 2 / 2
        for age, (other, won) in enumerate(reversed(rated[-GAMES:])):
            odds = (1 if won else -1) * (rating - other) / 400
            lost += 0.5 ** (age / HALF) * log(1 + 10**-odds)
        return -lost

    return float(max(range(_LOWEST, _HIGHEST, _STEP), key=likelihood))


def level_for(results: Sequence[Result]) -> str:
    """Returns the level against which a person is expected to win `TARGET_SHARE` of games."""
    target_rating = rating_from(results) + 400 * log10((1 - TARGET_SHARE) / TARGET_SHARE)
    steps = range(STEPS * (len(RATINGS) - 1) + 1)

    def distance(step: int) -> float:
        rating = rating_of(f"{ADAPTIVE}-{step}")
        assert rating is not None
        return abs(rating - target_rating)

    return f"{ADAPTIVE}-{min(steps, key=distance)}"
