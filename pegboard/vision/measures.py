"""Measurements of a picture, as plain numbers: taken by `quality`, rated by `verdicts`.

Imports neither OpenCV nor numpy: the service also uses it, to rate measurements.
"""

from dataclasses import dataclass

SIDE = 160
"""Longest side, in pixels, of the small pictures to compare, in which noise averages out."""
STEP = 18
"""Minimum difference of a changed pixel, in grey levels of 255."""
SOFT, TILTED = 0.045, 35
"""Limits of blur and tilt, as in `Measures`, up to which hardly any reading suffers."""


@dataclass(frozen=True, slots=True)
class Measures:
    """Measurements of a picture of cards; None where there was nothing to measure.

    Attributes:
        cards: number of cards read.
        index_px: height of the smallest index, in pixels.
        card_share: width of the widest card over the picture's shorter side.
        outside: share of the worst card's outline outside the picture.
        blur: width of an edge (standard deviation) over the index height.
        paper: grey level of the paper, 0..255, median of the cards.
        darkest: grey level of the darkest card's paper over the lightest card's, 0..1.
        burnt: overexposed share of the worst card, 0..1.
        contrast: difference of the faintest index from its paper, 0..1.
        noise: standard deviation of the noise on the paper over the ink contrast, 0..1.
        cast: the paper's strongest colour channel over its weakest, minus 1; 0 is white.
        tilt_deg: tilt of the camera; 0 is straight down.
        brightest: 99th percentile of grey of the whole picture, 0..255.
    """

    cards: int
    index_px: float | None
    card_share: float | None
    outside: float
    blur: float | None
    paper: float | None
    darkest: float | None
    burnt: float | None
    contrast: float | None
    noise: float | None
    cast: float | None
    tilt_deg: float | None
    brightest: float


@dataclass(frozen=True, slots=True)
class Change:
    """Differences between two pictures of a table.

    Attributes:
        moved: changed share of the picture, 0..1.
        shift: translation of the whole picture over its longer side.
        same: no pixel differs at all, which never happens with a live camera.
    """

    moved: float
    shift: float
    same: bool
