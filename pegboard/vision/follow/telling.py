"""The lines of a deal that were told: when each is, and what takes wrong ones back."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence

from pegboard.cribbage import Action, Card, Crib, Cut, Deal, Hand, Play, Undo
from pegboard.vision.follow.belief import Belief
from pegboard.vision.follow.crib import ShownCrib, crib_of
from pegboard.vision.follow.judging import (
    Doubted,
    Told,
    card_of,
    doubted,
    strict_worth,
    without,
)
from pegboard.vision.follow.seen.visit import Visit
from pegboard.vision.follow.seen.visits import Visits
from pegboard.vision.follow.show import hand_of, hands_shown, laid_whole
from pegboard.vision.follow.sure import (
    Orders,
    judged,
    read_well,
    told_apart,
)

SURE = 2.5
"""Log likelihood by which an explanation must beat every other one for its lines to be sure."""
MOVED = 3.5
"""The same for lines that late evidence put elsewhere: in 110 deals all 27 beyond it were right."""
TOLD = 1.0
"""The same for a line to be told at once."""
PLAY_WAIT_S = 1.1
"""Seconds after which the likeliest play is told though others are nearly as likely."""
WAIT_S = 1.5
"""The same for a hand."""
DEAL_WAIT_S = 4.0
"""The same for a deal: more cards may be dealt, and show whose arm deals."""
SWITCH, SWITCH_AT_END = 1.0, 0.2
"""The same for lines that were told to be taken back; for plays, when all hands lie open."""


class Telling:
    """What was told of the present deal, and of those before it. Not for two threads at a time."""

    def __init__(self, visits: Visits, players: int) -> None:
        """Starts with nothing told.

        Args:
            visits: the cards that lay and lie there.
            players: seats at the table, 2 to 4.
        """
        self._visits, self._players = visits, players
        self.record: list[Action] = []
        """Every action that stands."""
        self._pending: tuple[Action | None, float] = (None, 0.0)
        self.begin(seen=True)

    def begin(self, seen: bool) -> None:
        """Begins another deal.

        Args:
            seen: whether it was seen how it was dealt.
        """
        self.is_out_of_turn: Callable[[int], bool] = lambda dealer: False
        """Returns True for a dealer about whom a person is asked in any case."""
        self.dealt_seen = seen
        """Whether it was seen how the cards were dealt."""
        self.lines: list[Action] = []
        """The lines of the present deal that stand."""
        self.crib: Crib | None = None
        """The crib, once it was seen."""
        self._crib_sure = True
        self._crib_asked = self._crib_certain = False
        self.shown: set[int] = set()
        """The seats whose hands lie open, or did."""
        self.shown_at: dict[int, float] = {}
        """When each seat began to lay its hand open."""
        self._orders = Orders()
        self.doubts: dict[Action, Doubted | None] = {}
        """What a person would be asked by now about each line."""

    def end(self) -> None:
        """Ends the deal; its lines stand."""
        self.lines = []

    def take(self, actions: Sequence[Action], certain: Collection[int] = ()) -> None:
        """Takes over the lines of the deal as the game has them.

        Args:
            actions: the lines.
            certain: places of those that people entered or corrected.
        """
        if self.lines:
            del self.record[len(self.record) - len(self.lines) :]
        self.lines = list(actions)
        self.record += actions
        self._orders = Orders()  # a person knows the order: lines that move now are none the worse
        if self._crib_certain:  # until people take it back
            self.crib, self._crib_certain = None, False
        for place, action in enumerate(actions):
            if isinstance(action, Crib):
                self.crib, self._crib_sure, self._crib_asked = action, True, False
                self._crib_certain = place in certain

    def tell(
        self, beliefs: list[Belief], fixed: Collection[int], lying: list[Visit], now: float
    ) -> tuple[Belief, list[Told]]:
        """Tells what is newly taken for true, or not any more.

        Args:
            beliefs: the explanations of the deal, likeliest first.
            fixed: places of the lines that are certain.
            lying: the cards that lie face up.
            now: as for `Follower.watch`.

        Returns:
            The explanation that is taken for true, and the news.
        """
        best = beliefs[0]
        plays = tuple(action for action in self.lines if not isinstance(action, Hand | Crib))
        keeping = [b for b in beliefs if b.actions[: len(plays)] == plays]
        over = best.complete and len(self.shown) == self._players
        over = over and bool(keeping) and best.dealer == keeping[0].dealer
        switch = SWITCH_AT_END if over else SWITCH
        if keeping and best.worth - keeping[0].worth < switch:
            best = keeping[0]
        wanted = self._wanted(best, beliefs, fixed, now)
        wanted += self._show(best, beliefs, lying, now) if len(wanted) == len(best.actions) else []
        self.doubts |= {told.action: told.question for told in wanted}
        return best, self.tell_anew(wanted)

    def tell_anew(self, wanted: Sequence[Told]) -> list[Told]:
        """Returns what takes back the lines that are wrong now, and tells those that are new."""
        same = self._agreeing([told.action for told in wanted])
        if 0 < same == len(wanted) < len(self.lines) and not isinstance(self.lines[same], Play):
            return []  # the rest was told once, and nothing speaks for anything else
        undone = [Told(Undo()) for _ in self.lines[same:]]
        new = wanted[same:]
        if undone:
            del self.record[len(self.record) - len(undone) :]
        self.lines = [*self.lines[:same], *(told.action for told in new)]
        self.record += [told.action for told in new]
        return [*undone, *new]

    def _wanted(
        self, best: Belief, beliefs: list[Belief], fixed: Collection[int], now: float
    ) -> list[Told]:
        """Returns the lines of the play that are to stand."""
        wanted: list[Told] = []
        moved = self._orders.moved(best.actions, self._undone(best.actions))
        for number, action in enumerate(best.actions):
            rivals = without(beliefs, number, best)
            margin = best.worth - max((b.worth for b in rivals), default=-math.inf)
            doubt = best.worth - max((strict_worth(b, number) for b in rivals), default=-math.inf)
            seen = self._seen(action, best)
            told = self.lines[number : number + 1] == [action]
            if not told and (margin < TOLD or not seen):
                if self._pending[0] != action:
                    self._pending = (action, now)
                if now - self._pending[1] < (DEAL_WAIT_S if number == 0 else PLAY_WAIT_S):
                    break
            least = MOVED if action in moved else SURE
            turn = not (isinstance(action, Deal) and self.is_out_of_turn(action.dealer))
            sure = (doubt >= least and seen and turn) or number in fixed
            plain = number in fixed or self._told_apart(card_of(action))
            wanted.append(Told(action, sure and plain, None if sure else doubted(action)))
        return wanted

    def _seen(self, action: Action, best: Belief) -> bool:
        """Returns whether an action was seen without doubt."""
        if isinstance(action, Deal | Cut) and not self.dealt_seen:
            # Only a deal of which all hands were seen tells how it began.
            return best.complete and len(self.shown) == self._players
        if not isinstance(action, Cut | Play):
            return True
        crib = self.crib.cards if self.crib is not None else ()
        return read_well(action.card, self._visits.all, best.cards | set(crib))

    def _told_apart(self, *cards: Card | None) -> bool:
        """Returns whether none of some cards may be its twin: nobody is asked about that alone."""
        return all(card is None or told_apart(card, self._visits.all) for card in cards)

    def _undone(self, actions: Sequence[Action]) -> int:
        """Returns how many plays that stand are taken back for others."""
        same = self._agreeing(actions)
        told = sum(not isinstance(action, Hand | Crib) for action in self.lines)
        return told - same if same < len(actions) else 0

    def _agreeing(self, actions: Sequence[Action]) -> int:
        """Returns how many lines, from the first, are these actions."""
        pairs = zip(self.lines, actions, strict=False)
        same = min(len(self.lines), len(actions))
        return next((n for n, (line, action) in enumerate(pairs) if line != action), same)

    def _show(
        self, best: Belief, beliefs: Sequence[Belief], lying: list[Visit], now: float
    ) -> list[Told]:
        """Returns the lines of the hands and the crib that are to stand."""
        if not best.complete:
            return []
        for seat in hands_shown(best, lying) - self.shown:
            since = self.shown_at.setdefault(seat, now)
            if laid_whole(best, lying, seat) or now - since >= WAIT_S:
                self.shown.add(seat)
        crib = crib_of(best, [v for v in self._visits.all if not v.old], now)
        if crib is not None and not (crib.sure or self._may_be_crib(crib, best.dealer)):
            crib = None
        order = [(best.dealer + 1 + step) % self._players for step in range(self._players)]
        last = max((order.index(seat) for seat in self.shown), default=-1)
        if crib is not None or self.crib is not None:
            last = self._players - 1
        wanted = [self._hand(best, beliefs, seat) for seat in order[: last + 1]]
        if crib is not None:
            self._take_crib(crib, best)
        if self.crib is not None:
            doubt = Doubted.CRIB if self._crib_asked else None
            wanted.append(Told(self.crib, self._crib_sure, doubt))
        return wanted

    def _may_be_crib(self, crib: ShownCrib, dealer: int) -> bool:
        """Returns whether cards in doubt are a crib rather than misread cards of hands.

        Hands are laid open before the crib, that of the dealer last. Cards of which only the suit
        is in doubt are not misread.
        """
        if len(self.shown) == self._players:
            return True
        doubtful = len(crib.unclear | crib.by_twins)
        return dealer in self.shown and (doubtful <= 1 or crib.ranks_sure)

    def _take_crib(self, crib: ShownCrib, best: Belief) -> None:
        """Takes over a crib that lies open, and judges what is sure of it, and what to ask."""
        if self._crib_certain:
            return
        if self.crib is None or (crib.sure and not _same(crib.crib, self.crib)):
            self.crib = crib.crib
        # Nobody sees a card of the crib before it is laid open.
        laid = [v for v in self._visits.all if v.first > best.times[-1]]
        self._crib_sure, self._crib_asked = judged(crib, best, laid)

    def _hand(self, best: Belief, beliefs: Sequence[Belief], seat: int) -> Told:
        hand, last = set(best.hand(seat)), len(best.actions) - 1
        others = [b for b in beliefs if set(b.hand(seat)) != hand]
        doubt = best.worth - max((strict_worth(b, last) for b in others), default=-math.inf)
        sure = all(read_well(card, self._visits.all, best.cards) for card in hand)
        sure = sure and doubt >= SURE
        plain = self._told_apart(*hand)
        return Told(hand_of(best, seat), sure and plain, None if sure else Doubted.HAND)


def _same(a: Crib, b: Crib) -> bool:
    """Returns whether two cribs have the same cards, in whatever order they were read."""
    return set(a.cards) == set(b.cards)
