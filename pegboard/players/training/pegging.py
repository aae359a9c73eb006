"""Trains the pegging net by self-play: it plays all seats and learns each card's result."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from pegboard.players.discards import Worth
from pegboard.players.engine.features import Cards, Known, describe, width
from pegboard.players.engine.many import BatchPlay
from pegboard.players.engine.net import interest
from pegboard.players.training.deals import Deals, arrange_tables

Floats = npt.NDArray[np.float32]
Judge = Callable[[Cards], Floats]
"""Function that values every playable card for its seat; the highest is played."""

TABLES = 4096
"""Number of deals in a round."""
BATCH = 2048
"""Number of cards per training step."""
AT_RANDOM = 0.05
"""Probability of a random card, so that nothing stays untried."""
SIMPLE = {2: 0.0, 3: 0.5, 4: 0.0}
"""Probability that a seat plays greedily for a round and teaches nothing, by number of seats.

With three it gained 0.06 points a deal against such rivals; with two and four it was not tried.
"""
RATE = 1e-3
"""Initial learning rate; it falls to a fiftieth along half a cosine."""


class Net(nn.Sequential):  # type: ignore[misc]
    """Net that computes each seat's future points from a card's features, own seat first."""

    def __init__(self, seats: int, hidden: tuple[int, int] = (256, 128)) -> None:
        first, second = hidden
        super().__init__(
            nn.Linear(width(seats), first),
            nn.ReLU(),
            nn.Linear(first, second),
            nn.ReLU(),
            nn.Linear(second, seats),
        )


class Laid(NamedTuple):
    """Cards played at many tables in one step."""

    rows: npt.NDArray[np.uint8]
    tables: npt.NDArray[np.intp]
    seats: npt.NDArray[np.int8]
    points: npt.NDArray[np.int16]
    """Points every seat had pegged after the card."""


def judge_by(net: Net, weights: Floats) -> Judge:
    """Returns a judge that values cards by the net and the value of each seat's points."""

    def judge(cards: Cards) -> Floats:
        with torch.inference_mode():
            future = net(torch.from_numpy(cards.rows).float()).numpy()
        return np.asarray(cards.scored + future @ weights, np.float32)

    return judge


def greedy(cards: Cards) -> Floats:
    """Returns the values of cards, (cards,), for greedy play: the score, then the rank."""
    return np.asarray(cards.scored + cards.rank / 100, np.float32)


def play_out(
    plays: BatchPlay,
    known: Known,
    judges: Mapping[int, Judge],
    rng: np.random.Generator,
    at_random: float = 0.0,
) -> list[Laid]:
    """Plays every table to its end; returns the cards played.

    Args:
        plays: the tables; all are finished afterwards.
        known: further knowledge of the seats.
        judges: judge that chooses the cards of each seat.
        rng: source of random numbers.
        at_random: probability, 0 to 1, that a card is chosen at random.
    """
    rows = []
    while len(going := plays.unfinished):
        cards = describe(plays, known, going)
        seat = plays.turn[going]
        worth = np.empty(len(cards.rank), np.float32)
        for number, judge in judges.items():
            of = seat[cards.table] == number
            if of.any():
                part = Cards(cards.table[of], cards.rank[of], cards.scored[of], cards.rows[of])
                worth[of] = judge(part)
        if at_random:
            free = (rng.random(len(going)) < at_random)[cards.table]
            worth[free] = 1000 + rng.random(int(free.sum()))
        chosen = best_of(cards.table, worth, len(going))
        plays.play(going, cards.rank[chosen])
        rows.append(Laid(cards.rows[chosen], going, seat.copy(), plays.points[going].copy()))
    return rows


def best_of(place: npt.NDArray[np.intp], worth: Floats, tables: int) -> npt.NDArray[np.intp]:
    """Returns the row of each table's highest value, (tables,); rows are in order of tables."""
    order = np.lexsort((-worth, place))
    return np.asarray(order[np.searchsorted(place[order], np.arange(tables))])


def lesson(plays: BatchPlay, laid: list[Laid]) -> tuple[npt.NDArray[np.uint8], Floats]:
    """Returns training data: the features of the cards played, and each seat's later points.

    Returns:
        (rows, features) `uint8`, and (rows, seats), points from the playing seat on.
    """
    targets = []
    for step in laid:
        after = (plays.points[step.tables] - step.points).astype(np.float32)
        turned = (step.seats[:, None] + np.arange(plays.seats)) % plays.seats
        targets.append(np.take_along_axis(after, turned, 1))
    return np.concatenate([step.rows for step in laid]), np.concatenate(targets)


def train(pool: Deals, worth: Worth, checkpoint: Path, rounds: int) -> Net:
    """Plays and learns for a number of rounds; resumes the checkpoint, which it writes every 50.

    Returns:
        The net with its weights averaged over the last steps.
    """
    seats = worth.seats
    net, average = Net(seats), Net(seats)
    average.load_state_dict(net.state_dict())
    optimiser = torch.optim.AdamW(net.parameters(), RATE, weight_decay=1e-4)
    first = 0
    if checkpoint.is_file():
        saved = torch.load(checkpoint)
        net.load_state_dict(saved["net"])
        average.load_state_dict(saved["average"])
        optimiser.load_state_dict(saved["optimiser"])
        first = saved["round"]
    rng = np.random.default_rng([seats, worth.partners, first])
    weights = interest(seats, worth.partners)
    began, losses = time.monotonic(), [0.0]
    for number in range(first, rounds):
        for group in optimiser.param_groups:
            group["lr"] = RATE * max(0.02, 0.5 * (1 + math.cos(math.pi * number / rounds)))
        plays, known = arrange_tables(_some(pool, TABLES, rng))
        judge = judge_by(average if number > 50 else net, weights)
        learns = rng.random(seats) >= SIMPLE[seats]
        learns[rng.integers(seats)] = True
        judges = {seat: judge if learns[seat] else greedy for seat in range(seats)}
        played = play_out(plays, known, judges, rng, AT_RANDOM)
        rows, targets = lesson(plays, [_of(step, learns[step.seats]) for step in played])
        order = rng.permutation(len(rows))
        for batch in np.array_split(order, max(1, len(order) // BATCH)):
            guess = net(torch.from_numpy(rows[batch]).float())
            loss = nn.functional.mse_loss(guess, torch.from_numpy(targets[batch]))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            losses.append(loss.item())
            with torch.no_grad():
                for mean, value in zip(average.parameters(), net.parameters(), strict=True):
                    mean.lerp_(value, 0.002 if number > 20 else 0.05)
        if (number + 1) % 50 == 0 or number + 1 == rounds:
            state = {"net": net, "average": average, "optimiser": optimiser}
            part = checkpoint.with_suffix(".part")
            torch.save(
                {name: each.state_dict() for name, each in state.items()} | {"round": number + 1},
                part,
            )
            part.replace(checkpoint)
            minutes = (time.monotonic() - began) / (number + 1 - first) * (rounds - number) / 60
            print(
                f"round {number + 1}/{rounds}  loss {np.mean(losses[-800:]):.4f}"
                f"  {over_greedy(average, worth, pool, rng)}  {minutes:.0f} min left",
                flush=True,
            )
    return average


def _of(step: Laid, some: npt.NDArray[np.bool_]) -> Laid:
    """Returns some of the cards played in a step."""
    return Laid(step.rows[some], step.tables[some], step.seats[some], step.points[some])


def _some(pool: Deals, number: int, rng: np.random.Generator) -> Deals:
    which = rng.integers(0, len(pool.kept), number)
    return Deals(*(column[which] for column in pool))


def over_greedy(net: Net, worth: Worth, pool: Deals, rng: np.random.Generator) -> str:
    """Describes the net's gain over greedy play in points, as dealer and pone, on equal deals."""
    weights = interest(worth.seats, worth.partners)
    deals = _some(pool, TABLES, rng)
    result = []
    for seat in range(2):
        points = []
        for own in (judge_by(net, weights), greedy):
            plays, known = arrange_tables(deals)
            play_out(plays, known, dict.fromkeys(range(worth.seats), greedy) | {seat: own}, rng)
            points.append(np.roll(plays.points, -seat, axis=1) @ weights)
        result.append(f"{np.mean(points[0] - points[1]):+.3f}")
    return f"over greedy: dealer {result[0]} pone {result[1]}"
