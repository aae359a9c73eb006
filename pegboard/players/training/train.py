"""`python -m pegboard.players.training`: all of the expert's tables and nets, in one command.

Every step stores its result in the work folder; a second run skips or resumes it.
"""

from __future__ import annotations

import argparse
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

from pegboard.players.discards import Worth
from pegboard.players.engine.judging import Judge
from pegboard.players.engine.net import Layers, interest
from pegboard.players.engine.tables import kind_of
from pegboard.players.training import board, means, pegging
from pegboard.players.training.deals import Deals, deal_many

KINDS = ((2, False), (3, False), (4, False), (4, True))
ROUNDS = {2: 2400, 3: 1200, 4: 600}
"""Rounds of self-play by number of seats."""
POOL = 200_000
"""Number of deals for training the net."""
PEGGED = {2: 3_000_000, 3: 400_000, 4: 400_000}
"""Number of deals for the mean pegging points of hands, by number of seats."""
COURSES = 20_000
"""Number of deals from which the win chances are computed."""


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m pegboard.players.training", description=__doc__
    )
    parser.add_argument("work", type=Path, help="folder for what is done so far (100 MB)")
    parser.add_argument(
        "--out", type=Path, default=Path(means.__file__).parents[1] / "engine" / "tables.npz"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", type=float, default=1.0, help="of rounds and deals, for a trial")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    arrays: dict[str, Any] = {}
    for seats, partners in KINDS:
        kind = kind_of(seats, partners)
        print(f"== {kind}", flush=True)
        torch.manual_seed(options.seed)
        arrays |= make(seats, partners, options.work, options.seed, options.part)
    np.savez_compressed(options.out, **arrays)
    print(f"{options.out}: {options.out.stat().st_size / 1e6:.2f} MB")


def make(seats: int, partners: bool, work: Path, seed: int, part: float) -> dict[str, Any]:
    """Returns the arrays of one kind of game, as `pegboard.players.engine.tables` reads them."""
    kind = kind_of(seats, partners)
    rng = np.random.default_rng([seed, seats, partners])
    pool = int(POOL * part)

    def settle() -> tuple[Worth, Deals]:
        worth = means.settled(means.first_worth(seats, partners), pool // 2, 3, rng)
        return worth, deal_many(pool, worth, rng)

    worth, deals = _once(work / f"{kind}.deals.pkl", settle)
    net = pegging.train(deals, worth, work / f"{kind}.pt", max(1, int(ROUNDS[seats] * part)))
    judge = pegging.judge_by(net, interest(seats, partners))

    def finish() -> dict[str, Any]:
        weights = interest(seats, partners)
        number = int(PEGGED[seats] * part)
        play, pegged = means.play_means(worth, Judge(_layers(net), weights), number, rng)
        print(f"pegged by seat, the dealer first: {np.round(pegged, 2).tolist()}", flush=True)
        found = {
            f"{kind}.crib": worth.crib,
            f"{kind}.play": play,
            f"{kind}.keeping": means.keeping(deals, worth),
        }
        if seats == 2 or partners:
            found[f"{kind}.laid"] = means.discard_frequencies(deals, worth)
        return found

    def chances() -> dict[str, Any]:
        some = Deals(*(column[: int(COURSES * part)] for column in deals))
        course = board.courses(some, judge, partners)
        table = board.two(course) if course.shape[2] == 2 else board.three(course)
        points = " + ".join(f"{mean:.2f}" for mean in course[:, -1].mean(axis=0))
        print(f"a deal brings {points}, the dealer first", flush=True)
        print(f"the first dealer wins {float(table.flat[0]):.3f}", flush=True)
        return {f"{kind}.board": table}

    arrays = dict(_once(work / f"{kind}.means.pkl", finish))
    if seats < 4 or partners:
        arrays |= _once(work / f"{kind}.board.pkl", chances)
    for number, (weights, biases) in enumerate(_layers(net)):
        arrays[f"{kind}.weights{number}"] = weights
        arrays[f"{kind}.biases{number}"] = biases
    return {name: array.astype(np.float16) for name, array in arrays.items()}


def _layers(net: pegging.Net) -> Layers:
    """Returns weights and biases of each layer, as the expert reads them."""
    layers = [layer for layer in net if hasattr(layer, "weight")]
    return [(each.weight.detach().numpy().T, each.bias.detach().numpy()) for each in layers]


def _once(path: Path, make: Callable[[], Any]) -> Any:
    """Returns the arrays in the file; if it does not exist, makes and stores them."""
    if not path.is_file():
        made = make()
        part = path.with_suffix(".part")
        part.write_bytes(pickle.dumps(made))
        part.replace(path)
    return pickle.loads(path.read_bytes())
