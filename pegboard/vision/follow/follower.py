"""Pictures in, lines of a game record out."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from pegboard.cribbage import Action, Card, Cut, Deal, Hand, Play
from pegboard.vision.assemble import Outline
from pegboard.vision.follow.belief import Belief
from pegboard.vision.follow.beliefs import explain
from pegboard.vision.follow.change import Changes
from pegboard.vision.follow.claims import Claims
from pegboard.vision.follow.evidence import Arrival
from pegboard.vision.follow.judging import (
    Doubted,
    Told,
    belief_in,
    brief,
    left_soon,
    likely_cards,
    second,
)
from pegboard.vision.follow.packs import Packs
from pegboard.vision.follow.reading import Reader, box_of, card_ratio, completed, look, within
from pegboard.vision.follow.settled import Settled
from pegboard.vision.follow.show import laid_open
from pegboard.vision.follow.steps import Steps
from pegboard.vision.follow.telling import SURE, WAIT_S, Telling
from pegboard.vision.follow.visits import BELIEVED, Visit, Visits, exchanged
from pegboard.vision.follow.zones import Place, Zones

WITHOUT_DEAL_S = 8.0
"""Seconds a card must lie face up for a deal to have begun though nobody saw it dealt."""
FOR_EVER_S = 60.0
SEEN_AGAIN_S = 3.0
"""Seconds in which the cards that lie there are found when watching begins in mid-deal."""
SHOWN = 0.5
"""Belief from which people are shown that a card lies there."""


class Follower:
    """Follows the deals on one table. Not for two threads at a time."""

    def __init__(self, reader: Reader, players: int = 2, dealer: int | None = None) -> None:
        """Starts before the first picture.

        Args:
            reader: of the cards in a picture.
            players: seats at the table, 2 to 4.
            dealer: who deals first, where that is known.
        """
        self._reader = reader
        self._players = players
        self._dealer = dealer
        self._changes = Changes()
        self._visits = Visits()
        self._zones = Zones(players)
        self._steps = Steps()
        self._packs = Packs(players, self._zones)
        self._size = (1, 1)
        self._first = True
        self._dealt_at: float | None = None
        self._dealing = False
        self._dealers: tuple[float, ...] = ()
        self._telling = Telling(self._visits, players)
        self._settled = Settled()
        self._open: dict[int, tuple[Card, ...]] = {}
        self._claims = Claims()
        self._beliefs: list[Belief] = []
        self._believed_at = -1
        self._starter: Place | None = None
        self._learnt: set[int] = set()
        self.deals = 0
        """Deals begun so far."""

    @property
    def record(self) -> list[Action]:
        """Every action that stands."""
        return self._telling.record

    @property
    def doubts(self) -> dict[Action, Doubted | None]:
        """What a person would be asked by now about each line of the present deal or the last."""
        return self._telling.doubts

    def watch(self, image: npt.NDArray[np.uint8], now: float) -> list[Told]:
        """Takes the next picture, and returns what is newly taken for true.

        Args:
            image: (height, width, 3) BGR `uint8`.
            now: when it was taken, in seconds that never run backwards.
        """
        self._size = (image.shape[1], image.shape[0])
        self._changes.watch(image, now)
        self._look(image, now)
        undone: list[Told] = []
        self._visits.rest(now, self._changes.rests)
        if self._dealt_at is None or not self._telling.dealt_seen:
            undone = self._await_deal(now)
        elif self._dealing:
            self._dealing = not self._packs.watch(self._changes, False, self._starter, True)
            self._dealers = max(self._dealers, self._likely_dealers(), key=max)
            self._believed_at = -1
        self._first = False
        if self._dealt_at is None:
            return undone
        told = undone + self._tell(now)
        self._end_deal()
        return told

    def _look(self, image: npt.NDArray[np.uint8], now: float) -> None:
        """Reads what changed and rests, and what is still in doubt."""
        spots = self._changes.unread_boxes()
        spots += [box_of(v.glimpse.corners) for v in self._visits.doubtful]
        if not spots:
            return
        seen, looks = self._visits.recent, self._visits.looks
        glimpses, boxes = look(self._reader, image, spots, seen, looks)
        ratio = card_ratio([*seen, *glimpses])
        glimpses = [
            completed(exchanged(glimpse, self._settled.mistaken), ratio) for glimpse in glimpses
        ]
        for visit in self._visits.all:
            visit.glimpse = completed(visit.glimpse, ratio)

        def known(outline: Outline) -> bool:
            return self._changes.rests(outline) and any(within(outline, box) for box in boxes)

        self._visits.look(glimpses, now, known, self._changes.rests)
        self._changes.was_read()

    def finish(self) -> list[Told]:
        """Returns what is taken for true at the end of the film, when no more pictures come."""
        return [] if self._dealt_at is None else self._tell(self._changes.now + FOR_EVER_S)

    def _await_deal(self, now: float) -> list[Told]:
        """Begins a deal that was dealt; takes back what was taken for one before it."""
        dealt = self._packs.watch(self._changes, self._first, self._starter)
        new = [v for v in self._visits.lying if not v.old and v.belief >= BELIEVED]
        if new and self._dealt_at is None:
            self._packs.forget_arms()
        if dealt and not new:
            undone = self._telling.tell_anew([])
            if self._dealt_at is not None:
                self.deals -= 1
            self._visits.dealt()
            self._begin(now, seen=True)
            return undone
        if self._dealt_at is None and new and now - min(v.first for v in new) >= WITHOUT_DEAL_S:
            self._begin(min(v.first for v in new) - 0.1, seen=False)
        return []

    def _begin(self, at: float, seen: bool) -> None:
        self._dealt_at = at
        self._dealing = seen and not self._packs.taken_up
        self._dealers = self._likely_dealers()
        self._telling.begin(seen)
        self._settled, self._open, self._learnt = Settled(), {}, set()
        self._claims = Claims()
        self._believed_at = -1
        self.deals += 1

    def _likely_dealers(self) -> tuple[float, ...]:
        arms, expected = self._packs.dealers, self._dealer
        if expected is None:
            return arms
        return tuple(
            log * 0.3 + (-0.02 if seat == expected else -4.0) for seat, log in enumerate(arms)
        )

    # --- what the game knows

    @property
    def watching(self) -> bool:
        """Whether a deal is going on."""
        return self._dealt_at is not None

    def settle(self, actions: Sequence[Action], certain: Collection[int], now: float) -> None:
        """Takes over the lines of the present deal as the game has them, and what is certain.

        In a deal that nobody watched so far they are where it begins.

        Args:
            actions: the deal, the cut, the plays and gos, and the crib, as they stand.
            certain: places of those that people entered or corrected, from 0.
            now: as for `watch`.
        """
        fresh = self._dealt_at is None
        seen: dict[Action, float] = {}
        if fresh:
            self._begin(now, seen=True)
            self._dealing = False
        else:
            told = [action for action in self._telling.lines if not isinstance(action, Hand)]
            self._settled.correct(told, actions, certain, self._visits)
            seen = self._seen_at(dict(zip(told, actions, strict=False)))
        self._telling.take(actions)
        # What lies there already was not laid anew, unless the hands were all played.
        over = sum(isinstance(action, Play) for action in actions) == 4 * self._players
        usual = now + (0.0 if over else SEEN_AGAIN_S) if fresh else now
        self._settled.fix(actions, certain, self._visits, seen, usual)
        self._believed_at = -1

    def _seen_at(self, changed: Mapping[Action, Action]) -> dict[Action, float]:
        """Returns when the lines of the present deal were seen to happen.

        Args:
            changed: by the line that was told, that which people say it was.
        """
        if not self._beliefs:
            return {}
        best = self._beliefs[0]
        pairs = zip(best.actions, best.times, strict=True)
        return {changed.get(action, action): at for action, at in pairs}

    def await_deal(self, dealer: int) -> None:
        """Gives up the present deal, if there is one, and waits for the next.

        Args:
            dealer: who deals it.
        """
        if self._dealt_at is not None:
            self._dealt_at = None
            self._telling.end()
            self._visits.forget()
            self._packs.begin()
        self._dealer = dealer

    def likely(self, card: Card) -> tuple[Card, ...]:
        """Returns the cards that one that lies here may be in truth, likeliest first."""
        visits = [v for v in self._visits.all if v.card == card and not v.old]
        return tuple(c for v in visits[-1:] for c, _ in likely_cards(v) if c != card)

    @property
    def lying(self) -> list[Visit]:
        """The cards that lie face up now, as far as they are believed."""
        return [v for v in self._visits.lying if v.belief >= SHOWN]

    @property
    def still(self) -> bool:
        """Whether nothing moves."""
        return not self._changes.moving.any()

    # --- what happened

    def _place(self, visit: Visit) -> Place:
        x, y = visit.glimpse.middle
        return x / self._size[0], y / self._size[1]

    def _seat(self, visit: Visit) -> int:
        logs = self._zones.seats(self._place(visit))
        return max(range(self._players), key=lambda seat: logs[seat])

    def _arrivals(self) -> list[Arrival]:
        new = [v for v in self._visits.all if not v.old and v.doubt < 0.6]
        return [
            Arrival(
                at=visit.first,
                odds=self._claims.less(likely_cards(visit)),
                belief=belief_in(visit, new),
                seats=self._zones.seats(self._place(visit)),
                brief=brief(visit, new),
                left=left_soon(visit, new),
                piled=self._zones.piled(self._place(visit)),
                second=second(visit, new),
            )
            for visit in sorted(new, key=lambda v: v.first)
        ]

    def _tell(self, now: float) -> list[Told]:
        lying = [v for v in self._visits.lying if not v.old]
        if self._visits.looks != self._believed_at:
            self._believed_at = self._visits.looks
            self._believe(lying)
        best, told = self._telling.tell(self._beliefs, self._settled.fixed, lying, now)
        self._learn(best, self._beliefs)
        return told

    def _believe(self, lying: list[Visit]) -> None:
        """Explains the deal anew, and once more where hands were laid open meanwhile."""
        assert self._dealt_at is not None
        arrivals = self._arrivals()
        for _ in range(3):
            self._beliefs = explain(
                arrivals,
                self._dealers,
                self._dealt_at,
                self._open,
                self._settled.fixed,
                self._steps,
            )
            found = laid_open(self._beliefs[0], self._visits.all, lying, self._seat)
            found = {seat: cards for seat, cards in found.items() if self._in_time(cards, seat)}
            claimed = self._claims.look(self._beliefs[0], lying)
            opened = self._open | found
            opened = {seat: self._claims.played(cards) for seat, cards in opened.items()}
            if not claimed and opened == self._open:
                return
            self._open = opened
            if claimed:
                arrivals = self._arrivals()

    def _in_time(self, cards: Sequence[Card], seat: int) -> bool:
        """Returns whether cards may still belong to the hand that a seat laid open."""
        since = self._telling.shown_at.get(seat, math.inf)
        return all(v.first <= since + WAIT_S for v in self._visits.lying if v.card in cards)

    def _learn(self, best: Belief, beliefs: list[Belief]) -> None:
        """Learns the places of cards of which is sure who played them."""
        if len(beliefs) > 1 and best.worth - beliefs[1].worth < SURE:
            return
        by_card = {a.card: a.seat for a in best.actions if isinstance(a, Play)}
        starter = next((a.card for a in best.actions if isinstance(a, Cut)), None)
        for visit in self._visits.all:
            if visit.old or id(visit) in self._learnt:
                continue
            if visit.card == starter:
                self._starter = self._place(visit)
            elif visit.card in by_card and visit.belief >= BELIEVED:
                self._zones.learn(by_card[visit.card], self._place(visit))
                self._learnt.add(id(visit))

    def _end_deal(self) -> None:
        """Ends the deal when the crib was told and taken up, or nothing lies face up any more."""
        lying = [v for v in self._visits.lying if not v.old]
        told = self._telling
        if told.crib is not None:
            done = not any(v.card in told.crib.cards for v in lying)
        else:
            done = len(told.lines) > 4 and bool(told.shown) and not lying
        if not done:
            return
        self._dealt_at = None
        dealer = next((a.dealer for a in told.lines if isinstance(a, Deal)), 0)
        self._dealer = (dealer + 1) % self._players
        told.end()
        self._visits.forget()
        self._packs.begin()
