"""Measurement of the recogniser on rendered tables in held-out fonts and decks.

Thresholds are chosen here, never on photographs: `python -m pegboard.vision.training.evaluate`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, get_args

import numpy as np

from pegboard.vision import confidence, recognise
from pegboard.vision.training.render import webcam
from pegboard.vision.training.render.canvas import Labels
from pegboard.vision.training.render.layouts import Style
from pegboard.vision.training.render.scenes import SceneMaker
from pegboard.vision.training.render.styles import Image8

Predictions = list[tuple[int, float]]
"""Recognised cards (numbers in DECK) and confidences of one picture."""


class Table(NamedTuple):
    """The labels of a picture and the recognised cards.

    Attributes:
        visible: cards with an index in full view.
        partly_visible: cards with a partly hidden index, which count neither way.
        predictions: recognised cards with their confidence.
    """

    visible: frozenset[int]
    partly_visible: frozenset[int]
    predictions: Predictions


class Figures(NamedTuple):
    """Metrics, 0..1, at one set of thresholds."""

    recall: float
    precision: float
    exact: float
    sure: float
    sure_wrong: float


def cards_of(labels: Labels, visible: bool) -> frozenset[int]:
    """Returns the numbers of the cards labelled visible, or of those labelled partly visible."""
    return frozenset(int(row[6]) * 13 + int(row[5]) for row in labels if bool(row[7]) == visible)


def tables_of(
    count: int, seed: int, cache: Path, style: Style = "any", *, poor: bool = False
) -> Iterator[tuple[Image8, Labels]]:
    """Yields `count` held-out tables with labels, with cards arranged by `style`.

    With `poor`, a poor camera is simulated.

    Yields:
        A picture, (960, 960, 3) BGR `uint8`, and its labels, (n, 8).
    """
    rng = np.random.default_rng(seed)
    maker = SceneMaker(
        seed,
        cache,
        held_out=True,
        style=style,
        drawn_decks=30,
        tables=60,
        side=960,
        card_px=(90, 200) if style == "apart" else (90, 330),
    )
    for _ in range(count):
        image, labels = maker.scene()
        if poor:
            image, labels = as_by_poor_camera(image, labels, rng)
        yield image, labels


def as_by_poor_camera(
    image: Image8, labels: Labels, rng: np.random.Generator
) -> tuple[Image8, Labels]:
    """Returns a table degraded by a poor camera.

    Labels of indices that become too small to read are marked as ignored.

    Returns:
        The picture, shape unchanged, and its labels, (n, 8).
    """
    photo, smallest = webcam.degraded(image, [float(size) for size in labels[:, 4]], rng)
    labels = labels.copy()
    labels[labels[:, 4] < smallest, 7] = 0
    return photo, labels


def recognised(scenes: Iterable[tuple[Image8, Labels]]) -> list[Table]:
    """Runs the recogniser on tables."""
    recogniser = recognise.Recogniser()
    tables = []
    for image, labels in scenes:
        predictions = [(f.card, f.confidence) for f in recogniser.recognise(image)]
        visible = cards_of(labels, True)
        tables.append(Table(visible, cards_of(labels, False) - visible, predictions))
    return tables


def figures(tables: list[Table], accepted: float, certain: float, rival: float) -> Figures:
    """Returns the metrics at given thresholds; see `confidence` for their meaning."""
    right = total = named = exact = sure = wrong = 0
    for table in tables:
        reported = {card for card, confidence in table.predictions if confidence >= accepted}
        reported -= table.partly_visible
        doubtful = any(rival < confidence < certain for _, confidence in table.predictions)
        good = reported == table.visible
        right += len(reported & table.visible)
        total += len(table.visible)
        named += len(reported)
        exact += good
        if any(c >= accepted for _, c in table.predictions) and not doubtful:
            sure += 1
            wrong += not good
    count = max(1, len(tables))
    return Figures(
        right / max(1, total), right / max(1, named), exact / count, sure / count, wrong / count
    )


def calibration(tables: list[Table]) -> list[tuple[float, float, int]]:
    """Returns (mean confidence, share of correct cards, count) for each tenth of confidence."""
    pairs = [
        (confidence, card in table.visible)
        for table in tables
        for card, confidence in table.predictions
        if card not in table.partly_visible
    ]
    rows = []
    for tenth in range(10):
        inside = [(c, ok) for c, ok in pairs if tenth / 10 <= c < (tenth + 1) / 10]
        if inside:
            mean, share = np.mean(np.array(inside, float), axis=0)
            rows.append((float(mean), float(share), len(inside)))
    return rows


def main() -> None:
    """Prints the metrics at current and other thresholds, and the calibration."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--seed", type=int, default=77)
    parser.add_argument("--style", choices=get_args(Style), default="any")
    parser.add_argument("--poor", action="store_true", help="as a poor camera takes them")
    options = parser.parse_args()
    cache = options.work / "decks"
    scenes = tables_of(options.count, options.seed, cache, options.style, poor=options.poor)
    tables = recognised(scenes)
    for mean, share, count in calibration(tables):
        print(f"confidence {mean:.2f}: {share:.2f} right of {count}")
    in_use = (confidence.ACCEPTED, confidence.CERTAIN, confidence.RIVAL)
    print("accepted certain rival: recall precision exact sure sure-but-wrong, of the sure")
    for accepted in (0.45, 0.5, 0.55, 0.6, 0.65):
        for certain in (0.7, 0.75, 0.8, 0.85):
            for rival in (0.15, 0.2, 0.3):
                result = figures(tables, accepted, certain, rival)
                mark = " <- in use" if (accepted, certain, rival) == in_use else ""
                of_sure = result.sure_wrong / max(result.sure, 1e-9)
                shown = " ".join(f"{value:.3f}" for value in (*result, of_sure))
                print(f"{accepted:.2f} {certain:.2f} {rival:.2f}: {shown}{mark}")


if __name__ == "__main__":
    main()
