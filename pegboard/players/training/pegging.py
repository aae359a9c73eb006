"""Teaches the pegging net by self-play: it plays both sides and learns what came of each card."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from pegboard.players.features import Cards, Known, describe, width
from pegboard.players.many import Counts, Plays

Floats = npt.NDArray[np.float32]
Judge = Callable[[Cards], Floats]
"""What every card is worth to the seat that may lay it; the highest is played."""


class Net(nn.Sequential):
    """From a described card to what each seat will still peg after it, its own seat first."""

    def __init__(self, seats: int, hidden: tuple[int, int] = (256, 128)) -> None:
        first, second = hidden
        super().__init__(
            nn.Linear(width(seats), first),
            nn.ReLU(),
            nn.Linear(first, second),
            nn.ReLU(),
            nn.Linear(second, seats),
        )


def interest(seats: int, partners: bool = False) -> Floats:
    """What a point of each seat is worth to the one that acts: its own side's less the others'."""
    weights = np.full(seats, -1 / (seats - 1), np.float32)
    weights[0] = 1
    if partners:
        weights = np.array([1, -1, 1, -1], np.float32)
    return weights


def judge_by(net: Net, weights: Floats) -> Judge:
    """Judges cards by the net."""

    def judge(cards: Cards) -> Floats:
        with torch.inference_mode():
            future = net(torch.from_numpy(cards.rows).float()).numpy()
        return np.asarray(cards.scored + future @ weights, np.float32)

    return judge


def greedy(cards: Cards) -> Floats:
    """The card that scores most, the highest of equals."""
    return np.asarray(cards.scored + cards.rank / 100, np.float32)


def play_out(
    plays: Plays,
    known: Known,
    judges: dict[int, Judge],
    rng: np.random.Generator,
    chance: float = 0.0,
    keep: bool = False,
) -> tuple[
    list[tuple[npt.NDArray[np.uint8], npt.NDArray[np.intp], npt.NDArray[np.int8]]],
    list[npt.NDArray[np.int16]],
]:
    """Plays every table to its end; with `keep`, returns rows laid, with table, seat and points."""
    kept, before = [], []
    while len(going := plays.going):
        cards = describe(plays, known, going)
        seat = plays.turn[going]
        worth = np.empty(len(cards.rank), np.float32)
        for number, judge in judges.items():
            of = seat[cards.table] == number
            if of.any():
                part = Cards(cards.table[of], cards.rank[of], cards.scored[of], cards.rows[of])
                worth[of] = judge(part)
        if chance:
            at_random = rng.random(len(going)) < chance
            worth[at_random[cards.table]] = 1000 + rng.random(int(at_random[cards.table].sum()))
        chosen = best_of(cards.table, worth, len(going))
        plays.lay(going, cards.rank[chosen])
        if keep:
            kept.append((cards.rows[chosen], going, seat.copy()))
            now = plays.points[going].copy()
            before.append(now)
    return kept, before


def best_of(table: npt.NDArray[np.intp], worth: Floats, tables: int) -> npt.NDArray[np.intp]:
    """The row of the highest worth for each table; rows come in order of their tables."""
    order = np.lexsort((-worth, table))
    first = np.searchsorted(table[order], np.arange(tables))
    return np.asarray(order[first])


def lesson(plays: Plays, kept: list, before: list) -> tuple[npt.NDArray[np.uint8], Floats]:
    """Rows laid, and what every seat pegged afterwards, relative to the seat that laid."""
    rows, targets = [], []
    seats = plays.seats
    for (row, tables, seat), then in zip(kept, before, strict=True):
        after = (plays.points[tables] - then).astype(np.float32)
        turned = (seat[:, None] + np.arange(seats)) % seats
        rows.append(row)
        targets.append(np.take_along_axis(after, turned, 1))
    return np.concatenate(rows), np.concatenate(targets)


def train(
    pool: Callable[[], tuple[Counts, Counts, npt.NDArray[np.int8]]],
    seats: int,
    checkpoint: Path,
    *,
    rounds: int,
    partners: bool = False,
    tables: int = 4096,
    rate: float = 1e-3,
    chance: float = 0.05,
    say: Callable[[str], None] = print,
) -> Net:
    """Plays and learns for so many rounds of `tables` deals; goes on from the checkpoint.

    Args:
        pool: gives kept cards (tables, seats, 13), laid away likewise, and starters; the dealer
            is seat 0.
        seats: how many play.
        checkpoint: written every 50 rounds.
        rounds: in all, those of the checkpoint included.
        partners: seats 0 and 2 against 1 and 3.
        tables: deals in a round.
        rate: of learning, at its highest.
        chance: how often a card is laid at random, so that nothing stays untried.
        say: told how it goes.
    """
    net = Net(seats)
    average = Net(seats)
    average.load_state_dict(net.state_dict())
    optimiser = torch.optim.AdamW(net.parameters(), rate, weight_decay=1e-4)
    first = 0
    if checkpoint.is_file():
        saved = torch.load(checkpoint)
        net.load_state_dict(saved["net"])
        average.load_state_dict(saved["average"])
        optimiser.load_state_dict(saved["optimiser"])
        first = saved["round"]
    rng = np.random.default_rng([seats, partners, first])
    weights = interest(seats, partners)
    began, losses = time.monotonic(), []
    for number in range(first, rounds):
        for group in optimiser.param_groups:
            group["lr"] = rate * max(0.02, 0.5 * (1 + math.cos(math.pi * number / rounds)))
        kept, away, starter = pool()
        plays = Plays(kept, np.ones(len(kept), np.int8))
        known = Known(away, starter, np.zeros(len(kept), np.int8))
        judge = judge_by(average if number > 50 else net, weights)
        steps, before = play_out(
            plays, known, dict.fromkeys(range(seats), judge), rng, chance, keep=True
        )
        rows, targets = lesson(plays, steps, before)
        order = rng.permutation(len(rows))
        for batch in np.array_split(order, len(order) // 2048):
            guess = net(torch.from_numpy(rows[batch]).float())
            loss = nn.functional.mse_loss(guess, torch.from_numpy(targets[batch]))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            losses.append(loss.item())
            with torch.no_grad():
                for mean, value in zip(average.parameters(), net.parameters(), strict=True):
                    mean.lerp_(value, 0.002 if number > 20 else 0.05)
        if (number + 1) % 50 == 0:
            torch.save(
                {
                    "net": net.state_dict(),
                    "average": average.state_dict(),
                    "optimiser": optimiser.state_dict(),
                    "round": number + 1,
                },
                checkpoint.with_suffix(".part"),
            )
            checkpoint.with_suffix(".part").replace(checkpoint)
            pace = (time.monotonic() - began) / (number + 1 - first)
            minutes = pace * (rounds - number) / 60
            say(
                f"round {number + 1}/{rounds}  loss {np.mean(losses[-800:]):.4f}"
                f"  {versus(average, weights, pool, rng)}  {minutes:.0f} min left"
            )
    return average


def versus(
    net: Net, weights: Floats, pool: Callable, rng: np.random.Generator, tables: int = 4096
) -> str:
    """How many points more than greedy play the net pegs as dealer and as pone, same deals."""
    result = []
    kept, away, starter = pool()
    seats = kept.shape[1]
    for seat in range(2):
        points = []
        for own in (judge_by(net, weights), greedy):
            plays = Plays(kept, np.ones(len(kept), np.int8))
            known = Known(away, starter, np.zeros(len(kept), np.int8))
            judges = dict.fromkeys(range(seats), greedy) | {seat: own}
            play_out(plays, known, judges, rng)
            points.append(np.roll(plays.points, -seat, axis=1) @ weights)
        result.append(f"{np.mean(points[0] - points[1]):+.3f}")
    return f"over greedy: dealer {result[0]} pone {result[1]}"
