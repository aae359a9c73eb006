"""Remembers which card lay where, from when until when, and how surely it was read.

A stay of one card at one place is a visit. A card that is taken up and laid elsewhere pays another
visit; one that is read anew where it lies only makes its visit surer.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from pegboard.cribbage.cards import DECK, Card
from pegboard.vision.assemble import Outline
from pegboard.vision.follow.suits import Odds, fair_odds

KEPT = 0.3
"""Confidence below which a reading is not even an opinion."""
VOICE = 0.5
"""Confidence from which a reading speaks for a card being there."""
BELIEVED = 0.9
"""Belief from which a card counts as read."""
AT_ONCE = 0.96
"""Belief from which one look is enough."""
STEADY = 0.6
"""Weight of every further look at the same picture of a card, compared with the one before."""
MOVED, SAME = 0.5, 0.12
"""Card heights: beyond the first a card lies elsewhere; nearer than the second two readings that
could mean one card do."""
OTHER = 1.5
"""Card heights from which two that are read alike, while both lie there, are two cards."""
ALIKE = 0.02
"""Probability from which two readings may be of one card."""
LEFT = 2
"""Looks in a row that must miss a card before it has gone."""
RECENT = 12
"""Cards that tell how large cards are here."""
BLIND = 3
"""Looks in a row that show no card, after which cards may have another size than before."""
LOOKS = 5
"""Looks after which a doubtful card is not looked at again unless something moves."""


@dataclass(frozen=True, eq=False)
class Glimpse:
    """One card in one picture.

    Attributes:
        odds: of the 52 cards.
        confidence: that the likeliest of them is there.
        corners: the outline of what was read: the card, or one of its indices.
        index_px: height of an index.
        whole: the outline of the card, where it is known.
    """

    odds: Odds
    confidence: float
    corners: Outline
    index_px: float = 0.0
    whole: Outline = ()

    @property
    def outline(self) -> Outline:
        """The outline of the card, or of what was read of it."""
        return self.whole or self.corners

    @property
    def card(self) -> Card:
        """The likeliest card."""
        return DECK[int(self.odds.argmax())]

    @property
    def middle(self) -> tuple[float, float]:
        """The centre of the outline, in pixels."""
        x, y = np.mean(self.outline, axis=0)
        return float(x), float(y)

    @property
    def height(self) -> float:
        """The longer side of the outline, in pixels."""
        a, b, c = self.outline[:3]
        return max(math.dist(a, b), math.dist(b, c))


def exchanged(glimpse: Glimpse, mistaken: Mapping[int, int]) -> Glimpse:
    """Returns a glimpse in which cards that are taken for each other have changed places.

    Args:
        glimpse: as it was read.
        mistaken: by the number of a card in the deck, that of the one it is taken for.
    """
    if not mistaken:
        return glimpse
    odds = glimpse.odds[[mistaken.get(number, number) for number in range(len(DECK))]]
    return replace(glimpse, odds=odds)


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
    _each: float = 1.0

    @property
    def odds(self) -> Odds:
        """Which card it is, from all looks."""
        grown = np.exp(self.logs - self.logs.max())
        return np.asarray(grown / grown.sum())

    @property
    def fair(self) -> Odds:
        """The same, with no more trust in the suit than looks at one card deserve."""
        return fair_odds(self.logs, _weight(self.looks))

    @property
    def card(self) -> Card:
        """The likeliest card."""
        return DECK[int(self.logs.argmax())]

    @property
    def belief(self) -> float:
        """Probability that this card lies there."""
        return (1 - self.doubt) * float(self.odds.max())

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
        if glimpse.confidence >= VOICE:
            self.doubt *= (1 - min(glimpse.confidence, 0.99)) ** weight
        self.glimpse = glimpse
        self.looks += 1
        self.last, self.missed = now, 0


class Visits:
    """All visits of a deal, in the order in which they began."""

    def __init__(self) -> None:
        """Starts with an empty table."""
        self.all: list[Visit] = []
        self.looks = 0
        """Looks taken so far."""
        self._earlier: list[Glimpse] = []
        self._printed: list[Glimpse] = []
        self._blind = 0

    @property
    def recent(self) -> list[Glimpse]:
        """The cards seen lately; before the first one of a deal those of the deal before."""
        if self.all:
            return [visit.glimpse for visit in self.all[-RECENT:]]
        return self._earlier if self._blind < BLIND else []

    @property
    def lying(self) -> list[Visit]:
        """The visits that last."""
        return [visit for visit in self.all if visit.gone is None]

    @property
    def doubtful(self) -> list[Visit]:
        """The visits that another look would help."""
        return [visit for visit in self.all if visit.doubtful]

    def look(
        self,
        glimpses: Sequence[Glimpse],
        now: float,
        rests: Callable[[Outline], bool],
        still: Callable[[Outline], bool],
    ) -> None:
        """Takes what one picture shows.

        Args:
            glimpses: what was read, best first.
            now: seconds.
            rests: whether an outline was read and nothing moves in it; readings elsewhere count for
                nothing.
            still: whether nothing moves there: a card that lies still is not somewhere else.
        """
        self.looks += 1
        self._blind = 0 if any(g.confidence >= VOICE for g in glimpses) else self._blind + 1
        waiting = [visit for visit in self.all if visit.gone is None]
        left: list[Glimpse] = []
        for glimpse in glimpses:
            if glimpse.confidence < KEPT or not rests(glimpse.corners) or self._is_print(glimpse):
                continue
            same = [v for v in waiting if v.card == glimpse.card]
            own = min(same, key=lambda v: _apart(v.glimpse, glimpse), default=None)
            if own is None:
                if not any(v.card == glimpse.card for v in self.lying):
                    left.append(glimpse)
            elif _apart(own.glimpse, glimpse) <= MOVED:
                waiting.remove(own)
                own.add(glimpse, now)
            elif rests(own.glimpse.corners) or not still(own.glimpse.corners):
                waiting.remove(own)
                own.gone = now
                left.append(glimpse)
            elif _apart(own.glimpse, glimpse) >= OTHER:  # one of them is misread
                left.append(glimpse)
        for glimpse in left:
            near = [v for v in waiting if _apart(v.glimpse, glimpse) < SAME]
            alike = next((v for v in near if float((v.odds * glimpse.odds).sum()) > ALIKE), None)
            if alike is not None:
                waiting.remove(alike)
                alike.add(glimpse, now)
            elif (own := self._other_corner(glimpse, now)) is not None:
                own.add(glimpse, now)
            elif glimpse.confidence >= VOICE:
                visit = Visit(glimpse, now, now, np.zeros(52))
                visit.add(glimpse, now)
                self.all.append(visit)
        for visit in waiting:
            if rests(visit.glimpse.corners):
                if not visit.missed:
                    visit.missed_since = now
                visit.missed += 1
                if visit.missed >= LEFT:
                    visit.gone = visit.missed_since

    def _other_corner(self, glimpse: Glimpse, now: float) -> Visit | None:
        """Returns the card just seen of which this is the other corner, read as its twin."""
        for visit in self.lying:
            alike = float((visit.odds * glimpse.odds).sum()) > ALIKE
            twin = alike and visit.card.rank == glimpse.card.rank
            if twin and visit.last == now and _apart(visit.glimpse, glimpse) < SAME:
                return visit
        return None

    def rest(self, now: float, still: Callable[[Outline], bool]) -> None:
        """Notes which cards lie there with nothing moving over them."""
        for visit in self.all:
            if visit.gone is None and not visit.missed and still(visit.glimpse.corners):
                visit.still = now

    def _is_print(self, glimpse: Glimpse) -> bool:
        """Returns whether the same was read there, and as badly, before the hands were dealt."""
        return glimpse.confidence < BELIEVED and any(
            printed.card == glimpse.card and _apart(printed, glimpse) < SAME
            for printed in self._printed
        )

    def dealt(self) -> None:
        """Begins a deal: what was read badly on the table before is no card, but a print there.

        The back of a card, or the table, may look like a card where it looks like nothing else.
        """
        self._printed = [v.glimpse for v in self.all if not v.old and not v.clear]
        self.forget()

    def forget(self) -> None:
        """Ends the deal: what still lies there is old, everything else is forgotten."""
        self._earlier, self._blind = self.recent, 0
        self.all = self.lying
        for visit in self.all:
            visit.old = True


def _weight(looks: int) -> float:
    """Returns as how many looks at different scenes so many at one scene count."""
    return sum(STEADY**look for look in range(looks))


def _apart(a: Glimpse, b: Glimpse) -> float:
    """Returns the distance of two cards' middles in card heights."""
    return math.dist(a.middle, b.middle) / max(a.height, b.height, 1.0)
