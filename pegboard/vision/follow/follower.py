"""Pictures in, lines of a game record out."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt

from pegboard.cribbage import Action, Card, Deal, Hand, Play
from pegboard.vision.follow.crib import lacking
from pegboard.vision.follow.explaining import Explaining
from pegboard.vision.follow.judging import Doubted, Told, likely_cards
from pegboard.vision.follow.looking import Looking
from pegboard.vision.follow.seen.packs import Packs, turned_edges
from pegboard.vision.follow.seen.reading import Reader
from pegboard.vision.follow.seen.visit import BELIEVED, Visit
from pegboard.vision.follow.seen.visits import Visits
from pegboard.vision.follow.telling import Telling
from pegboard.vision.follow.zones import Zones

WITHOUT_DEAL_S = 8.0
"""Seconds a card must lie face up for a deal to have begun though nobody saw it dealt."""
FOR_EVER_S = 60.0
SEEN_AGAIN_S = 3.0
"""Seconds in which the cards that lie there are found when watching begins in mid-deal."""
BARE_S = 5.0
"""Seconds without a card face up after which a deal is over though no crib was seen."""
SHOWN = 0.5
"""Belief from which people are shown that a card lies there."""
OUT_OF_TURN, WEIGHT = -4.0, 0.3
"""Log probability that somebody else deals than is expected, and weight of the arms against it."""
CLEARLY = -6.0
"""Log probability of a dealer, by the arms, from which they count in full: in 16 films that were so
clear nobody else dealt."""


class Follower:
    """Follows the deals on one table. Not for two threads at a time."""

    def __init__(self, reader: Reader, players: int = 2, dealer: int | None = None) -> None:
        """Starts before the first picture.

        Args:
            reader: of the cards in a picture.
            players: seats at the table, 2 to 4.
            dealer: who deals first, where that is known.
        """
        self._players = players
        self._dealer = dealer
        self._visits = Visits()
        self._looking = Looking(reader, self._visits)
        self._changes = self._looking.changes
        self._zones = Zones(players)
        self._packs = Packs(players, self._zones)
        self._first = True
        self._oriented = False
        """True once people said where they sit, or a whole deal was followed."""
        self._dealt_at: float | None = None
        self._dealing = False
        self._arms: tuple[float, ...] = ()
        self._edges: tuple[float, ...] = ()
        """Pictures with an arm from each edge, as counted for `_arms`."""
        self._telling = Telling(self._visits, players)
        self._explaining = Explaining(self._visits, self._zones, players, self._telling)
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
        self._explaining.size = (image.shape[1], image.shape[0])
        mistaken = self._explaining.settled.mistaken
        if self._looking.watch(image, now, mistaken, self._incomplete()):
            self._explaining.again()
        undone: list[Told] = []
        if self._dealt_at is None or not self._telling.dealt_seen:
            undone = self._await_deal(now)
        elif self._dealing:
            starter = self._explaining.starter
            self._dealing = not self._packs.watch(self._changes, False, starter, True)
            self._know_dealer()
            if not self._dealing:
                self._visits.taken_up()
                self._packs.await_again()
        elif not self._seen_cards:
            again = self._packs.watch(self._changes, False, self._explaining.starter)
            if again and self._packs.surely_dealt:
                self._dealing = not self._packs.taken_up
                self._know_dealer()
        self._first = False
        if self._dealt_at is None:
            return undone
        told = undone + self._tell(now)
        self._end_deal(now)
        return told

    def _incomplete(self) -> list[Visit]:
        """Returns the cards of a crib that lies open, of which not all were seen yet."""
        beliefs = self._explaining.beliefs
        if self._dealt_at is None or not beliefs or self._telling.crib is not None:
            return []
        return lacking(beliefs[0], [v for v in self._visits.lying if not v.old])

    def finish(self) -> list[Told]:
        """Returns what is taken for true at the end of the film, when no more pictures come."""
        if self._dealt_at is None:
            return []
        later = self._changes.now + FOR_EVER_S
        told = self._tell(later)
        for _ in range(len(self._explaining.beliefs[0].actions) + 1):
            later += FOR_EVER_S  # each unsure line waits for the one before it, the hands for all
            told += self._tell(later)
        return told

    def turn(self, degrees: int) -> None:
        """Takes pictures that are turned from now on, with seat 0 at their bottom.

        Every card seen before is turned with them, and the deal is explained anew from its first.

        Args:
            degrees: clockwise: 0, 90, 180 or 270.
        """
        self._oriented = True
        if self._changes.small.size:
            self._visits.turn(self._explaining.size, self._changes.small.shape, degrees)
            self._changes.turn(degrees)
            self._explaining.turn(degrees)
        self._packs.turn(degrees)
        self._edges = turned_edges(self._edges, degrees) if self._edges else ()
        self._seat(0)

    @property
    def turned(self) -> int:
        """Degrees clockwise by which the picture has to be turned, as far as was seen or said."""
        return self._zones.turned

    def _seat(self, turned: int) -> None:
        """Seats the players as in a picture that has to be turned clockwise."""
        self._zones.turn(turned)
        self._packs.seat()
        self._arms = self._packs.dealers_from(self._edges) if self._edges else ()
        self._explaining.learn_anew()

    def _turn_sideways(self) -> None:
        """Turns the seats to the edges where the arms come from."""
        if not self._oriented and self._packs.sideways:
            self._seat((self._zones.turned + 90) % 360)

    def _is_out_of_turn(self, dealer: int) -> bool:
        """Returns whether another seat should have dealt, or nobody knows which seat is where."""
        if self._dealer is not None:
            return dealer != self._dealer
        return not self._oriented and self._zones.turned != 0

    def _face_dealer(self) -> None:
        """Has the seat whose turn it is sit where the dealer's arm came from, of two players.

        So it is only while nobody knows at which of two edges each of them sits.
        """
        unknown = not self._oriented and self._zones.turned in (90, 270)
        if unknown and self._arms[self._dealer or 0] < max(self._arms):
            self._seat((self._zones.turned + 180) % 360)

    def _await_deal(self, now: float) -> list[Told]:
        """Begins a deal that was dealt; takes back what was taken for one before it."""
        self._turn_sideways()
        dealt = self._packs.watch(self._changes, self._first, self._explaining.starter)
        new = [v for v in self._visits.lying if not v.old and v.belief >= BELIEVED]
        if self._dealt_at is None:
            self._packs.note_laid([v.first for v in new])
        if dealt and not new:
            undone = self._telling.tell_anew([])
            if self._dealt_at is not None:
                self.deals -= 1
            self._visits.dealt(now)
            self._begin(now, seen=True)
            return undone
        if self._dealt_at is None and new and now - min(v.first for v in new) >= WITHOUT_DEAL_S:
            self._begin(min(v.first for v in new) - 0.1, seen=False)
        return []

    def _begin(self, at: float, seen: bool) -> None:
        self._dealt_at = at
        self._dealing = seen and not self._packs.taken_up
        self._arms, self._edges = self._packs.dealers, self._packs.edges
        self._face_dealer()
        self._looking.begin()
        self._telling.begin(seen)
        self._telling.is_out_of_turn = self._is_out_of_turn
        self._explaining.begin()
        self.deals += 1

    def _know_dealer(self) -> None:
        if max(self._packs.dealers) > max(self._arms):
            self._arms, self._edges = self._packs.dealers, self._packs.edges
            self._face_dealer()
        self._explaining.again()

    @property
    def _seen_cards(self) -> bool:
        """Whether any card of this deal was seen to lie face up."""
        return any(not v.old and v.belief >= BELIEVED for v in self._visits.all)

    def _likely_dealers(self) -> tuple[float, ...]:
        """Returns the log probability of each dealer, by the arms and by whose turn it was."""
        arms, expected = self._arms, self._dealer
        if expected is None:
            return arms
        clear = sorted(arms)[-2] <= CLEARLY
        weight = 1.0 if clear else WEIGHT
        return tuple(
            log * weight + (-0.02 if seat == expected else OUT_OF_TURN)
            for seat, log in enumerate(arms)
        )

    # --- what the game knows

    @property
    def watching(self) -> bool:
        """Whether a deal is going on."""
        return self._dealt_at is not None

    @property
    def saw_deal(self) -> bool:
        """True if the hands of the present deal were seen being dealt."""
        return self._telling.dealt_seen

    @property
    def in_play(self) -> bool:
        """True while cards of the present deal are still to be played, as far as was seen."""
        beliefs = self._explaining.beliefs
        if self._dealt_at is None or not self._seen_cards:
            return self._dealt_at is not None
        return bool(beliefs) and not beliefs[0].complete and bool(self.lying)

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
            self._explaining.settled.correct(told, actions, certain, self._visits)
            changed: dict[Action, Action] = dict(zip(told, actions, strict=False))
            seen = {changed.get(a, a): at for a, at in self._explaining.seen_at().items()}
        self._telling.take(actions, certain)
        # What lies there already was not laid anew, unless the hands were all played.
        over = sum(isinstance(action, Play) for action in actions) == 4 * self._players
        usual = now + (0.0 if over else SEEN_AGAIN_S) if fresh else now
        self._explaining.settled.fix(actions, certain, self._visits, seen, usual)
        self._explaining.again()

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

    def _tell(self, now: float) -> list[Told]:
        assert self._dealt_at is not None
        lying = [v for v in self._visits.lying if not v.old]
        explaining = self._explaining
        explaining.explain(self._likely_dealers(), self._dealt_at, lying)
        best, told = self._telling.tell(explaining.beliefs, explaining.settled.fixed, lying, now)
        explaining.learn(best)
        return told

    def _end_deal(self, now: float) -> None:
        """Ends the deal when the crib was told and taken up, or nothing lies face up any more."""
        new = [v for v in self._visits.all if not v.old]
        lying = [v for v in new if v.gone is None]
        told = self._telling
        if told.crib is not None:
            done = not any(v.card in told.crib.cards for v in lying)
        else:
            bare_s = now - max((v.gone or now for v in new), default=now)
            done = len(told.lines) > 4 and bool(told.shown) and not lying and bare_s >= BARE_S
        if not done:
            return
        self._dealt_at = None
        dealer = next((a.dealer for a in told.lines if isinstance(a, Deal)), 0)
        self._dealer = (dealer + 1) % self._players
        self._oriented = True
        told.end()
        self._visits.forget()
        self._packs.begin()
