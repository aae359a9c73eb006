"""Further training of the index net: `python -m pegboard.vision.training.refine`.

Makes scenes, collects false alarms of the current detection net, trains, and exports
`indices.onnx` alone. Every step saves its result in the work folder and resumes when run again.
"""

from __future__ import annotations

import argparse
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from pegboard.vision import detect
from pegboard.vision.crops import CROP
from pegboard.vision.glyphs import GLYPHS, RANKS
from pegboard.vision.nets import OpenCvNet
from pegboard.vision.training import loop, reader, record, shards
from pegboard.vision.training.batches import loaded
from pegboard.vision.training.export import export_crop_net
from pegboard.vision.training.train import held_out_indices, mine_with, reader_scenes, verdicts

_SAMPLES = 24
"""Number of batches for the statistics of each layer."""
_UNLIKELY = -4.0
"""Initial logit of a glyph the net was not trained on."""


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m pegboard.vision.training.refine", description=__doc__
    )
    parser.add_argument("work", type=Path, help="folder for scenes and checkpoints")
    weights = Path(detect.__file__).parent
    parser.add_argument("--out", type=Path, default=weights)
    parser.add_argument("--seed", type=int, default=50_000)
    parser.add_argument("--shards", type=int, default=18, help="of 1000 scenes each")
    parser.add_argument("--tight-shards", type=int, default=5, help="more, of tight fans")
    parser.add_argument("--letters-shards", type=int, default=17, help="more, of aces and courts")
    parser.add_argument("--steps", type=int, default=22_000)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--processes", type=int, default=2, help="that make scenes")
    options = parser.parse_args()
    number = (options.shards, options.tight_shards, options.letters_shards)
    shards.make_to_read(options.work, options.seed, number, options.processes)
    loop.set_threads(1)
    torch.manual_seed(options.seed)
    if not (options.work / "misses.pkl").exists():
        mine_with(OpenCvNet(weights / "corners.onnx").run, options.work, 12_000)
    checkpoint = options.work / "reader.pt"
    misses = pickle.loads((options.work / "misses.pkl").read_bytes())
    seed = (options.seed, loop.reached(checkpoint))
    batches = loaded(reader.Batches(reader_scenes(options.work), misses, seed, poor=0.4))
    held = held_out_indices(options.work)
    if checkpoint.is_file():
        net: nn.Module = reader.Reader()
    else:
        net = begun_from(weights / "indices.onnx", iter(batches))
    net = loop.fit(
        net,
        batches,
        reader.loss,
        checkpoint,
        steps=options.steps,
        rate=options.rate,
        decay=1e-3,
        check=lambda trained: verdicts(held, trained),
    )
    export_crop_net(net, options.out / "indices.onnx", CROP)
    made: dict[str, Any] = {
        "refined_seed": options.seed,
        "refined_scenes": shards.SIZE * options.shards,
        "refined_tight_scenes": shards.SIZE * options.tight_shards,
        "refined_scenes_of_letters": shards.SIZE * options.letters_shards,
        "refined_steps": options.steps,
    }
    record.renew(options.out, net, held, made)


def begun_from(path: Path, batches: Iterator[tuple[torch.Tensor, torch.Tensor]]) -> nn.Module:
    """Rebuilds an exported net for further training.

    An export has each batch norm folded into the preceding convolution. Neutral norms are inserted
    again, with the statistics of their layers on some batches, so that the net computes the
    same as before, in training mode too.

    Args:
        path: exported net, with all glyphs or only the thirteen English ones.
        batches: crops and rows like those for training.
    """
    convolutions, weight, bias = _folded(path)
    net = reader.Reader()
    blocks = list(net.features)
    with torch.no_grad():
        for block, (kernel, added) in zip(blocks, convolutions, strict=True):
            block.convolve.weight.copy_(kernel)
            block.norm.running_mean.zero_()
            block.norm.running_var.fill_(1 - block.norm.eps)
            block.norm.weight.fill_(1)
            block.norm.bias.copy_(added)
        old = list(range(RANKS)) if len(weight) < len(net.head.weight) else list(range(len(GLYPHS)))
        rows = [*old, *range(len(GLYPHS), len(GLYPHS) + 5)]
        net.head.bias.fill_(_UNLIKELY)
        net.head.weight.mul_(0.1)
        net.head.weight[rows], net.head.bias[rows] = weight, bias
    net = net.to(memory_format=torch.channels_last).eval()
    _measure(net, blocks, batches)
    return net


def _measure(
    net: nn.Module, blocks: list[nn.Module], batches: Iterator[tuple[torch.Tensor, torch.Tensor]]
) -> None:
    """Sets each norm to its layer's statistics, with the scale and shift that cancel them."""
    sums = [[torch.zeros(len(block.norm.weight)) for _ in range(2)] for block in blocks]

    def add(number: int, values: torch.Tensor) -> None:
        sums[number][0] += values.float().mean((0, 2, 3)) / _SAMPLES
        sums[number][1] += values.float().square().mean((0, 2, 3)) / _SAMPLES

    hooks = [
        block.convolve.register_forward_hook(lambda _, __, values, i=i: add(i, values))
        for i, block in enumerate(blocks)
    ]
    with torch.no_grad():
        for _ in range(_SAMPLES):
            net(reader.pixels(next(batches)[0]))
        for block, (mean, square) in zip(blocks, sums, strict=True):
            variance = (square - mean.square()).clamp(min=1e-8)
            norm = block.norm
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(variance)
            norm.weight.copy_((variance + norm.eps).sqrt())
            norm.bias.add_(mean)
    for hook in hooks:
        hook.remove()


def _folded(
    path: Path,
) -> tuple[list[tuple[torch.Tensor, torch.Tensor]], torch.Tensor, torch.Tensor]:
    """Returns an exported net's convolutions (kernel, bias), and its head's weight and bias."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(str(path)).graph
    values = {
        tensor.name: torch.from_numpy(np.array(numpy_helper.to_array(tensor)))
        for tensor in graph.initializer
    }
    convolutions = [
        (values[node.input[1]], values[node.input[2]])
        for node in graph.node
        if node.op_type == "Conv"
    ]
    [head] = [node for node in graph.node if node.op_type == "Gemm"]
    return convolutions, values[head.input[1]], values[head.input[2]]


if __name__ == "__main__":
    main()
