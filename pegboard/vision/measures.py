"""Measurements of a picture as plain numbers: `quality` makes them, `verdicts` judges them.

Neither OpenCV nor numpy is loaded here: the service judges what the camera process measured.
"""

from dataclasses import dataclass

SIDE = 160
"""Longest side, in pixels, of the small pictures that are compared: noise is averaged away."""
STEP = 18
"""Grey levels of 255 by which a small pixel must differ to have changed."""
SOFT, TILTED = 0.045, 35
"""Blur and tilt, as in `Measures`, up to which hardly a reading suffers."""


@dataclass(frozen=True, slots=True)
class Measures:
    """Measurements of a picture of cards; None if there was nothing to measure.

    Attributes:
        cards: how many were read.
        index_px: height of the smallest index, in pixels.
        card_share: width of the widest card as part of the picture's shorter side.
        outside: part of a card's outline that lies beyond the picture, of the worst card.
        blur: width of an edge (standard deviation) as part of the index height.
        paper: grey level 0..255 of the cards' paper, the median card.
        darkest: paper of the darkest card over that of the lightest, 0..1.
        burnt: burnt-out part of the worst card, 0..1.
        contrast: how much darker than its paper the faintest index is, 0..1.
        noise: standard deviation of the paper's grain over the ink's contrast, 0..1.
        cast: the paper's strongest colour over its weakest, less 1: 0 is white.
        tilt_deg: how far the camera looks from the side; 0 is straight down.
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
    """Differences between two pictures of one table.

    Attributes:
        moved: part of the picture that is another one now, 0..1.
        shift: how far the whole picture went, as part of its longer side.
        same: whether not a single pixel differs, which no live camera manages.
    """

    moved: float
    shift: float
    same: bool
