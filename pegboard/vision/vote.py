"""Combines several frames of a table into one reading.

A live camera sees the same cards many times, each time with different noise, and sometimes
with a hand or a sleeve in front. A card counts as seen if more than half of the frames have it.
"""

from __future__ import annotations

from collections.abc import Sequence

from pegboard.cribbage.cards import Card
from pegboard.vision.recognise import Reading, Sighting


def vote(readings: Sequence[Reading]) -> Reading:
    """Returns one reading from several of the same table, the latest last.

    A card is in it where more than half of the readings have it. Its confidence is the mean over
    all readings (absent counts as none), its corners are those of the latest that has it. The
    result is sure where more than half of the readings are, and every sure one has the same cards.
    """
    seen: dict[Card, list[Sighting]] = {}
    for reading in readings:
        for sighting in reading.sightings:
            seen.setdefault(sighting.card, []).append(sighting)
    kept = [
        Sighting(card, sum(s.confidence for s in those) / len(readings), those[-1].corners)
        for card, those in seen.items()
        if 2 * len(those) > len(readings)
    ]
    kept.sort(key=lambda sighting: -sighting.confidence)
    cards = {sighting.card for sighting in kept}
    sure = [reading for reading in readings if reading.sure]
    agreed = all({s.card for s in reading.sightings} == cards for reading in sure)
    return Reading(tuple(kept), bool(kept) and 2 * len(sure) > len(readings) and agreed)
