"""Compares two players over many games on the same cards, with seats swapped.

Games come in sets that share their shuffles. In each game of a set, player A sits in a different
seat (two players: once in each; partners: once on each side), so that luck of the cards cancels
out.
"""

from __future__ import annotations

import math
import multiprocessing
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

from pegboard.arena.external import opened
from pegboard.cribbage.game import Action, Deal, Discard, Play, Rules, View
from pegboard.errors import IllegalAction
from pegboard.players import Player
from pegboard.players.selfplay import play_game

T = TypeVar("T")


@dataclass
class Tally:
    """Accumulated results of sets of games."""

    wins: list[float] = field(default_factory=list)
    """Games won by A in each set."""
    games: int = 0
    dealer_wins: int = 0
    """Games that the side of the first dealer won."""
    points: dict[str, list[int]] = field(default_factory=dict)
    """Points scored in complete deals, and the number of deals, by `a pone`, `b dealer` ..."""
    seconds: dict[str, list[float]] = field(default_factory=dict)
    """Seconds taken by each decision that was not forced, by `a discard`, `b play` ..."""

    forfeits: dict[str, int] = field(default_factory=dict)
    """Games that `a` or `b` lost because it broke the rules or did not answer."""

    def add(self, other: Tally) -> None:
        """Adds the results of more sets."""
        self.wins += other.wins
        for label, games in other.forfeits.items():
            self.forfeits[label] = self.forfeits.get(label, 0) + games
        self.games += other.games
        self.dealer_wins += other.dealer_wins
        for key, (points, deals) in other.points.items():
            mine = self.points.setdefault(key, [0, 0])
            mine[0] += points
            mine[1] += deals
        for key, seconds in other.seconds.items():
            self.seconds.setdefault(key, []).extend(seconds)


@dataclass(frozen=True)
class Trial:
    """Settings of an arena: the two players and the kind of game.

    With `forfeits`, a player that breaks the rules loses that game; otherwise the run fails.
    """

    a: str
    b: str
    """Like `a`: a level's name, a Python file or a program; see `pegboard.arena.external`."""
    seed: int
    players: int = 2
    partners: bool = False
    forfeits: bool = False

    @property
    def swaps(self) -> int:
        """Number of games in a set."""
        return 2 if self.partners else self.players


class _Forfeit(Exception):
    """An illegal action, which forfeits the game."""

    def __init__(self, label: str) -> None:
        super().__init__(label)
        self.label = label


class _Timed:
    """A wrapper that times a player's decisions."""

    def __init__(
        self, player: Player, label: str, seconds: dict[str, list[float]], *, forfeits: bool
    ) -> None:
        # Asking a program for its name would restart one that was ended, so do not ask before
        # it has to play.
        self.name = label if forfeits else player.name
        self._player, self._label, self._seconds = player, label, seconds
        self._forfeits = forfeits

    def choose(self, view: View, rng: Random) -> Action:
        """Returns the player's choice, and records the time it took."""
        began = time.perf_counter()
        try:
            action = self._player.choose(view, rng)
        except IllegalAction as error:
            if self._forfeits:
                raise _Forfeit(self._label) from error
            raise
        if len(view.legal) > 1 and isinstance(action, Discard | Play):
            kind = "discard" if isinstance(action, Discard) else "play"
            key = f"{self._label} {kind}"
            self._seconds.setdefault(key, []).append(time.perf_counter() - began)
        return action


def play_set(trial: Trial, number: int, a: Player, b: Player) -> Tally:
    """Plays one set of games on the same shuffles; returns the results."""
    tally = Tally()
    rules = Rules(players=trial.players, partners=trial.partners)
    won = 0
    for swap in range(trial.swaps):
        labels = ["b"] * trial.players
        labels[swap] = "a"
        if trial.partners:
            labels[swap + 2] = "a"
        seats = [
            _Timed(a if label == "a" else b, label, tally.seconds, forfeits=trial.forfeits)
            for label in labels
        ]
        dealer = number % trial.players
        tally.games += 1
        try:
            winner = _play(seats, labels, rules, dealer, Random(f"{trial.seed}:{number}"), tally)
        except _Forfeit as forfeit:
            won += forfeit.label == "b"
            tally.forfeits[forfeit.label] = tally.forfeits.get(forfeit.label, 0) + 1
            continue
        won += labels[winner] == "a"
        tally.dealer_wins += rules.side_of(winner) == rules.side_of(dealer)
    tally.wins.append(won)
    return tally


def _play(
    seats: Sequence[Player],
    labels: Sequence[str],
    rules: Rules,
    dealer: int,
    rng: Random,
    tally: Tally,
) -> int:
    before: tuple[int, ...] = (0,) * rules.players
    owner = dealer
    for action, step in play_game(seats, rng, rules, dealer):
        if isinstance(action, Deal):
            owner = action.dealer
        state = step.state
        if state.stage_name == "deal":
            for seat, label in enumerate(labels):
                is_own_crib = rules.side_of(seat) == rules.side_of(owner)
                gained = tally.points.setdefault(
                    f"{label} {'dealer' if is_own_crib else 'pone'}", [0, 0]
                )
                gained[0] += state.scores[seat] - before[seat]
                gained[1] += 1
            before = state.scores
    assert state.winner is not None
    return state.winner


def play_part(job: tuple[Trial, range]) -> Tally:
    """Plays the sets of a trial that have these numbers."""
    trial, numbers = job
    tally = Tally()
    with opened(trial.a) as a, opened(trial.b) as b:
        for number in numbers:
            tally.add(play_set(trial, number, a, b))
    return tally


def run(
    trial: Trial, games: int, processes: int = 1, progress: Callable[[Tally], None] = lambda _: None
) -> Tally:
    """Plays at least this many games, in whole sets.

    Raises:
        ConfigError: there is no such player.
        IllegalAction: a player chose what the rules forbid.
    """
    with opened(trial.a), opened(trial.b):
        pass
    sets = math.ceil(games / trial.swaps)
    jobs = [(trial, numbers) for numbers in parts_of(sets)]
    tally = Tally()
    for part in played(play_part, jobs, processes):
        tally.add(part)
        progress(tally)
    return tally


def played(
    play: Callable[[tuple[Trial, range]], T], jobs: Sequence[tuple[Trial, range]], processes: int
) -> Iterator[T]:
    """Plays all parts and yields their results in order; in this process if `processes` is 1."""
    if processes == 1:
        yield from map(play, jobs)
        return
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield from pool.imap(play, jobs)


def parts_of(sets: int) -> list[range]:
    """Splits set numbers into parts of at most ten, each played by one process."""
    size = max(1, min(10, sets // 8))
    return [range(first, min(first + size, sets)) for first in range(0, sets, size)]


def result(trial: Trial, tally: Tally, names: tuple[str, str]) -> dict[str, Any]:
    """Returns the result of an arena as a JSON object; rates have four decimal places.

    `ci95` is the 95 % confidence interval of `a_rate`, computed over the sets. Points per deal
    cover only deals that were played to the end.
    """
    rates = [won / trial.swaps for won in tally.wins]
    rate = statistics.fmean(rates)
    # Add one won and one lost set, so that a few equal results do not look like certainty.
    error = statistics.stdev([*rates, 0.0, 1.0]) / math.sqrt(len(rates))
    medians = {key: 1000 * statistics.median(seconds) for key, seconds in tally.seconds.items()}
    return {
        "a": names[0],
        "b": names[1],
        "games": tally.games,
        "a_wins": int(sum(tally.wins)),
        "a_rate": round(rate, 4),
        "ci95": [round(max(0, rate - 1.96 * error), 4), round(min(1, rate + 1.96 * error), 4)],
        "first_dealer_rate": round(tally.dealer_wins / tally.games, 4),
        "per_deal": {
            label: {
                role: round(points[0] / points[1], 2) if points[1] else None
                for role in ("pone", "dealer")
                for points in [tally.points.get(f"{label} {role}", [0, 0])]
            }
            for label in "ab"
        },
        "ms": {
            label: {
                kind: round(medians.get(f"{label} {kind}", 0.0), 3) for kind in ("discard", "play")
            }
            for label in "ab"
        },
    }
