"""One card's stay at one place, and how surely it was read."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from pegboard.cribbage.cards import DECK, Card
from pegboard.vision.follow.seen.change import Before
from pegboard.vision.follow.seen.glimpse import VOICE, Glimpse
from pegboard.vision.follow.seen.suits import TWIN, Odds, fair_odds
from pegboard.vision.pips import NO_PIPS, by_card

LIKELY = 0.5
"""Belief from which a reading is considered."""
BELIEVED = 0.9
"""Belief from which a card counts as read."""
AT_ONCE = 0.96
"""Belief from which one look is enough."""
STEADY = 0.6
"""Weight of every further look at the same picture of a card, compared with the one before."""
LEFT = 2
"""Looks in a row that must miss a card before it has gone."""
LOOKS = 5
"""Looks after which a doubtful card is not looked at again unless something moves."""


@dataclass(eq=False)
class Visit:
    """One card's stay at one place. Times are seconds; `gone` is None while it lies there."""

    glimpse: Glimpse
    first: float
    last: float
    logs: Odds
    looks: int = 0
    doubt: float = 1.0
    """Probability that nothing of the kind lies there."""
    missed: int = 0
    missed_since: float = 0.0
    gone: float | None = None
    still: float = 0.0
    """When nothing moved over it last while it lay there."""
    old: bool = field(default=False)
    """True if it belongs to a deal that is over."""
    pips: Odds = field(default_factory=lambda: NO_PIPS)
    """Log odds of the four suits by its pips, as they were read best; 0 where they never were."""
    under: set[Visit] = field(default_factory=set)
    """Cards that were seen to lie upon it."""
    before: Before | None = None
    """Its place before it came to lie there."""
    found: bool = False
    """True if it lay there when watching began: nobody knows since when."""
    lifted: bool = False
    """True if its place was seen as it was before, so that it was taken up."""
    clearest: float = 0.0
    """Highest confidence of a look."""
    _each: float = 1.0

    @classmethod
    def begun(cls, glimpse: Glimpse, now: float) -> Visit:
        """Returns the visit that begins with a look.

        Args:
            glimpse: what was seen.
            now: seconds.
        """
        visit = cls(glimpse, now, now, np.zeros(len(DECK)))
        visit.add(glimpse, now)
        return visit

    @property
    def odds(self) -> Odds:
        """Which card it is, from all looks."""
        told = self._told
        grown = np.exp(told - told.max())
        return np.asarray(grown / grown.sum())

    @property
    def _told(self) -> Odds:
        return self.logs + by_card(self.pips)

    @property
    def fair(self) -> Odds:
        """The same, with no more trust in the suit than looks at one card deserve."""
        return fair_odds(self.logs, _weight(self.looks), self.pips)

    @property
    def card(self) -> Card:
        """The likeliest card."""
        return DECK[int(self._told.argmax())]

    @property
    def belief(self) -> float:
        """Probability that this card lies there."""
        return (1 - self.doubt) * float(self.odds.max())

    @property
    def either(self) -> float:
        """Probability that this card or its twin lies there."""
        odds = self.odds
        number = int(odds.argmax())
        return (1 - self.doubt) * float(odds[number] + odds[TWIN[number]])

    @property
    def clear(self) -> bool:
        """Whether there is no doubt about it: two looks agree, or one could not be better."""
        return self.belief >= (BELIEVED if self.looks > 1 else AT_ONCE)

    @property
    def doubtful(self) -> bool:
        """Whether another look would help."""
        if self.gone is not None:
            return False
        return 0 < self.missed < LEFT or (not self.clear and self.looks < LOOKS)

    def add(self, glimpse: Glimpse, now: float) -> None:
        """Adds a look. Looks at the same scene weigh the same, but less than as many scenes."""
        weight = STEADY**self.looks
        every = _weight(self.looks + 1) / (self.looks + 1)
        said = glimpse.confidence * np.log(glimpse.odds + 1e-4)
        self.logs = (self.logs / self._each + said) * every
        self._each = every
        if np.ptp(glimpse.pips) > np.ptp(self.pips):
            self.pips = glimpse.pips
        if glimpse.confidence >= VOICE:
            self.doubt *= (1 - min(glimpse.confidence, 0.99)) ** weight
        self.glimpse = glimpse
        self.clearest = max(self.clearest, glimpse.confidence)
        self.looks += 1
        self.last, self.missed = now, 0


def _weight(looks: int) -> float:
    """Returns as how many looks at different scenes so many at one scene count."""
    return sum(STEADY**look for look in range(looks))
