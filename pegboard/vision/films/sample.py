"""Renders the sample deal that comes with pegboard: `python -m pegboard.vision.films.sample`.

Writes `pegboard/devices/cameras/samples/deal.mp4`: one deal of two players, from the deck on the
table to the crib. Everything in it is drawn by our own code; the letters are DejaVu's, whose
licence allows it. `pegboard follow` and *Watch a sample deal* play it.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from random import Random

import cv2
import numpy as np

from pegboard.cribbage import parse_action
from pegboard.cribbage.cards import parse_cards
from pegboard.devices.cameras import SAMPLE_DEAL
from pegboard.vision.films.deals import TableDeal
from pegboard.vision.films.pictures import SIZE, SKINS, SLEEVES, Camera, Film, Scenery, shading
from pegboard.vision.films.rate import FPS
from pegboard.vision.films.scene import Manner
from pegboard.vision.films.script import Director, Table
from pegboard.vision.training.render import faces
from pegboard.vision.training.render.samples import ordinary_deck, table_top
from pegboard.vision.training.render.styles import Image8

SHOWN = (960, 540)
"""Width and height of the film in pixels: enough to read every index, small enough for a wheel."""
CODEC = "mp4v"
"""MPEG-4 Part 2: every build of OpenCV with FFmpeg reads it without another library."""
SEED = 5

DEAL = TableDeal(
    dealer=1,
    actions=tuple(
        map(
            parse_action,
            (
                *("deal 1", "cut 6D"),
                *("play 0 3H", "play 1 3S", "play 0 9H", "play 1 KD", "play 0 6H"),
                *("play 1 2S", "play 0 JH", "play 1 JD"),
            ),
        )
    ),
    hands=(parse_cards("6H3HJH9H"), parse_cards("KD2S3SJD")),
    crib=parse_cards("8S8D7D6C"),
    closed=(5,),
)
"""A pair, fifteen, thirty-one, a flush, and a crib of twenty."""
MANNER = Manner(
    style="row",
    clear="leave",
    pace=(1, 2),
    hasty=0.0,
    retracts=0.0,
    bumps=0.0,
    cuts_for_deal=False,
    stays=True,
)
CAMERA = Camera(
    card_px=100.0,
    tilt=math.radians(12),
    roll=0.0,
    light=1.0,
    pump=0.0,
    noise=0.0,  # noise would take up most of the file
    blur=0.5,
    quality=90,
)


def scenery() -> Scenery:
    """Returns the deck, the green cloth and the two people."""
    cloth = np.clip(table_top("felt", SEED), 0, 255).astype(np.uint8)
    top = (len(cloth) - SIZE[1]) // 2
    return Scenery(
        deck=ordinary_deck(Random(7)),
        back=faces.back(Random(3)),
        table=np.asarray(cloth[top : top + SIZE[1]], np.uint8),
        people=[(SKINS[1], SLEEVES[1]), (SKINS[2], SLEEVES[4])],
        shade=shading(Random(2)),
    )


def pictures() -> list[Image8]:
    """Yields the pictures of the film, (540, 960, 3) BGR, `FPS` per second."""
    film = Film(SEED, CAMERA, 2, scenery())
    table = Table(Random(SEED), CAMERA.half, 2, MANNER)
    Director(table).play(DEAL)
    drawn = (film.picture(moment)[0] for moment in table.moments)
    return [np.asarray(cv2.resize(p, SHOWN, interpolation=cv2.INTER_AREA), np.uint8) for p in drawn]


def write(path: Path) -> None:
    """Writes the film."""
    writer = cv2.VideoWriter(
        str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*CODEC), float(FPS), SHOWN
    )
    if not writer.isOpened():
        raise OSError(f"{path}: this OpenCV must have the codec {CODEC}")
    for picture in pictures():
        writer.write(picture)
    writer.release()


def main() -> None:
    """Draws the film."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=SAMPLE_DEAL)
    write(parser.parse_args().out)


if __name__ == "__main__":
    main()
