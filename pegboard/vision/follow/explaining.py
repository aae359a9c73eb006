"""Explains the deal that goes on by what was seen of it; learns where each seat's cards fall."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from pegboard.cribbage import Action, Card, Play
from pegboard.vision.follow.belief import Belief
from pegboard.vision.follow.beliefs import explain
from pegboard.vision.follow.claims import Claims
from pegboard.vision.follow.evidence import Arrival
from pegboard.vision.follow.judging import belief_in, likely_cards, second, taken_for
from pegboard.vision.follow.moves import (
    brief,
    carried,
    laid_upon,
    left_soon,
    lifted_alone,
    read_anew,
    shown,
)
from pegboard.vision.follow.seen.visit import BELIEVED, Visit
from pegboard.vision.follow.seen.visits import Visits
from pegboard.vision.follow.settled import Settled
from pegboard.vision.follow.show import laid_open, laid_together
from pegboard.vision.follow.steps import Steps
from pegboard.vision.follow.telling import SURE, WAIT_S, Telling
from pegboard.vision.follow.zones import Zones
from pegboard.vision.turn import Place, turned_place, turned_size


class Explaining:
    """The explanations of one deal after the other.

    Args:
        visits: all that was seen.
        zones: of the seats; it learns.
        players: seats at the table, 2 to 4.
        telling: knows when hands were told.
    """

    def __init__(self, visits: Visits, zones: Zones, players: int, telling: Telling) -> None:
        """Starts with nothing to explain."""
        self._visits, self._zones, self._players = visits, zones, players
        self._telling = telling
        self._steps = Steps()
        self.size = (1, 1)
        """Width and height of the pictures, in pixels."""
        self.settled = Settled()
        """The lines that people entered or corrected."""
        self.beliefs: list[Belief] = []
        """The likeliest explanations, best first."""
        self.starter: Place | None = None
        """Where the starter lay last."""
        self._open: dict[int, tuple[Card, ...]] = {}
        self._claims = Claims()
        self._learnt: set[int] = set()
        self._looks = -1

    def begin(self) -> None:
        """Begins another deal."""
        self.settled, self._open, self._learnt = Settled(), {}, set()
        self._claims = Claims()
        self.again()

    def again(self) -> None:
        """Makes the next explanation start anew, though nothing else was seen."""
        self._looks = -1

    def turn(self, degrees: int) -> None:
        """Turns all that is remembered clockwise: so are the pictures from now on."""
        self.size = turned_size(self.size, degrees)
        if self.starter is not None:
            self.starter = turned_place(self.starter, degrees)

    def learn_anew(self) -> None:
        """Learns the places of the present deal's cards once more: the seats sit elsewhere."""
        self._learnt = set()
        self.again()

    def explain(self, dealers: Sequence[float], dealt_at: float, lying: list[Visit]) -> None:
        """Explains the deal, if anything was seen since the last time.

        Args:
            dealers: log likelihood of each seat to have dealt.
            dealt_at: seconds.
            lying: the visits of this deal that last.
        """
        if self._visits.looks != self._looks:
            self._looks = self._visits.looks
            self._explain(dealers, dealt_at, lying)

    def seen_at(self) -> dict[Action, float]:
        """Returns when each action of the likeliest explanation was seen to happen, in seconds."""
        if not self.beliefs:
            return {}
        return dict(zip(self.beliefs[0].actions, self.beliefs[0].times, strict=True))

    def learn(self, best: Belief) -> None:
        """Learns the places of cards of which is sure who played them.

        Args:
            best: the likeliest explanation.
        """
        if len(self.beliefs) > 1 and best.worth - self.beliefs[1].worth < SURE:
            return
        by_card = {a.card: a.seat for a in best.actions if isinstance(a, Play)}
        starter = best.starter
        for visit in self._visits.all:
            if visit.old or id(visit) in self._learnt:
                continue
            if visit.card == starter:
                self.starter = self._place(visit)
            elif visit.card in by_card and visit.belief >= BELIEVED:
                self._zones.learn(by_card[visit.card], self._place(visit))
                self._learnt.add(id(visit))

    def _explain(self, dealers: Sequence[float], dealt_at: float, lying: list[Visit]) -> None:
        """Explains the deal anew, and once more where hands were laid open meanwhile."""
        arrivals = self._arrivals()
        for _ in range(3):
            fixed, steps = self.settled.fixed, self._steps
            self.beliefs = explain(arrivals, dealers, dealt_at, self._open, fixed, steps)
            seat_of = self._seats(self.beliefs[0], lying)
            found = laid_open(self.beliefs[0], self._visits.all, lying, seat_of)
            found = {seat: cards for seat, cards in found.items() if self._in_time(cards, seat)}
            new = [v for v in self._visits.all if not v.old]
            claimed = self._claims.look(self.beliefs[0], lying, new)
            opened = self._open | found
            opened = {seat: self._claims.played(cards) for seat, cards in opened.items()}
            if not claimed and opened == self._open:
                return
            self._open = opened
            if claimed:
                arrivals = self._arrivals()

    def _arrivals(self) -> list[Arrival]:
        new = [v for v in self._visits.all if not v.old and v.doubt < 0.6]
        return [
            Arrival(
                at=visit.first,
                odds=self._claims.less(likely_cards(visit)),
                belief=belief_in(visit, new),
                seats=self._zones.seats(self._place(visit)),
                brief=brief(visit, new),
                lifted=lifted_alone(visit, new),
                left=left_soon(visit, new),
                piled=self._zones.piled(self._place(visit)),
                found=visit.found,
                since=visit.before.at if visit.before is not None else -math.inf,
                under=laid_upon(visit, new),
                shown=shown(visit, new),
                anew=read_anew(visit, new),
                carried=carried(visit, new),
                second=second(visit, new),
                twins=taken_for(visit, new),
            )
            for visit in sorted(new, key=lambda v: v.first)
        ]

    def _in_time(self, cards: Sequence[Card], seat: int) -> bool:
        """Returns whether cards may still belong to the hand that a seat laid open."""
        since = self._telling.shown_at.get(seat, math.inf)
        return all(v.first <= since + WAIT_S for v in self._visits.lying if v.card in cards)

    def _place(self, visit: Visit) -> Place:
        x, y = visit.glimpse.middle
        return x / self.size[0], y / self.size[1]

    def _seats(self, belief: Belief, lying: Sequence[Visit]) -> Callable[[Visit], int]:
        """Returns what tells the seat of a visit: hands that are laid open belong to one each."""
        seats: dict[int, int] = {}
        for hand in laid_together(belief, lying):
            logs = np.sum([self._zones.seats(self._place(v)) for v in hand], axis=0)
            seats |= {id(v): int(logs.argmax()) for v in hand}
        return lambda visit: seats[id(visit)] if id(visit) in seats else self._seat(visit)

    def _seat(self, visit: Visit) -> int:
        logs = self._zones.seats(self._place(visit))
        return max(range(self._players), key=lambda seat: logs[seat])
