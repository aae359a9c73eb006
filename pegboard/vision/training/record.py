"""The record of the weights: how they were made, their accuracy, and the fonts used."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from torch import nn

from pegboard.vision.crops import CROP
from pegboard.vision.training import around, loop, pips, reader, signs
from pegboard.vision.training.held_out import Held, english
from pegboard.vision.training.render.sources import sources

NAME = "weights.json"


def write_record(
    work: Path,
    out: Path,
    crops: Mapping[str, Held],
    of_pips: Mapping[str, Held],
    of_signs: Mapping[str, Held],
    made: Mapping[str, Any],
) -> None:
    """Writes `weights.json` into `out`.

    Args:
        work: folder with the checkpoints.
        out: folder with the weights.
        crops: held-out crops of indices by name, narrow and wide views side by side.
        of_pips: held-out pips, by name.
        of_signs: held-out suit signs, by name.
        made: how the weights were made (seed, steps, scenes).
    """
    alone = loop.load_average(reader.Reader, work / "reader.pt")
    net = around.Both(alone, loop.load_average(around.Around, work / "around.pt"))
    ordinary = next(iter(crops.values()))
    contents = {
        "weights": _checksums(out),
        "made": dict(made),
        "read_right_by_the_index_alone": {
            name: reader.shares(alone, (views[:, :, :CROP], rows))
            for name, (views, rows) in crops.items()
        },
        "read_right": {name: reader.shares(net, english(part)) for name, part in crops.items()},
        "pips_read_right": {
            name: pips.shares(loop.load_average(pips.Pips, work / "pips.pt"), part)
            for name, part in of_pips.items()
        },
        "signs_read_right": {
            name: signs.share(loop.load_average(signs.Signs, work / "signs.pt"), part)
            for name, part in of_signs.items()
        },
        "confusions": reader.confusions(net, english(ordinary)),
        "sources": sources(),
    }
    (out / NAME).write_text(json.dumps(contents, indent=1) + "\n")


def renew(out: Path, net: nn.Module, indices: Mapping[str, Held], made: Mapping[str, Any]) -> None:
    """Updates `weights.json` after further training of the index net alone.

    Args:
        out: folder with the weights.
        net: the index net.
        indices: held-out crops of indices, by name.
        made: description of the training.
    """
    written = json.loads((out / NAME).read_text())
    written["weights"] = _checksums(out)
    written["made"] |= made
    written["read_right_by_the_index_alone"] = {
        name: reader.shares(net, part) for name, part in indices.items()
    }
    written["confusions_by_the_index_alone"] = reader.confusions(net, next(iter(indices.values())))
    written["sources"] = sources()
    (out / NAME).write_text(json.dumps(written, indent=1) + "\n")


def _checksums(out: Path) -> dict[str, Any]:
    return {
        path.name: {
            "bytes": path.stat().st_size,
            "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        }
        for path in sorted(out.glob("*.onnx"))
    }
