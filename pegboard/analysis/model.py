"""The data of a review: the cost of every decision, and the luck.

Each discard and each card played is compared with the expert's best, given what its player could
know at the time. The loss from a decision is *skill* (never positive); every other change of the
win chance is *luck*: the hands dealt, the starter, and the distribution of the cards in the play,
judged with all hands open. The parts add up to the whole: a win chance starts at about a half and
ends at one or zero.

With four individual players win chances are unknown, so everything is in points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from pegboard.cribbage.cards import Card, Cards
from pegboard.cribbage.game import Discard, Play, Rules
from pegboard.i18n import Message, _
from pegboard.players.coach import Parts

Verdict = Literal["best", "slip", "mistake", "blunder"]
Source = Literal["deal", "starter", "play", "by_hand"]


@dataclass(frozen=True, slots=True)
class Decision:
    """One judged choice of a seat.

    Attributes:
        place: index of its action in the record, from 0.
        deal: number of the deal, from 1.
        seat: who chose.
        action: what it did.
        best: what the expert would have done; the same action where it was as good.
        points: its cost in points of this deal; negative where the expert gives up points for a
            better win chance.
        chance: its cost in win chance, or None.
        doubt_points: standard error of the points; 0 where nothing was sampled.
        doubt_chance: standard error of the chances.
        verdict: verdict in one word.
        why: explanation of the verdict.
        hand: the cards it held.
        count: count of the pile before the card.
        pile: cards of that pile.
        starter: the card turned up, if it was.
        scores: by seat, before.
        parts: parts of a discard's value, and those of the best discard.
    """

    place: int
    deal: int
    seat: int
    action: Discard | Play
    best: Discard | Play
    points: float
    chance: float | None
    verdict: Verdict
    why: str
    hand: Cards
    count: int
    pile: Cards
    starter: Card | None
    scores: tuple[int, ...]
    parts: tuple[Parts, Parts] | None = None
    doubt_points: float = 0.0
    doubt_chance: float = 0.0

    @property
    def cost(self) -> float:
        """Cost in the unit of the review."""
        return self.points if self.chance is None else self.chance


@dataclass(frozen=True, slots=True)
class Point:
    """The game after an action: scores by seat, and win chance by side or None."""

    place: int
    deal: int
    scores: tuple[int, ...]
    chances: tuple[float, ...] | None

    @property
    def chance(self) -> float | None:
        """Win chance of seat 0's side."""
        return None if self.chances is None else self.chances[0]


@dataclass(slots=True)
class Account:
    """Breakdown of the change of one side's value from start to end.

    Attributes:
        side: the side, by its lower seat.
        start: value at the beginning.
        end: value at the end.
        luck: by source: the `deal`, the `starter`, the `play`; and `by_hand`, what was pegged or
            claimed by people, or belongs to deals that cannot be judged.
        skill: what its own decisions cost, as a negative number.
        against: what the other side's decisions gave it; 0 with more than two sides, where that
            is part of the play.
    """

    side: int
    start: float = 0.0
    end: float = 0.0
    luck: dict[Source, float] = field(
        default_factory=lambda: dict.fromkeys(("deal", "starter", "play", "by_hand"), 0.0)
    )
    skill: float = 0.0
    against: float = 0.0

    @property
    def change(self) -> float:
        """Sum of all parts."""
        return sum(self.luck.values()) + self.skill + self.against


@dataclass(frozen=True, slots=True)
class Review:
    """A review of a whole game, or of the part that exists.

    Attributes:
        rules: rules of the game.
        unit: unit of costs, luck and skill.
        decisions: in order.
        curve: one point before the first action (place -1) and one for each.
        accounts: one account per side.
        not_judged: sentences on what could not be judged, and why.
    """

    rules: Rules
    unit: Literal["chance", "points"]
    decisions: tuple[Decision, ...]
    curve: tuple[Point, ...]
    accounts: tuple[Account, ...]
    not_judged: tuple[Message, ...]

    @property
    def deal_starts(self) -> tuple[int, ...]:
        """Indices in the curve at which deals start."""
        curve = self.curve
        return tuple(n for n in range(1, len(curve)) if curve[n].deal != curve[n - 1].deal)

    @property
    def steps(self) -> dict[int, int]:
        """Index in the curve after each action, by position in the record."""
        return {point.place: number for number, point in enumerate(self.curve)}

    def sides(self, names: Sequence[str]) -> tuple[str, ...]:
        """Returns the names of the sides, joined from their seats' names."""
        if self.rules.partners:
            return tuple(
                _("{one} and {other}", one=names[side], other=names[side + 2]) for side in range(2)
            )
        return tuple(names[: self.rules.players])

    def worst(self, seat: int | None = None) -> tuple[Decision, ...]:
        """Returns the costly decisions of one seat or all, most costly first."""
        costly = [d for d in self.decisions if d.verdict != "best" and seat in (None, d.seat)]
        return tuple(sorted(costly, key=lambda decision: -decision.cost))
