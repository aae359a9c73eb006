"""Export of checkpoints as ONNX files for the recogniser: opset 17, float32."""

from __future__ import annotations

import warnings
from pathlib import Path

import torch
from torch import nn

from pegboard.vision.crops import CROP, SIGN
from pegboard.vision.pips import PIP
from pegboard.vision.training.around import Around, to_add
from pegboard.vision.training.detector import Detector
from pegboard.vision.training.loop import load_average
from pegboard.vision.training.pips import Pips
from pegboard.vision.training.reader import Reader
from pegboard.vision.training.signs import Signs


def export(work: Path, into: Path) -> None:
    """Exports the checkpoints in `work` as corners, indices, around, pips and signs, `.onnx` each.

    The first accepts any size in steps of 32, the others any number of crops. Uses the older
    exporter (`dynamo=False`), whose output loads in OpenCV 4.6 to 5.
    """
    corners = load_average(Detector, work / "detector.pt")
    crop_nets = {
        "indices": load_average(Reader, work / "reader.pt"),
        "around": to_add(load_average(Around, work / "around.pt")),
        "pips": load_average(Pips, work / "pips.pt"),
        "signs": load_average(Signs, work / "signs.pt"),
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            corners,
            (torch.zeros(1, 3, 480, 640),),
            str(into / "corners.onnx"),
            opset_version=17,
            dynamo=False,
            input_names=["picture"],
            output_names=["maps"],
            dynamic_axes={"picture": {2: "height", 3: "width"}, "maps": {2: "rows", 3: "columns"}},
        )
    for name, net in crop_nets.items():
        export_crop_net(net, into / f"{name}.onnx", {"pips": PIP, "signs": SIGN}.get(name, CROP))


def export_crop_net(net: nn.Module, path: Path, side: int) -> None:
    """Exports a net that reads crops of `side` pixels, with a variable batch size."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net,
            (torch.zeros(1, 3, side, side),),
            str(path),
            opset_version=17,
            dynamo=False,
            input_names=["crops"],
            output_names=["logits"],
            dynamic_axes={"crops": {0: "count"}, "logits": {0: "count"}},
        )
