"""Stores scenes by the thousand in a work folder, made by several processes."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple

from pegboard.vision.pips import ACE, NUMBERS
from pegboard.vision.training.render import layouts, scenes
from pegboard.vision.training.render.canvas import Canvas, Labels

SIZE = 1000
"""Number of scenes in a shard."""
_LARGE = (ACE, *range(NUMBERS, 13))
"""Ranks with a letter, whose pips the sign net reads."""


def make(work: Path, seed: int, shards: tuple[int, int, int, int, int], processes: int) -> None:
    """Makes the missing shards of scenes, both for training and held out.

    Kinds: ordinary, tight, only aces and court cards, pips, and pips of aces and court cards.
    A third of the pip shards have separate cards.
    """
    folder = work / "shards"
    jobs = _to_read(folder, seed, *shards[:3])
    jobs += [
        _Job(folder / f"pips-{n:04d}.pkl", seed + 20_000 + n, style=_of_pips(n), label=Canvas.pips)
        for n in range(shards[3])
    ]
    jobs += [_Job(folder / "pipsheld-0000.pkl", 900_002, held_out=True, label=Canvas.pips)]
    large = functools.partial(_Job, label=Canvas.pips, ranks=_LARGE)
    jobs += [
        large(folder / f"large-{n:04d}.pkl", seed + 30_000 + n, style=_of_pips(n))
        for n in range(shards[4])
    ]
    jobs += [large(folder / "largeheld-0000.pkl", 900_003, held_out=True)]
    _make(work, jobs, processes)


def make_to_read(work: Path, seed: int, shards: tuple[int, int, int], processes: int) -> None:
    """Makes the missing shards for the index net.

    Kinds: ordinary, tight, only foreign aces and court cards, and held out.
    """
    _make(work, _to_read(work / "shards", seed, *shards), processes)


def _to_read(folder: Path, seed: int, ordinary: int, tight: int, letters: int) -> list[_Job]:
    jobs = [_Job(folder / f"train-{n:04d}.pkl", seed + n) for n in range(ordinary)]
    jobs += [
        _Job(folder / f"tight-{n:04d}.pkl", seed + 10_000 + n, style="tight") for n in range(tight)
    ]
    jobs += [_Job(folder / f"held-{n:04d}.pkl", n + 1, held_out=True) for n in range(2)]
    jobs += [
        _Job(folder / f"letters-{n:04d}.pkl", seed + 40_000 + n, ranks=_LARGE, country="abroad")
        for n in range(letters)
    ]
    jobs += [_Job(folder / "tightheld-0000.pkl", 900_001, held_out=True, style="tight")]
    abroad = _Job(folder / "lettersheld-0000.pkl", 900_004, True, ranks=_LARGE, country="abroad")
    return [*jobs, abroad]


def _make(work: Path, jobs: list[_Job], processes: int) -> None:
    (work / "shards").mkdir(parents=True, exist_ok=True)
    jobs = [job for job in jobs if not job.path.exists()]
    with Pool(processes, maxtasksperchild=1) as pool:
        shard = functools.partial(_make_shard, work / "decks")
        for done, path in enumerate(pool.imap_unordered(shard, jobs), 1):
            print(f"{path.name}  {done}/{len(jobs)}", flush=True)


class _Job(NamedTuple):
    path: Path
    seed: int
    held_out: bool = False
    style: layouts.Style = "any"
    label: Callable[[Canvas], Labels] = Canvas.labels
    ranks: Collection[int] = scenes.ALL_RANKS
    country: str | None = None


def _of_pips(number: int) -> layouts.Style:
    return "apart" if number % 3 == 0 else "any"


def _make_shard(cache: Path, job: _Job) -> Path:
    scenes.write_shard(
        job.path,
        job.seed,
        SIZE,
        cache,
        held_out=job.held_out,
        style=job.style,
        label=job.label,
        ranks=job.ranks,
        country=job.country,
    )
    return job.path


def read(work: Path, kind: str) -> scenes.Shard:
    """Returns all scenes of a kind; see `make`."""
    return scenes.read_shards(sorted((work / "shards").glob(f"{kind}-*.pkl")))
