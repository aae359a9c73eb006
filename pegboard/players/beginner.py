"""Players who know little more than the rules and make typical mistakes.

The beginner keeps the four cards that score most without a starter, likes to keep fives, and
ignores whose crib it is. In the play it takes the points it sees, or else usually plays its highest
card, whatever that lets the opponent score. It overlooks fifteens of three or more cards and runs
played out of order, and it ignores the score.

The novice plays like a child in its first games: it sees pairs, ten and five, and three in a row
when they are adjacent, does not know to keep fives, and often plays a card at random.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, pairwise
from random import Random

from pegboard.cribbage.cards import Card, Cards, Rank
from pegboard.cribbage.game import Action, Discard, Muggins, Play, View
from pegboard.cribbage.scoring import Item, Kind, score_play
from pegboard.players.by_hand import ErrorModel, call, show

BEGINNER_SLIPS = ErrorModel(
    pair=0.02,
    fifteen_of_two=0.04,
    fifteen_of_three=0.3,
    fifteen_of_more=0.6,
    run=0.05,
    run_again=0.3,
    flush=0.2,
    nobs=0.35,
)
NOVICE_SLIPS = ErrorModel(
    pair=0.08,
    fifteen_of_two=0.2,
    fifteen_of_three=0.7,
    fifteen_of_more=0.95,
    run=0.2,
    run_again=0.7,
    flush=0.4,
    nobs=0.7,
)


@dataclass(frozen=True)
class Habits:
    """Playing habits of a level.

    Attributes:
        slips: error model for counting a hand.
        alert: probability of checking another player's count.
        hasty: probability of discarding at random, without comparing the choices.
        five: value of a five beyond its points: "always keep your fives".
        sloppy: probability of choosing at random among equal plays, instead of the highest card.
        miss_fifteen, miss_run, miss_mixed_run, miss_plain: probability of overlooking, in the play,
            a fifteen of three or more cards, a run in order, a run out of order, any other item.
    """

    slips: ErrorModel
    alert: float
    hasty: float
    five: float
    sloppy: float
    miss_fifteen: float
    miss_run: float
    miss_mixed_run: float
    miss_plain: float


class Careless:
    """A player whose habits cause typical mistakes."""

    name = ""
    habits: Habits

    def choose(self, view: View, rng: Random) -> Action:
        """Returns one of `view.legal`."""
        if len(view.legal) == 1:
            return view.legal[0]
        match view.legal[0]:
            case Discard():
                return _discard(view, self.habits, rng)
            case Play():
                return _play(view, self.habits, rng)
        return show(view, self.habits.slips, self.habits.alert, rng)

    def calls(self, view: View, rng: Random) -> Muggins | None:
        """Returns a call of muggins out of turn, if the player notices missed points."""
        return call(view, self.habits.slips, self.habits.alert, rng)


class Beginner(Careless):
    """The beginner; see the module."""

    name = "beginner"
    habits = Habits(BEGINNER_SLIPS, 0.25, 0.03, 1.0, 0.4, 0.25, 0.1, 0.45, 0.0)


class Novice(Careless):
    """The novice; see the module."""

    name = "novice"
    habits = Habits(NOVICE_SLIPS, 0.1, 0.3, 0.0, 0.8, 0.7, 0.35, 0.85, 0.12)


def _discard(view: View, habits: Habits, rng: Random) -> Action:
    """Returns the discard that keeps the most points the player sees; ties are broken at random."""
    if rng.random() < habits.hasty:
        return rng.choice(view.legal)
    overlooked = _overlooked(view.hand, habits.slips, rng)

    def worth(action: Action) -> float:
        assert isinstance(action, Discard)
        kept_cards = [card for card in view.hand if card not in action.cards]
        fives = sum(card.rank == Rank.FIVE for card in kept_cards)
        return at_once(kept_cards, overlooked) + habits.five * fives

    return max(rng.sample(view.legal, len(view.legal)), key=worth)


def _overlooked(hand: Cards, slips: ErrorModel, rng: Random) -> frozenset[Cards]:
    """Returns the fifteens that the player overlooks in its dealt cards."""
    chance = {2: slips.fifteen_of_two, 3: slips.fifteen_of_three, 4: slips.fifteen_of_more}
    sets = [cards for size in (2, 3, 4) for cards in combinations(sorted(hand), size)]
    return frozenset(
        cards for cards in sets if _adds_up(cards) and rng.random() < chance[len(cards)]
    )


def at_once(kept: list[Card], overlooked: frozenset[Cards] = frozenset()) -> int:
    """Returns the points of four cards without a starter: fifteens, pairs, runs and flush.

    Args:
        kept: the four cards.
        overlooked: fifteens that do not count because the player misses them; each sorted.
    """
    cards = sorted(kept)
    points = 0
    for size in (2, 3, 4):
        for some in combinations(cards, size):
            if _adds_up(some) and some not in overlooked:
                points += 2
    points += sum(2 for one, other in combinations(cards, 2) if one.rank == other.rank)
    for size in (4, 3):
        runs = [some for some in combinations(cards, size) if _is_run(some)]
        if runs:
            points += size * len(runs)
            break
    return points + (4 if len({card.suit for card in cards}) == 1 else 0)


def _adds_up(cards: Cards) -> bool:
    return sum(card.value for card in cards) == 15


def _is_run(cards: Cards) -> bool:
    return all(b.rank == a.rank + 1 for a, b in pairwise(cards))


def _play(view: View, habits: Habits, rng: Random) -> Action:
    """Returns the card with the most points the player sees; if none, usually the highest card."""
    sloppy = rng.random() < habits.sloppy

    def worth(action: Action) -> tuple[float, float]:
        assert isinstance(action, Play)
        card = action.card
        items = score_play((*view.pile, card)).items
        points = sum(item.points for item in items if not _overlooks(item, habits, rng))
        if not view.pile and card.rank == Rank.FIVE:
            points -= 1
        return points, rng.random() if sloppy else card.value

    return max(rng.sample(view.legal, len(view.legal)), key=worth)


def _overlooks(item: Item, habits: Habits, rng: Random) -> bool:
    """Returns whether the player overlooks a scoring item of a played card.

    Fifteens of two cards, thirty-ones and pairs are easy to see; fifteens of more cards, and runs
    played out of order, are not.
    """
    match item.kind:
        case Kind.FIFTEEN if len(item.cards) > 2:
            return rng.random() < habits.miss_fifteen
        case Kind.RUN:
            ranks = [card.rank for card in item.cards]
            in_order = ranks in (sorted(ranks), sorted(ranks, reverse=True))
            return rng.random() < (habits.miss_run if in_order else habits.miss_mixed_run)
    return rng.random() < habits.miss_plain
