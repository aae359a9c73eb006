"""Finds what the seats must have done: several explanations of a deal, weighed by the rules.

An arrival is a card that came to lie somewhere. It may be the starter, a card played by some seat,
a card that was taken back, or nothing at all; each costs something, in log likelihood. Only what
`cribbage.apply` allows is considered, so the turn, the count and who may say go are the rules' own
business. Cards laid open at the show are the truth: one that was never seen falling is put where
the rules have room for it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from pegboard.cribbage import (
    Action,
    Card,
    Cut,
    Deal,
    Go,
    IllegalAction,
    Play,
    Rules,
    State,
    apply,
    new_game,
)
from pegboard.cribbage.events import Warned
from pegboard.cribbage.state import Cutting, Playing

HYPOTHESES = 12
"""Explanations that are kept."""
NEVER_SEEN = -4.0
"""A card was played that nobody saw fall."""
TAKEN_BACK = -4.0
"""A card that was soon taken back was played all the same."""
NOT_SHOWN = -6.0
"""A seat played a card that was not among those it laid open."""
CONTRADICTED = -8.0
"""A seat said go with a card that it could have played."""
STRAY = -2.0
"""A card that is surely there belongs to nobody's play."""
NOT_FIRST = -2.5
"""The first card that falls after the deal is not the starter."""
_FULL = 31


@dataclass(frozen=True)
class Arrival:
    """A card that came to lie.

    Attributes:
        at: when, in seconds.
        odds: log probability of each card that it may be, best first.
        belief: probability that it is there at all.
        seats: log probability of each seat, from the place.
        brief: whether it was taken back at once.
    """

    at: float
    odds: tuple[tuple[Card, float], ...]
    belief: float
    seats: tuple[float, ...]
    brief: bool = False


@dataclass(frozen=True)
class Belief:
    """One explanation.

    Attributes:
        worth: log likelihood.
        state: of the game after its actions.
        actions: the deal, the cut, the plays and the gos.
        times: when each action was seen, in seconds.
        hidden: cards by seat that were shown but not yet seen to fall.
    """

    worth: float
    state: State
    actions: tuple[Action, ...]
    times: tuple[float, ...]
    hidden: tuple[tuple[int, Card], ...] = ()

    @property
    def cards(self) -> frozenset[Card]:
        """The starter and the cards played."""
        return _cards(self.actions)

    @property
    def complete(self) -> bool:
        """Whether every card of every hand was played."""
        return not isinstance(self.state.stage, Cutting | Playing)

    def hand(self, seat: int) -> tuple[Card, ...]:
        """Returns the cards that a seat played, in order."""
        return tuple(a.card for a in self.actions if isinstance(a, Play) and a.seat == seat)


@cache
def _cards(actions: tuple[Action, ...]) -> frozenset[Card]:
    return frozenset(action.card for action in actions if isinstance(action, Cut | Play))


def explain(
    arrivals: Sequence[Arrival],
    dealers: Sequence[float],
    dealt_at: float,
    shown: Mapping[int, Sequence[Card]],
) -> list[Belief]:
    """Returns the explanations of a deal so far, the likeliest first; at least one.

    Args:
        arrivals: in order of time.
        dealers: log probability of each seat having dealt.
        dealt_at: when, in seconds.
        shown: the hands that were laid open, by seat.
    """
    players = len(dealers)
    beliefs = []
    for dealer, log in enumerate(dealers):
        state = apply(new_game(Rules(players), dealer), Deal(dealer)).state
        hidden = tuple((seat, card) for seat, cards in shown.items() for card in cards)
        beliefs.append(Belief(log, state, (Deal(dealer),), (dealt_at,), hidden))
    first = True
    for group in _at_once(arrivals):
        beliefs = _best(_after(beliefs, group, shown, first))
        first = False
    ended = []
    for belief in beliefs:
        if shown:
            ended += _with_hidden(belief, belief.times[-1])
        else:
            ended.append(belief)
    return _best(ended)


def _at_once(arrivals: Sequence[Arrival]) -> list[list[Arrival]]:
    """Returns the arrivals in groups that were seen in one look: their order is not known."""
    groups: list[list[Arrival]] = []
    for arrival in arrivals:
        if groups and groups[-1][0].at == arrival.at and len(groups[-1]) < 4:
            groups[-1].append(arrival)
        else:
            groups.append([arrival])
    return groups


def _after(
    beliefs: list[Belief],
    group: list[Arrival],
    shown: Mapping[int, Sequence[Card]],
    first: bool,
) -> list[Belief]:
    """Returns the beliefs after a group of arrivals, in any order."""
    open_cases = [(belief, tuple(group)) for belief in beliefs]
    done: list[Belief] = []
    while open_cases:
        following: dict[tuple[tuple[Action, ...], frozenset[int]], tuple[Belief, tuple[Arrival, ...]]] = {}
        for belief, rest in open_cases:
            for place, arrival in enumerate(rest):
                others = rest[:place] + rest[place + 1 :]
                for after in _explained(belief, arrival, shown, first):
                    key = after.actions, frozenset(map(id, others))
                    known = following.get(key)
                    if known is None or known[0].worth < after.worth:
                        following[key] = after, others
        ranked = sorted(following.values(), key=lambda case: -case[0].worth)[: 6 * HYPOTHESES]
        done += [belief for belief, rest in ranked if not rest]
        open_cases = [(belief, rest) for belief, rest in ranked if rest]
    return done


def _explained(
    belief: Belief, arrival: Arrival, shown: Mapping[int, Sequence[Card]], first: bool
) -> list[Belief]:
    """Returns what an arrival may mean."""
    known = belief.cards
    likeliest = arrival.odds[0][0]
    found = [replace(belief, worth=belief.worth + _ignored(belief, arrival, likeliest in known))]
    if likeliest in known and arrival.odds[0][1] > -0.5:
        return found
    for card, log in arrival.odds:
        if card in known:
            continue
        if isinstance(belief.state.stage, Cutting):
            step = apply(belief.state, Cut(card))
            toll = 0.0 if first else NOT_FIRST
            toll += TAKEN_BACK if arrival.brief else 0.0
            found.append(_extended(belief, Cut(card), step.state, log + toll, arrival.at))
            continue
        for case in _with_hidden(belief, arrival.at):
            if case is not belief and card in case.cards:
                continue
            for seat, at_place in enumerate(arrival.seats):
                toll = log + at_place + (TAKEN_BACK if arrival.brief else 0.0)
                found += _played(case, seat, card, toll, arrival.at, shown)
    return found


def _ignored(belief: Belief, arrival: Arrival, known: bool) -> float:
    """Returns the price of an arrival that is no play."""
    if known or belief.complete:
        return 0.0
    if arrival.brief:
        return -0.1
    return max(-6.0, math.log(max(1e-3, 1 - arrival.belief))) + STRAY * arrival.belief


def _with_hidden(belief: Belief, at: float) -> list[Belief]:
    """Returns the belief, and those in which cards that nobody saw fall were played first."""
    cases, open_cases = [belief], [belief]
    for _ in range(3):
        grown = []
        for case in open_cases:
            for seat, card in case.hidden:
                if card not in case.cards:
                    grown += _played(case, seat, card, NEVER_SEEN, at, {})
        if not grown:
            break
        open_cases = sorted(grown, key=lambda case: -case.worth)[:6]
        cases += open_cases
    return cases


def _played(
    belief: Belief,
    seat: int,
    card: Card,
    toll: float,
    at: float,
    shown: Mapping[int, Sequence[Card]],
) -> list[Belief]:
    """Returns the belief after a play, with the gos that it needs; nothing if it is illegal."""
    for _ in range(belief.state.rules.players + 1):
        stage = belief.state.stage
        if not isinstance(stage, Playing):
            return []
        try:
            step = apply(belief.state, Play(seat, card))
        except IllegalAction:
            gone = _went(belief, stage, at)
            if gone is None:
                return []
            belief = gone
            continue
        if any(isinstance(event, Warned) for event in step.events):
            toll += CONTRADICTED
        if seat in shown and card not in shown[seat]:
            toll += NOT_SHOWN
        return [_extended(belief, Play(seat, card), step.state, toll, at)]
    return []


def _went(belief: Belief, stage: Playing, at: float) -> Belief | None:
    """Returns the belief after a go of the seat whose turn it is; None if it cannot have said it."""
    go = Go(stage.turn)
    try:
        state = apply(belief.state, go).state
    except IllegalAction:
        return None
    return _extended(belief, go, state, _log_go(stage.count, stage.left[stage.turn]), at)


@cache
def _log_go(count: int, cards: int) -> float:
    """Returns the log probability that a seat with so many cards cannot play."""
    values = [min(rank, 10) for rank in range(1, 14)]
    share = sum(value > _FULL - count for value in values) / 13
    return max(-5.0, cards * math.log(max(share, 1e-3))) if cards else 0.0


def _extended(belief: Belief, action: Action, state: State, toll: float, at: float) -> Belief:
    return replace(
        belief,
        worth=belief.worth + toll,
        state=state,
        actions=(*belief.actions, action),
        times=(*belief.times, at),
    )


def _best(beliefs: list[Belief]) -> list[Belief]:
    """Returns the likeliest beliefs, each once."""
    kept: dict[tuple[Action, ...], Belief] = {}
    for belief in beliefs:
        known = kept.get(belief.actions)
        if known is None or known.worth < belief.worth:
            kept[belief.actions] = belief
    return sorted(kept.values(), key=lambda belief: -belief.worth)[:HYPOTHESES]
