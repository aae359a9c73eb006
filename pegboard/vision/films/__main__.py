"""Makes films: `python -m pegboard.vision.films DIR --seed 1 --films 20`."""

import argparse
from pathlib import Path

import cv2

from pegboard.vision.films.make import make_film
from pegboard.vision.films.rate import FPS
from pegboard.vision.training.render.letters import COUNTRIES

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("folder", type=Path, metavar="DIR")
parser.add_argument("--seed", type=int, default=1, help="of the first film; the next has the next")
parser.add_argument("--films", type=int, default=1)
parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
parser.add_argument("--deals", type=int, default=1, help="in each film")
parser.add_argument("--fps", type=int, default=FPS, help="pictures a second, at least the default")
parser.add_argument("--country", choices=sorted(COUNTRIES), help="whose letters the decks have")
options = parser.parse_args()
cv2.setNumThreads(1)
for seed in range(options.seed, options.seed + options.films):
    make_film(
        options.folder / f"{seed:04}",
        seed,
        options.players,
        options.deals,
        options.fps,
        options.country,
    )
    print(f"{seed:04}", flush=True)
