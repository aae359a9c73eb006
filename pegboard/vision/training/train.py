"""Trains all nets: `python -m pegboard.vision.training` makes scenes, trains and exports.

Every step saves its result in the work folder, and is skipped or resumed when run again.
"""

from __future__ import annotations

import argparse
import functools
import math
import pickle
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch

from pegboard.vision import detect
from pegboard.vision.crops import CROP
from pegboard.vision.nets.port import Array, batch
from pegboard.vision.training import around, detector, loop, pips, reader, record, shards, signs
from pegboard.vision.training.batches import Batches, Source, loaded
from pegboard.vision.training.export import export
from pegboard.vision.training.held_out import (
    Held,
    english,
    held_out_crops,
    held_out_pips,
    held_out_signs,
)
from pegboard.vision.training.render.scenes import Shard
from pegboard.vision.training.views import decoded

NETS = ("detector", "reader", "around", "pips", "signs")
STEPS = ("scenes", "detector", "misses", "reader", "around", "pips", "signs", "export")


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(prog="python -m pegboard.vision.training", description=__doc__)
    parser.add_argument("work", type=Path, help="folder for scenes and checkpoints (about 1 GB)")
    parser.add_argument("--out", type=Path, default=Path(detect.__file__).parent)
    parser.add_argument("--seed", type=int, default=10_000)
    parser.add_argument("--shards", type=int, default=36, help="of 1000 scenes each")
    parser.add_argument("--tight-shards", type=int, default=9, help="more, of tight fans, to read")
    parser.add_argument("--letters-shards", type=int, default=4, help="more, of aces and courts")
    parser.add_argument("--pips-shards", type=int, default=10, help="more, to read pips in")
    parser.add_argument("--large-shards", type=int, default=16, help="more, of aces and courts")
    parser.add_argument("--detector-steps", type=int, default=3000)
    parser.add_argument("--reader-steps", type=int, default=8000)
    parser.add_argument("--around-steps", type=int, default=3000)
    parser.add_argument("--pips-steps", type=int, default=4000)
    parser.add_argument("--signs-steps", type=int, default=15000)
    parser.add_argument("--processes", type=int, default=2, help="that make scenes")
    parser.add_argument(
        "--threads", type=int, default=1, help="of torch; more only if all are free"
    )
    parser.add_argument("--until", choices=STEPS, default="export")
    options = parser.parse_args()
    for folder in (options.work, options.out):
        folder.mkdir(parents=True, exist_ok=True)
    for step in STEPS[: STEPS.index(options.until) + 1]:
        print(f"== {step}", flush=True)
        if step == "scenes":
            to_read = (options.shards, options.tight_shards, options.letters_shards)
            of_pips = (options.pips_shards, options.large_shards)
            shards.make(options.work, options.seed, (*to_read, *of_pips), options.processes)
        elif step == "export":
            export(options.work, options.out)
            held = held_out_crops(options.work), held_out_pips(options.work)
            of_signs = held_out_signs(options.work)
            record.write_record(options.work, options.out, *held, of_signs, _made(options))
        else:
            loop.set_threads(options.threads)
            torch.manual_seed(options.seed)
            if step == "detector":
                train_detector(options.work, options.seed, options.detector_steps)
            elif step == "misses":
                mine(options.work)
            elif step == "reader":
                train_reader(options.work, options.seed, options.reader_steps)
            elif step == "around":
                train_around(options.work, options.seed, options.around_steps)
            elif step == "pips":
                train_pips(options.work, options.seed, options.pips_steps)
            else:
                train_signs(options.work, options.seed, options.signs_steps)


def _made(options: argparse.Namespace) -> dict[str, int]:
    """Returns the options needed to reproduce the weights, and the number of scenes."""
    steps = {name: loop.reached(options.work / f"{name}.pt") for name in NETS}
    return {
        "seed": options.seed,
        "scenes": shards.SIZE * options.shards,
        "tight_scenes": shards.SIZE * options.tight_shards,
        "scenes_of_letters": shards.SIZE * options.letters_shards,
        "scenes_of_pips": shards.SIZE * options.pips_shards,
        "scenes_of_large_pips": shards.SIZE * options.large_shards,
        **{f"{name}_steps": count for name, count in steps.items()},
    }


def train_detector(work: Path, seed: int, steps: int) -> None:
    """Trains the detection net; writes `detector.pt`."""
    batches = loaded(
        detector.Batches(shards.read(work, "train"), (seed, loop.reached(work / "detector.pt")))
    )
    loop.fit(
        detector.Detector(),
        batches,
        detector.loss,
        work / "detector.pt",
        steps=steps,
        rate=3e-3,
        decay=1e-4,
    )


def mine(work: Path, most: int = 12_000) -> None:
    """Collects false alarms of the detection net in training scenes; writes `misses.pkl`."""
    if (work / "misses.pkl").exists():
        return
    net = loop.load_average(detector.Detector, work / "detector.pt")

    def run(pictures: Array) -> Array:
        pixels = torch.from_numpy(pictures).contiguous(memory_format=torch.channels_last)
        with torch.no_grad(), loop.half():
            return np.asarray(net(pixels).float().numpy(), np.float32)

    mine_with(run, work, most)


def mine_with(corners: Callable[[Array], Array], work: Path, most: int) -> None:
    """Collects a detection net's false alarms in `most` ordinary scenes and all letter scenes.

    Foreign court cards have pips and ornaments that English ones lack.
    """
    ordinary, letters = shards.read(work, "train"), shards.read(work, "letters")
    # In `reader_scenes` the letter scenes come last, and twice.
    first = len(ordinary) + 2 * len(shards.read(work, "tight"))
    second = first + len(letters)
    mined = [(scene, [n]) for n, scene in enumerate(ordinary[:most])]
    mined += [(scene, [first + n, second + n]) for n, scene in enumerate(letters)]
    misses: reader.Misses = {}
    for start in range(0, len(mined), 32):
        part = mined[start : start + 32]
        maps = corners(batch([decoded(data) for (data, _), _ in part]))
        for i, ((_, labels), numbers) in enumerate(part):
            wrong = [
                candidate.spot
                for candidate in detect.peaks(maps[i])
                if all(
                    math.hypot(candidate.spot.x - label[0], candidate.spot.y - label[1])
                    > 0.38 * max(label[4], candidate.spot.size * 0.6)
                    for label in labels
                )
            ]
            if wrong:
                misses.update(dict.fromkeys(numbers, np.array(wrong, np.float32)))
    print(f"{sum(map(len, misses.values()))} false alarms in {len(mined)} scenes", flush=True)
    (work / "misses.pkl").write_bytes(pickle.dumps(misses))


def train_reader(work: Path, seed: int, steps: int) -> None:
    """Trains the index net; writes `reader.pt`.

    Evaluates it on held-out fonts every 1000 steps.
    """
    checkpoint = work / "reader.pt"
    training = reader_scenes(work)
    misses = pickle.loads((work / "misses.pkl").read_bytes())
    batches = loaded(reader.Batches(training, misses, (seed, loop.reached(checkpoint)), poor=0.4))
    narrow = held_out_indices(work)
    loop.fit(
        reader.Reader(),
        batches,
        reader.loss,
        checkpoint,
        steps=steps,
        rate=3e-3,
        decay=1e-3,
        check=functools.partial(verdicts, narrow),
    )


def held_out_indices(work: Path) -> dict[str, Held]:
    """Returns held-out narrow views on which to measure the index net."""
    narrow = {
        name: (views[:, :, :CROP], rows) for name, (views, rows) in held_out_crops(work).items()
    }
    return narrow | {"letters": reader.validation(shards.read(work, "lettersheld"))}


def reader_scenes(work: Path) -> Shard:
    """Returns the training scenes of the index net."""
    # Tight scenes and letters count twice and come last: `mine_with` relies on this order.
    scenes = shards.read(work, "train") + 2 * shards.read(work, "tight")
    return scenes + 2 * shards.read(work, "letters")


def train_around(work: Path, seed: int, steps: int) -> None:
    """Trains the wide-view net; writes `around.pt`.

    Evaluates both nets together every 1000 steps.
    """
    checkpoint, crops = work / "around.pt", held_out_crops(work)
    finished = loop.load_average(reader.Reader, work / "reader.pt")
    training = shards.read(work, "train") + shards.read(work, "tight")
    batches = loaded(
        Batches(
            (seed + 1, loop.reached(checkpoint)),
            Source(training, functools.partial(around.drawn, poor=0.6)),
        )
    )
    loop.fit(
        around.begun_from(finished),
        batches,
        around.loss,
        checkpoint,
        steps=steps,
        rate=2.5e-3,
        decay=5e-3,
        check=lambda net: verdicts(
            {name: english(part) for name, part in crops.items()}, around.Both(finished, net)
        ),
    )


def train_pips(work: Path, seed: int, steps: int) -> None:
    """Trains the pip net; writes `pips.pt`.

    Evaluates it on held-out pips, including those of a poor camera, every 1000 steps.
    """
    checkpoint, held = work / "pips.pt", held_out_pips(work)
    batches = loaded(
        Batches(
            (seed + 2, loop.reached(checkpoint)),
            Source(shards.read(work, "pips"), functools.partial(pips.drawn, poor=0.4)),
        )
    )
    loop.fit(
        pips.Pips(),
        batches,
        pips.loss,
        checkpoint,
        steps=steps,
        rate=3e-3,
        decay=1e-4,
        check=lambda net: "\n".join(f"{n}: {pips.shares(net, part)}" for n, part in held.items()),
    )


def train_signs(work: Path, seed: int, steps: int) -> None:
    """Trains the sign net; writes `signs.pt`.

    Evaluates it on held-out signs, and on pips of aces and court cards, every 1000 steps.
    """
    checkpoint, held = work / "signs.pt", held_out_signs(work)
    training = shards.read(work, "train") + 2 * shards.read(work, "tight")
    batches = loaded(
        Batches(
            (seed + 3, loop.reached(checkpoint)),
            Source(training, functools.partial(signs.drawn, poor=0.4)),
            Source(shards.read(work, "large"), functools.partial(signs.drawn_pips, poor=0.4)),
        )
    )
    loop.fit(
        signs.Signs(),
        batches,
        pips.loss,
        checkpoint,
        steps=steps,
        rate=3e-3,
        decay=1e-3,
        check=lambda net: "\n".join(f"{n}: {signs.share(net, part)}" for n, part in held.items()),
    )


def verdicts(crops: dict[str, Held], net: torch.nn.Module) -> str:
    """Returns the shares of crops read correctly, one line per kind."""
    return "\n".join(f"{name}: {reader.verdict(net, part)}" for name, part in crops.items())


if __name__ == "__main__":
    main()
