"""Rating of a picture's measurements as good, weak or bad, with a remedy.

The limits come from `python -m tests.tools.picture_limits`, which degrades photos and rendered
pictures step by step until the recogniser fails. Up to the first limit hardly any reading suffers;
between the two, readings are right but less often sure; beyond the second, there are errors.
`pegboard/devices/cameras/README.md` has the table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from pegboard.i18n import Message, _
from pegboard.vision.measures import SOFT, TILTED, Change, Measures


class Verdict(StrEnum):
    """Rating of a figure; the worst is last."""

    GOOD = "good"
    UNKNOWN = "not told"
    WEAK = "weak"
    BAD = "bad"


SEVERITY = {v: n for n, v in enumerate(Verdict)}
"""Severity of each verdict; the worst is highest."""

HAND = 5
"""A test hand: four cards and the starter."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the camera check, with its verdict.

    Attributes:
        key: permanent key of the figure.
        name: display name, translatable like the other texts.
        value: measured value; None if not measurable.
        shown: the value with its unit.
        limit: limit for a good value, with the unit.
        verdict: see `Verdict`.
        level: 0 to 1, for a bar: bad up to 1/3, weak up to 2/3.
        cure: what to do; empty if good.
    """

    key: str
    name: Message
    value: float | None
    shown: str
    limit: str
    verdict: Verdict
    level: float
    cure: str


@dataclass(frozen=True, slots=True)
class _Scale:
    """Limits of a figure: good up to `good`, bad beyond `bad`; the bar is full at `end`."""

    key: str
    name: Message
    good: float
    bad: float
    end: float
    text: Callable[[float], Message]
    cure: Message

    def judge(self, value: float | None) -> Figure:
        more = self.good > self.bad
        limit = _("at least {value}" if more else "at most {value}", value=self.text(self.good))
        if value is None:
            why = _("no card was found to measure")
            unknown = _("unknown")
            return Figure(self.key, self.name, None, unknown, limit, Verdict.UNKNOWN, 0.0, why)
        sign = 1 if more else -1
        if sign * value >= sign * self.good:
            verdict, part, start = Verdict.GOOD, _part(value, self.good, self.end), 2
        elif sign * value > sign * self.bad:
            verdict, part, start = Verdict.WEAK, _part(value, self.bad, self.good), 1
        else:
            worst = 0.0 if more else 2 * self.bad
            verdict, part, start = Verdict.BAD, _part(value, worst, self.bad), 0
        cure = "" if verdict is Verdict.GOOD else self.cure
        level = round((start + part) / 3, 3)
        text = self.text(value)
        return Figure(self.key, self.name, value, text, limit, verdict, level, cure)


def _part(value: float, low: float, high: float) -> float:
    return min(1.0, max(0.0, (value - low) / (high - low)))


def _percent(value: float) -> Message:
    return _("{value:.0f} %" if value >= 0.1 else "{value:.1f} %", value=100.0 * value)


def _pixels(value: float) -> Message:
    return _("{value:.0f} px", value=value)


def _degrees(value: float) -> Message:
    return _("{value:.0f}°", value=value)


def _level(value: float) -> Message:
    return _("{value:.0f}/255", value=value)


SIZE = _Scale(
    "size", _("smallest index"), 22, 14, 60, _pixels,
    _("Move the camera closer, or use a higher resolution."),
)  # fmt: skip
NEAR = _Scale(
    "near", _("card width"), 0.36, 0.5, 0.1, _percent,
    _("Move the camera away: five cards side by side must fit in the picture."),
)  # fmt: skip
CUT = _Scale(
    "cut", _("card cut off"), 0.02, 0.1, 0.0, _percent,
    _("A card is partly outside the picture: move the cards towards the middle."),
)  # fmt: skip
TILT = _Scale(
    "tilt", _("camera tilt"), TILTED, 45, 0, _degrees,
    _("Point the camera more directly down at the table."),
)  # fmt: skip
FOCUS = _Scale(
    "focus", _("blur of an index"), SOFT, 0.06, 0.025, _percent,
    _(
        "Focus the camera on the cards: turn its lens, clean it, or move it until "
        "the bar is longest."
    ),
)  # fmt: skip
LIGHT = _Scale(
    "light", _("brightness"), 100, 60, 210, _level,
    _("It is too dark: turn on a lamp, or increase the camera's exposure."),
)  # fmt: skip
GLARE = _Scale(
    "glare", _("overexposed"), 0.05, 0.45, 0.0, _percent,
    _(
        "A lamp reflects off a card, or it is too bright: move the lamp aside, or dim it."
    ),
)  # fmt: skip
CONTRAST = _Scale(
    "contrast", _("print contrast"), 0.4, 0.2, 0.85, _percent,
    _(
        "The print looks washed out: clean the lens, and keep windows and lamps from "
        "shining into it."
    ),
)  # fmt: skip
EVEN = _Scale(
    "even", _("evenness"), 0.65, 0.3, 1.0, _percent,
    _(
        "The light is uneven: remove whatever casts a shadow, or add a second lamp on the other "
        "side."
    ),
)  # fmt: skip
NOISE = _Scale(
    "noise", _("grain"), 0.09, 0.14, 0.0, _percent,
    _("The picture is grainy: add light, and lower the camera's gain."),
)  # fmt: skip
COLOUR = _Scale(
    "colour", _("colour cast"), 1.0, 4.0, 0.0, _percent,
    _("White cards look coloured, and red is hard to tell from black: use white light."),
)  # fmt: skip
STILL = _Scale(
    "still", _("movement"), 0.004, 0.03, 0.0, _percent,
    _("Something is moving: take your hands away and wait a moment."),
)  # fmt: skip
STEADY = _Scale(
    "steady", _("camera shake"), 0.004, 0.015, 0.0, _percent,
    _("The camera itself is moving: fix it in place, and keep the table from shaking."),
)  # fmt: skip

BLACK = 12.0
"""Maximum `brightest` of a picture that counts as black."""

STEPS = {
    "place": ("cards", "size", "near", "cut", "tilt"),
    "focus": ("focus", "still", "steady"),
    "light": ("light", "glare", "contrast", "even", "noise", "colour"),
}
"""Figures of each measured step of the check."""


def judge(measures: Measures, change: Change | None) -> list[Figure]:
    """Returns the figures of one picture, in the order of `STEPS`.

    Args:
        measures: measurements of the picture.
        change: difference from the previous picture, or None.
    """
    black = measures.brightest <= BLACK
    figures = [
        cards_figure(measures.cards, black),
        SIZE.judge(measures.index_px),
        NEAR.judge(measures.card_share),
        CUT.judge(measures.outside if measures.cards else None),
        TILT.judge(measures.tilt_deg),
        FOCUS.judge(measures.blur),
        LIGHT.judge(measures.brightest if measures.paper is None else measures.paper),
        GLARE.judge(measures.burnt),
        CONTRAST.judge(measures.contrast),
        EVEN.judge(measures.darkest),
        NOISE.judge(measures.noise),
        COLOUR.judge(measures.cast),
    ]
    if change is not None:
        figures += [STILL.judge(change.moved), STEADY.judge(change.shift)]
    return figures


def cards_figure(cards: int, black: bool) -> Figure:
    """Returns the figure for the number of cards read; five is right."""
    verdict, cure, level = Verdict.GOOD, "", 1.0
    if black:
        verdict, level = Verdict.BAD, 0.0
        cure = _("The picture is black: take off the lens cap, and turn on a light.")
    elif cards != HAND:
        verdict = Verdict.BAD if cards == 0 else Verdict.WEAK
        # Too few or too many cards are weak: the middle third of the bar.
        level = 0.0 if cards == 0 else (1 + _part(abs(cards - HAND), HAND, 0)) / 3
        cure = _("Lay five cards flat on the table, face up and apart, where hands will be laid.")
    name, expected = _("cards read"), str(HAND)
    return Figure("cards", name, float(cards), str(cards), expected, verdict, round(level, 3), cure)


def worst(figures: list[Figure]) -> Figure | None:
    """Returns the figure to improve first; None if all figures are good or unknown."""
    wanting = [f for f in figures if f.verdict in (Verdict.BAD, Verdict.WEAK)]
    if not wanting:
        return None
    # First comes what prevents other measurements: light, then cards, then the rest.
    first = {"light": 0, "cards": 1, "size": 2, "focus": 3}
    return min(wanting, key=lambda f: (-SEVERITY[f.verdict], first.get(f.key, 9), f.level))
