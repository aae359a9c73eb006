"""Evidence of a deal: cards that came to lie, and lines that people entered."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from pegboard.cribbage import Action, Card

Fixed = Mapping[int, tuple[Action, float]]
"""Actions that are certain, by their place in the deal, each with its time in seconds."""


@dataclass(frozen=True)
class Arrival:
    """A card that came to lie.

    Attributes:
        at: when, in seconds.
        odds: log probability of each card that it may be, best first.
        belief: probability that it is there at all.
        seats: log probability of each seat, from the place.
        brief: probability that it was taken back at once.
        lifted: when its place was seen bare soon after, in seconds.
        left: whether it went away soon and never came back: no starter does.
        piled: whether it lies where a seat's cards fall: hardly a starter does.
        found: whether it lay there when watching began: only its place tells a starter then.
        since: when its place was seen without it last, in seconds.
        under: the cards that lie upon it, each where it came to lie first.
        shown: whether it came together with cards that were laid once more: a hand laid open.
        anew: whether it lay there for good already, was lost and is read once more.
        carried: whether it lies far from where it came to lie first.
        second: whether a card that is read alike still lies elsewhere: one of them is its twin.
        twins: those for which it was taken as well when it had just come: it is one card.
    """

    at: float
    odds: tuple[tuple[Card, float], ...]
    belief: float
    seats: tuple[float, ...]
    brief: float = 0.0
    lifted: float = math.inf
    left: bool = False
    piled: bool = False
    found: bool = False
    since: float = -math.inf
    under: frozenset[Card] = frozenset()
    shown: bool = False
    anew: bool = False
    carried: bool = False
    second: bool = False
    twins: frozenset[Card] = frozenset()

    @property
    def seat(self) -> int:
        """The seat before which it lies."""
        return self.seats.index(max(self.seats))
