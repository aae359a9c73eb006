"""A rendered film of one deal, and the cached net outputs for its pictures.

It is made once a run, whichever worker needs it first, and so is what a net makes of a picture: the
camera process of a test may be started with `camera_process`, a process of tests calls `remember`.
Everything that follows from it is worked out by each test.
"""

import hashlib
import json
import os
import runpy
import sys
from pathlib import Path
from uuid import uuid4

import numpy as np
import pytest

from pegboard.cribbage import Crib, Hand, parse_action
from pegboard.cribbage.game import Action
from pegboard.vision.nets.opencv import OpenCvNet
from pegboard.vision.nets.port import Array
from tests.support.file_lock import hold_lock

SEED = 132
"""Its deal is read surely: a black court card in the crib, as of other seeds, may be its twin."""
NETS = "nets"
"""Folder next to the film's pictures: one file for each answer of a net."""


def shared_deal_film(factory: pytest.TempPathFactory) -> Path:
    """Returns the folder of the film: a two-player deal in 156 pictures."""
    from pegboard.vision.films.make import make_film

    run = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        run = run.parent
    folder = run / "film-of-a-deal"
    with hold_lock(run / "film-of-a-deal.lock"):
        if not folder.exists():
            made = factory.mktemp("film")
            make_film(made, seed=SEED)
            (made / NETS).mkdir()
            made.rename(folder)
    return folder


def camera_command(film: Path) -> tuple[str, ...]:
    """Returns the command of a camera process that uses the cached net outputs."""
    return (sys.executable, "-m", "tests.support.deal_film", str(film))


def cache_net_answers(patch: pytest.MonkeyPatch, film: Path) -> None:
    """Makes every net look up and store its outputs next to the film."""
    load, run = OpenCvNet.__init__, OpenCvNet.run

    def loaded(net: OpenCvNet, weights: Path) -> None:
        load(net, weights)
        net.name = weights.stem  # type: ignore[attr-defined]

    def looked_up(net: OpenCvNet, pictures: Array) -> Array:
        key = hashlib.sha256(np.ascontiguousarray(pictures).data)
        key.update(repr((net.name, pictures.shape)).encode())  # type: ignore[attr-defined]
        file = film / NETS / f"{key.hexdigest()}.npy"
        if file.exists():
            return np.asarray(np.load(file), np.float32)
        answer = run(net, pictures)
        part = file.with_name(f"{uuid4().hex}.part")
        with part.open("wb") as out:
            np.save(out, answer)
        part.replace(file)
        return answer

    patch.setattr(OpenCvNet, "__init__", loaded)
    patch.setattr(OpenCvNet, "run", looked_up)


def deal_actions(film: Path) -> list[Action]:
    """Returns the deal's actions without Hand actions, which count themselves."""
    lines = json.loads((film / "truth.json").read_text())["lines"]
    actions = [parse_action(line) for line in lines]
    return [action for action in actions if not isinstance(action, Hand)]


def is_same_action(one: Action, other: Action) -> bool:
    """Compares two actions, ignoring the order of crib cards."""
    cribs = isinstance(one, Crib) and isinstance(other, Crib)
    return set(one.cards) == set(other.cards) if cribs else one == other  # type: ignore[union-attr]


if __name__ == "__main__":
    cache_net_answers(pytest.MonkeyPatch(), Path(sys.argv.pop(1)))
    runpy.run_module("pegboard.camera.process", run_name="__main__", alter_sys=True)
