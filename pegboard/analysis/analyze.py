"""Reviews a game action by action and deal by deal.

`review` compares each choice with the expert's; `model` has the results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import Literal

from pegboard.analysis.explain import ALIKE_CHANCE, ALIKE_POINTS, alike, reason
from pegboard.analysis.model import Account, Decision, Point, Review, Source, Verdict
from pegboard.analysis.reconstruct import ReconstructedDeal, reconstruct_deal
from pegboard.cribbage.game import (
    Action,
    Cut,
    Deal,
    Dealing,
    Discard,
    Go,
    Play,
    Rules,
    State,
    View,
    new_game,
    view,
)
from pegboard.cribbage.replay import ReplayStep, fold_undos, replay_steps
from pegboard.i18n import Message, _
from pegboard.players.coach import Option, weigh
from pegboard.players.expert.evaluate import Evaluation, between, evaluate
from pegboard.players.weighing.cards import CRIB

LOOKS = 4
"""Number of times the rest of a deal is played out for each choice near the end."""

_GRADES: tuple[tuple[Verdict, float, float], ...] = (
    ("best", ALIKE_CHANCE, ALIKE_POINTS),
    ("slip", 0.012, 0.4),
    ("mistake", 0.035, 1.2),
)
"""Upper limits of chances and points lost; a point is about three chances in a hundred."""


def review_game(
    rules: Rules,
    dealer: int,
    actions: Sequence[Action],
    rng: Random,
    progress: Callable[[int, int], object] = lambda done, of: None,
) -> Review:
    """Reviews a game.

    Args:
        rules: rules of the game.
        dealer: seat that deals first.
        actions: actions of the record, including undos.
        rng: source of the others' sampled hands; the same one gives the same review.
        progress: called after each action with the number of actions done, and their total.

    Raises:
        IllegalAction: an action is forbidden.
    """
    remaining = fold_undos(actions)
    steps = list(replay_steps(rules, dealer, [action for _, action in remaining]))
    work = _Work(rules, new_game(rules, dealer), rng)
    for start, end in _deals(steps):
        work.enter_deal(steps[start:end])
        for number in range(start, end):
            work.step(remaining[number][0], steps[number])
            progress(number + 1, len(steps))
    return work.finish()


def _deals(steps: Sequence[ReplayStep]) -> Iterator[tuple[int, int]]:
    """Yields the start and end of each deal; steps before the first deal belong to it."""
    starts = [number for number, step in enumerate(steps) if isinstance(step.action, Deal)]
    edges = [0, *starts[1:], len(steps)]
    return pairwise(edges)


class _Work:
    """The working state of a review."""

    def __init__(self, rules: Rules, state: State, rng: Random) -> None:
        self._rules, self._rng = rules, rng
        self._state = state
        self._open: ReconstructedDeal | None = None
        self._judged = False
        self._deal, self._number = 0, 0
        self._now = _expected(state)
        self._unit: Literal["chance", "points"] = "points"
        if self._now.chances is not None:
            self._unit = "chance"
        self._decisions: list[Decision] = []
        self._curve = [Point(-1, 0, state.scores, self._now.chances)]
        self._doubts: dict[Message, list[int]] = {}
        self._accounts = [Account(side) for side in range(rules.sides)]
        for account in self._accounts:
            account.start = self._value(account.side, self._now)

    def enter_deal(self, steps: Sequence[ReplayStep]) -> None:
        """Starts the review of a deal."""
        deal = next((step.action for step in steps if isinstance(step.action, Deal)), None)
        if deal is None:
            self._doubts.setdefault(_("No cards are known: only points were pegged"), [])
            return
        self._deal += 1
        self._open, self._number, self._judged = None, 0, True
        if deal.hands is not None:
            return
        found = reconstruct_deal(steps)
        if isinstance(found, str):
            self._judged = False
            self._doubt(_("nothing can be judged: {why}", why=found))
            return
        self._open = found
        self._doubt(
            _(
                "the discards are not known, so they cannot be judged; they count as luck of the "
                "deal"
            )
        )
        if not found.crib:
            self._doubt(_("the crib was not seen; it is assumed to be worth {points}", points=CRIB))

    def _doubt(self, what: Message) -> None:
        self._doubts.setdefault(what, []).append(self._deal)

    def step(self, place: int, step: ReplayStep) -> None:
        """Reviews one action."""
        before: State | None = self._state
        if self._open is not None:
            before = self._open.before[self._number]
        self._state = step.state
        decision = None
        action = step.action
        if isinstance(action, Discard | Play) and before is not None and self._judged:
            decision = self._judge(place, view(before, action.seat), action)
        self._move(self._expect(step.state), action, decision)
        self._curve.append(Point(place, self._deal, step.state.scores, self._now.chances))
        self._number += 1

    def finish(self) -> Review:
        """Returns the finished review."""
        for account in self._accounts:
            account.end = self._value(account.side, self._now)
        if self._unit == "points":
            unknown = _(
                "With four individual players, winning chances are not known: everything is in "
                "points"
            )
            self._doubts[unknown] = []
        if self._rules.sides > 2:
            others = _("With more than two sides, the deal and the others' choices count as luck")
            self._doubts[others] = []
        return Review(
            self._rules,
            self._unit,
            tuple(self._decisions),
            tuple(self._curve),
            tuple(self._accounts),
            tuple(_in_deals(what, deals) for what, deals in self._doubts.items()),
        )

    def _expect(self, state: State) -> Evaluation:
        if isinstance(state.stage, Dealing) or state.over:
            return _expected(state)
        if not self._judged:
            return between(state)
        crib = None
        shown: State | None = state
        if self._open is not None:
            shown, crib = self._open.after[self._number], self._open.crib
        # Hands that are being shown or claimed change nothing by themselves.
        return (evaluate(shown, crib) if shown is not None else None) or self._now

    def _judge(self, place: int, seen: View, action: Discard | Play) -> Decision | None:
        options = weigh(seen, self._rng, LOOKS)
        if not options:
            return None
        best = options[0]
        chosen = next(one for one in options if _is_same(one.action, action))
        verdict = _grade(best, chosen)
        is_best = verdict == "best"
        good = chosen if is_best else best
        assert isinstance(good.action, Discard | Play)
        decision = Decision(
            place,
            self._deal,
            action.seat,
            action,
            good.action,
            0.0 if is_best else best.points - chosen.points,
            None if chosen.behind is None else 0.0 if is_best else chosen.behind,
            verdict,
            "" if is_best else reason(seen, best, chosen),
            seen.hand,
            seen.count,
            seen.pile,
            seen.starter,
            seen.scores,
            (chosen.parts, good.parts) if chosen.parts and good.parts else None,
            0.0 if is_best else chosen.doubt,
            0.0 if is_best else chosen.chance_doubt,
        )
        self._decisions.append(decision)
        return decision

    def _move(self, then: Evaluation, action: Action, decision: Decision | None) -> None:
        """Records the change of win chance caused by an action."""
        source: Source = "by_hand"
        if self._judged:
            source = _SOURCES.get(type(action), "by_hand")
        for account in self._accounts:
            change = self._value(account.side, then) - self._value(account.side, self._now)
            if decision is not None:
                if account.side == self._rules.side_of(decision.seat):
                    account.skill -= decision.cost
                    change += decision.cost
                elif self._rules.sides == 2:
                    account.against += decision.cost
                    change -= decision.cost
            account.luck[source] += change
        self._now = then

    def _value(self, side: int, expected: Evaluation) -> float:
        if expected.chances is not None:
            return expected.chances[side]
        scores = expected.scores[: self._rules.sides]
        others = [score for other, score in enumerate(scores) if other != side]
        return scores[side] - sum(others) / len(others)


_SOURCES: dict[type[Action], Source] = {
    Deal: "deal",
    Cut: "starter",
    Discard: "play",
    Play: "play",
    Go: "play",
}


def _expected(state: State) -> Evaluation:
    """Returns the expected result between two deals or after the game."""
    found = evaluate(state)
    assert found is not None
    return found


def _in_deals(what: Message, deals: Sequence[int]) -> Message:
    """Returns a sentence that names all the deals it applies to."""
    if not deals:
        return _("{what}.", what=what)
    *first, last = deals
    if not first:
        return _("Deal {last}: {what}.", last=last, what=what)
    return _("Deals {first} and {last}: {what}.", first=tuple(first), last=last, what=what)


def _is_same(one: Action, other: Action) -> bool:
    if isinstance(one, Discard) and isinstance(other, Discard):
        return {*one.cards} == {*other.cards}
    return one == other


def _grade(best: Option, chosen: Option) -> Verdict:
    if chosen is best or alike(best, chosen):
        return "best"
    for verdict, chance, points in _GRADES:
        cost, most = best.points - chosen.points, points
        if chosen.behind is not None:
            cost, most = chosen.behind, chance
        if cost < most:
            return verdict
    return "blunder"
