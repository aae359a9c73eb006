"""Resampling of a film's moments to another frame rate."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from pegboard.vision.films.scene import Arm, Event, Moment

FPS = 2
"""Moments per second: scripts have a resolution of half a second."""


def at_rate(moments: Sequence[Moment], fps: int) -> list[Moment]:
    """Returns a film at another rate: between moments, arms move linearly and cards stay still.

    Args:
        moments: one per half second.
        fps: pictures per second, at least `FPS`.
    """
    pictures = []
    for number in range(_picture(len(moments) - 1, fps) + 1):
        at = min(number * FPS / fps, len(moments) - 1)
        before, share = moments[int(at)], at - int(at)
        if share:
            after = {arm.seat: arm for arm in moments[int(at) + 1].arms}
            arms = tuple(_between(arm, after.get(arm.seat, arm), share) for arm in before.arms)
            before = Moment(before.cards, arms)
        pictures.append(before)
    return pictures


def events_at_rate(events: Sequence[Event], fps: int) -> list[Event]:
    """Returns the events, each with the number of the first picture that shows it."""
    return [
        replace(
            e,
            placed=_picture(e.placed, fps),
            frame=e.frame if e.frame < 0 else _picture(e.frame, fps),
        )
        for e in events
    ]


def _picture(moment: int, fps: int) -> int:
    """Returns the number of the first picture that shows a moment."""
    return math.ceil(moment * fps / FPS)


def _between(before: Arm, after: Arm, share: float) -> Arm:
    return replace(
        before,
        x=before.x + (after.x - before.x) * share,
        y=before.y + (after.y - before.y) * share,
        moving=before.moving or after.moving,
    )
