"""The nets give the same results on every OpenCV engine."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from pegboard.vision import detect
from pegboard.vision.crops import CROP, SIGN
from pegboard.vision.nets import Net, OpenCvNet

WEIGHTS = Path(detect.__file__).parent
SHAPES = {
    "corners": [(1, 3, 96, 128), (1, 3, 160, 64)],
    "indices": [(1, 3, CROP, CROP), (5, 3, CROP, CROP)],
    "around": [(1, 3, CROP, CROP), (5, 3, CROP, CROP)],
    "signs": [(1, 3, SIGN, SIGN), (5, 3, SIGN, SIGN)],
}


def single_engine_net(weights: Path) -> Net:
    """Returns a net on a given engine only, as in OpenCV 4 or a later 5."""
    with pytest.MonkeyPatch.context() as patched:
        patched.delattr(cv2.dnn, "ENGINE_CLASSIC", raising=False)
        return OpenCvNet(weights)


@pytest.mark.parametrize("name", SHAPES)
def test_opencv_engines_agree(name: str) -> None:
    first, second = OpenCvNet(WEIGHTS / f"{name}.onnx"), single_engine_net(WEIGHTS / f"{name}.onnx")
    random = np.random.default_rng(1)
    for shape in [*SHAPES[name], SHAPES[name][0]]:
        pictures = random.random(shape, np.float32)
        output = first.run(pictures)
        assert np.abs(second.run(pictures) - output).max() < 1e-4
        assert np.array_equal(first.run(pictures), output)


@pytest.mark.parametrize("name", SHAPES)
def test_net_loads_lazily_and_survives_release(name: str) -> None:
    net = OpenCvNet(WEIGHTS / f"{name}.onnx")
    assert not net.release()
    for shape in SHAPES[name]:
        pictures = np.random.default_rng(1).random(shape, np.float32)
        before = net.run(pictures)
        assert net.release() and not net.release()
        assert np.array_equal(net.run(pictures), before)


def test_net_output_is_not_overwritten_by_next_run() -> None:
    net = OpenCvNet(WEIGHTS / "indices.onnx")
    black, white = (np.full((2, 3, CROP, CROP), grey, np.float32) for grey in (0.0, 1.0))
    first = net.run(black)
    saved = first.copy()
    assert not np.array_equal(net.run(white), first)
    assert np.array_equal(first, saved)
