"""Remembers which card lay where, from when until when, and how surely it was read.

A stay of one card at one place is a visit. A card that is taken up and laid elsewhere pays another
visit; one that is read anew where it lies only makes its visit surer.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from pegboard.vision.follow.seen.change import BARE, Changes
from pegboard.vision.follow.seen.glimpse import (
    ALIKE,
    COINCIDE,
    KEPT,
    SAME,
    VOICE,
    Glimpse,
    distance,
    impossible,
    lies_upon,
    mirrored,
    other_corner,
    own_index,
    turned,
)
from pegboard.vision.follow.seen.hints import Hints
from pegboard.vision.follow.seen.prints import Prints
from pegboard.vision.follow.seen.suits import against_twin
from pegboard.vision.follow.seen.visit import LEFT, Visit
from pegboard.vision.outlines import Outline
from pegboard.vision.turn import Size

MOVED = 0.5
"""Card heights beyond which a card lies elsewhere."""
OTHER = 1.5
"""Card heights from which two that are read alike, while both lie there, are two cards."""
FOUR = 2
"""Times that this must be seen for the deck to have an index in every corner."""
RECENT = 12
"""Cards that tell how large cards are here."""
PLACED_S = 2.0
"""Seconds within which it is known where exactly a card lies."""
LIFTED_S = 6.0
"""Seconds for which a card may be taken back."""
NUDGED = 0.05
"""Card heights from which a card is not just read anew."""
UNTOLD, TOLD = 2.0, 4.0
"""Log odds below which a card was hardly told from its twin, and from which one is."""
FOUND_S, UNCOVERED_S = 2.0, 10.0
"""Seconds after watching began in which a card that is read may have lain there before; the same
where something covered its place until then."""
BLIND = 3
"""Looks in a row that show no card, after which cards may have another size than before."""


class Visits:
    """All visits of a deal, in the order in which they began."""

    def __init__(self) -> None:
        """Starts with an empty table."""
        self.all: list[Visit] = []
        self.looks = 0
        """Looks taken so far."""
        self._earlier: list[Glimpse] = []
        self._prints = Prints()
        self._hints = Hints()
        self._blind = 0
        self._right = 0

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

    @property
    def hints(self) -> list[Glimpse]:
        """What was hardly read, or read beyond the edge of what was looked at: look again there."""
        return self._hints.open

    def turn(self, size: Size, shape: tuple[int, ...], degrees: int) -> None:
        """Turns the places of all cards clockwise: so are the pictures from now on.

        Args:
            size: of the pictures before.
            shape: rows and columns of the small pictures before.
            degrees: 0, 90, 180 or 270.
        """
        for visit in self.all:
            visit.glimpse = turned(visit.glimpse, size, degrees)
            if visit.before is not None:
                visit.before = visit.before.turn(shape, degrees)
        self._earlier = [turned(each, size, degrees) for each in self._earlier]
        self._prints.turn(size, degrees)
        self._hints = Hints()

    def look(
        self,
        glimpses: Sequence[Glimpse],
        now: float,
        rests: Callable[[Outline], bool],
        still: Callable[[Outline], bool],
        fresh: Callable[[Outline], bool] = lambda outline: False,
        began: float = -math.inf,
    ) -> None:
        """Takes what one picture shows.

        Args:
            glimpses: what was read, best first.
            now: seconds.
            rests: whether an outline was read and nothing moves in it; readings elsewhere count for
                nothing.
            still: whether nothing moves there: a card that lies still is not somewhere else.
            fresh: whether a place is read for the first time: nobody knows since when a card lies
                there.
            began: when watching began, in seconds.
        """
        self.looks += 1
        self._blind = 0 if any(g.confidence >= VOICE for g in glimpses) else self._blind + 1
        waiting = [visit for visit in self.all if visit.gone is None]
        left: list[Glimpse] = []
        hints: list[Glimpse] = []
        for glimpse in map(self._placed, self._told_once(glimpses)):
            if glimpse.confidence < KEPT or self._prints.has(glimpse):
                continue
            if not rests(glimpse.corners):
                if still(glimpse.corners):
                    hints.append(glimpse)
                continue
            same = [v for v in waiting if v.card == glimpse.card]
            own = min(same, key=lambda v: _moved(v, glimpse), default=None)
            if own is None:
                if not any(v.card == glimpse.card for v in self.lying):
                    left.append(glimpse)
            elif (here := _moved(own, glimpse) <= MOVED) and not self._is_upon_twin(glimpse, own):
                waiting.remove(own)
                own.add(glimpse, now)
            elif here or rests(own.glimpse.corners) or not still(own.glimpse.corners):
                waiting.remove(own)
                own.gone = now
                left.append(glimpse)
            elif distance(own.glimpse, glimpse) >= OTHER:  # one of them is misread
                left.append(glimpse)
        for glimpse in left:
            near = [v for v in waiting if distance(v.glimpse, glimpse) < SAME]
            alike = next((v for v in near if float((v.odds * glimpse.odds).sum()) > ALIKE), None)
            if alike is not None and self._is_upon_twin(glimpse, alike):
                waiting.remove(alike)
                alike.gone = now
                self.all.append(Visit.begun(glimpse, now))
            elif alike is not None:
                waiting.remove(alike)
                alike.add(glimpse, now)
            elif (own := self._other_corner(glimpse, now)) is not None:
                own.add(glimpse, now)
            elif self._prints.is_back(glimpse):
                continue
            elif glimpse.confidence >= VOICE:
                self.all.append(Visit.begun(glimpse, now))
            else:
                hints.append(glimpse)
        for visit in self.lying:
            late = now - began
            covered = late <= UNCOVERED_S and fresh(visit.glimpse.corners)
            if visit.first == now and (late <= FOUND_S or covered):
                visit.found, visit.first = True, began
        self._hints.take(hints, still, [v.glimpse for v in self.lying if v.clear])
        seen = [visit for visit in self.lying if visit.last == now]
        for visit in seen:
            visit.under |= {v for v in seen if lies_upon(v.glimpse, visit.glimpse)}
        for visit in waiting:
            if rests(visit.glimpse.corners):
                if not visit.missed:
                    visit.missed_since = now
                visit.missed += 1
                if visit.missed >= LEFT:
                    visit.gone = visit.missed_since

    def _is_upon_twin(self, glimpse: Glimpse, visit: Visit) -> bool:
        """Returns whether a card may lie upon its twin, which it is read like.

        That was hardly told from this one, this is, it lies a little elsewhere, and somebody else
        laid a card meanwhile.
        """
        return (
            against_twin(glimpse.card, visit.fair) < UNTOLD
            and against_twin(glimpse.card, glimpse.odds) >= TOLD
            and distance(visit.glimpse, glimpse) >= NUDGED
            and any(visit.last < v.first and distance(v.glimpse, glimpse) > MOVED for v in self.all)
        )

    def _told_once(self, glimpses: Sequence[Glimpse]) -> list[Glimpse]:
        """Returns readings without those of other indices of a card, or of what cannot be."""
        told = [g for g in glimpses if not any(own_index(g, each) for each in glimpses)]
        self._right += len(told) < len(glimpses)
        told = [g for g in told if not any(impossible(g, each) for each in glimpses)]
        if self._right < FOUR:
            return told
        return [g for n, g in enumerate(told) if not any(other_corner(g, e) for e in told[:n])]

    def _placed(self, glimpse: Glimpse) -> Glimpse:
        """Returns a reading where its card lies, if that was read by an index at its left before.

        So it is learnt that the deck has an index in every corner.
        """
        same = [v.glimpse for v in self.lying if v.card == glimpse.card and not glimpse.open]
        if not same:
            return glimpse
        other = mirrored(glimpse)
        near = min(distance(each, other) for each in same)
        if near > COINCIDE or near >= min(distance(each, glimpse) for each in same):
            return glimpse
        self._right += 1
        return other

    def _other_corner(self, glimpse: Glimpse, now: float) -> Visit | None:
        """Returns the card of which this is the other corner, read as its twin."""
        for visit in self.lying:
            alike = float((visit.odds * glimpse.odds).sum()) > ALIKE
            if not alike or visit.card.rank != glimpse.card.rank:
                continue
            if visit.last == now and distance(visit.glimpse, glimpse) < SAME:
                return visit
            if self._right >= FOUR and not visit.missed and other_corner(glimpse, visit.glimpse):
                return visit
        return None

    def rest(self, now: float, still: Callable[[Outline], bool]) -> None:
        """Notes which cards lie there with nothing moving over them."""
        for visit in self.all:
            if visit.gone is None and not visit.missed and still(visit.glimpse.corners):
                visit.still = now

    def keep_before(self, now: float, changes: Changes) -> None:
        """Keeps how the places of cards that came lately looked before."""
        for visit in self.all:
            if visit.last == now and visit.before is None and now - visit.first <= PLACED_S:
                visit.before = changes.before(visit.glimpse.outline)

    def lift(self, now: float, changes: Changes) -> bool:
        """Notes which cards were taken up soon after they came to lie; returns whether any was."""
        lifted = False
        for visit in self.all:
            if visit.gone is not None or visit.before is None or now - visit.first > LIFTED_S:
                continue
            if visit.before.differs(changes.small) <= BARE:
                visit.gone = now
                visit.lifted = lifted = True
        return lifted

    def dealt(self, now: float) -> None:
        """Begins a deal: what was read on the table before `now` is no card there, but a print."""
        coming = [v for v in self.lying if not v.old and v.first >= now]
        self._prints.dealt([v for v in self.all if not v.old and v not in coming])
        self.forget()
        for visit in coming:
            visit.old = False

    def taken_up(self) -> None:
        """Notes that the hands were taken up: what was read of their backs was no card."""
        new = [v for v in self.all if not v.old]
        self._prints.taken_up(new)
        for visit in new:
            visit.old = self._prints.is_back(visit.glimpse)

    def forget(self) -> None:
        """Ends the deal: what still lies there is old, everything else is forgotten."""
        self._earlier, self._blind, self._hints = self.recent, 0, Hints()
        self.all = self.lying
        for visit in self.all:
            visit.old = True


def _moved(visit: Visit, glimpse: Glimpse) -> float:
    """Returns by how many card heights a card has moved; it may have been read by its right."""
    far = distance(visit.glimpse, glimpse)
    if not visit.glimpse.open and distance(mirrored(visit.glimpse), glimpse) <= COINCIDE:
        return min(far, COINCIDE)
    return far
