"""Rendering of a film from a seed, as pictures and `truth.json` in a folder."""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from pathlib import Path
from random import Random

import cv2

from pegboard.vision.films.deals import random_deal
from pegboard.vision.films.pictures import SIZE, Camera, Film
from pegboard.vision.films.rate import FPS, at_rate, events_at_rate
from pegboard.vision.films.scene import Manner
from pegboard.vision.films.script import Director, Table, lines_of


def make_film(
    folder: Path,
    seed: int,
    players: int = 2,
    deals: int = 1,
    fps: int = FPS,
    country: str | None = None,
) -> None:
    """Writes a film; the same seed gives the same film at any frame rate.

    Args:
        folder: output folder for the pictures and `truth.json`.
        seed: seed of all random choices.
        players: number of players, 2 to 4.
        deals: number of deals.
        fps: pictures per second.
        country: country of the deck, as for `render.letters.national_style`; by default a plain
        English deck.
    """
    pick = Random(seed)
    manner = Manner(
        style=pick.choice(["row", "tight", "fan", "heap"]),
        clear=pick.choice(["leave", "turn", "push"]),
        pace=pick.choice([(0, 2), (1, 3), (2, 3)]),
        hasty=pick.choice([0.0, 0.3]),
        retracts=pick.choice([0.0, 0.0, 0.15]),
        bumps=pick.choice([0.0, 0.0, 0.15]),
        cuts_for_deal=pick.random() < 0.2,
        stays=pick.random() < 0.5,
    )
    camera = Camera(
        card_px=pick.choice([72.0, 86.0, 100.0]) * (1.0 if players == 2 else 0.85),
        tilt=math.radians(pick.uniform(0, 30)),
        roll=math.radians(pick.gauss(0, 4)),
        light=pick.choice([1.0, 1.0, 0.6]),
        pump=pick.choice([0.0, 0.03, 0.06]),
        noise=pick.uniform(1.5, 6),
        blur=pick.uniform(0.4, 0.8),
        quality=pick.randint(70, 92),
    )
    film = Film(seed, camera, players, country=country)
    table = Table(pick, camera.half, players, manner)
    director = Director(table)
    dealer, lines = pick.randrange(players), []
    for number in range(deals):
        deal = random_deal(seed * 10 + number, players, (dealer + number) % players)
        director.play(deal)
        lines += lines_of(deal)
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for number, moment in enumerate(at_rate(table.moments, fps)):
        image, cards, arm = film.picture(moment)
        name = f"{number:04}.jpg"
        cv2.imwrite(str(folder / name), image, [cv2.IMWRITE_JPEG_QUALITY, camera.quality])
        quiet = not moment.arms
        rows.append(
            {"file": name, "t": number / fps, "quiet": quiet, "arm": round(arm, 3), "cards": cards}
        )
    last = len(rows) - 1
    truth = {
        "sequence": seed,
        "players": players,
        "fps": fps,
        "size": SIZE,
        "made": {
            "deals": deals,
            "country": country,
            "manner": asdict(manner),
            "camera": asdict(camera),
        },
        "lines": lines,
        "events": [
            {"line": e.line, "placed": e.placed, "frame": last if e.frame < 0 else e.frame}
            for e in events_at_rate(table.events, fps)
        ],
        "frames": rows,
    }
    (folder / "truth.json").write_text(json.dumps(truth) + "\n")
