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
from dataclasses import dataclass, field, replace

from pegboard.cribbage import Action, Card, Cut, Deal, Go, Play, State
from pegboard.cribbage.state import Cutting, Playing
from pegboard.vision.follow.evidence import Arrival, Fixed
from pegboard.vision.follow.steps import ANY_FITS, Steps, log_go, may_play

HYPOTHESES = 12
"""Explanations that are kept."""
HOPELESS = 16.0
"""Log likelihood by which an explanation may be behind the best one."""
REFUND = 6.0
"""Log likelihood that an explanation may win back when a card it ignored is explained after all."""
NEVER_SEEN = -4.0
"""A card was played that nobody saw fall."""
TAKEN_BACK = -4.0
"""A card that was soon taken back was played all the same."""
NOT_SHOWN = -6.0
"""A seat played a card that was not among those it laid open, or the starter was among them."""
UNPLAYED = -6.0
"""A card that was laid open at the show was never played."""
CONTRADICTED = -8.0
"""A seat said go with a card that it could have played."""
UNEXPLAINED = -2.8
"""A card that is surely there cannot be explained yet: what it follows may still be hidden."""
LATE_S = 4.0
"""Seconds by which a card may be seen later than one that was played after it."""
INVERTED, INVERTED_S = -1.0, -0.3
"""The same: its price, and its price per second."""
STRAY, LEFT = -2.0, -4.0
"""A card that is surely there is nobody's play; the starter was taken away before the show."""
NOT_FIRST = -2.5
"""The first card that falls after the deal is not the starter."""
CARRIED, AT_HOME = -2.0, -0.1
"""A card moved to another seat's cards during the play; log probability of a seat that tells so."""
PILED = -1.0
"""The starter lies where somebody's cards fall."""


@dataclass(frozen=True)
class Belief:
    """One explanation.

    Attributes:
        worth: log likelihood.
        state: of the game after its actions.
        steps: remembers where actions lead.
        actions: the deal, the cut, the plays and the gos.
        times: when each action was seen, in seconds.
        hidden: cards by seat that were shown but not yet seen to fall.
        deferred: late arrivals that are no plays so far, what that cost, and of it the lenience.
        lenience: what it was spared because cards that just arrived may yet be explained.
        cards: the starter and the cards played.
    """

    worth: float
    state: State
    steps: Steps = field(compare=False, repr=False)
    actions: tuple[Action, ...]
    times: tuple[float, ...]
    hidden: tuple[tuple[int, Card], ...] = ()
    deferred: tuple[tuple[Arrival, float, float], ...] = ()
    lenience: float = 0.0
    cards: frozenset[Card] = frozenset()

    @property
    def complete(self) -> bool:
        """Whether every card of every hand was played."""
        return not isinstance(self.state.stage, Cutting | Playing)

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return next(action.dealer for action in self.actions if isinstance(action, Deal))

    def hand(self, seat: int) -> tuple[Card, ...]:
        """Returns the cards that a seat played, in order."""
        return tuple(a.card for a in self.actions if isinstance(a, Play) and a.seat == seat)


@dataclass(frozen=True)
class _Layer:
    """One arrival: the hands laid open, whether it is the first, the least worth that is kept."""

    shown: Mapping[int, Sequence[Card]]
    first: bool
    least: float


def explain(
    arrivals: Sequence[Arrival],
    dealers: Sequence[float],
    dealt_at: float,
    shown: Mapping[int, Sequence[Card]],
    fixed: Fixed | None = None,
    steps: Steps | None = None,
) -> list[Belief]:
    """Returns the explanations of a deal so far, the likeliest first; at least one.

    Args:
        arrivals: in order of time.
        dealers: log probability of each seat having dealt.
        dealt_at: when, in seconds.
        shown: the hands that were laid open, by seat.
        fixed: the actions that are certain, by their place in the deal, and when each was done.
        steps: remembers where actions lead, from one call to the next.
    """
    players, fixed, steps = len(dealers), fixed or {}, steps or Steps()
    beliefs = []
    for dealer, log in enumerate(dealers):
        state = steps.dealt(players, dealer)
        hidden = tuple((seat, card) for seat, cards in shown.items() for card in cards)
        beliefs.append(Belief(log, state, steps, (Deal(dealer),), (dealt_at,), hidden))
    beliefs = _agreeing(beliefs, fixed)
    now = arrivals[-1].at if arrivals else dealt_at
    for arrival in arrivals:
        after: list[Belief] = []
        least = max(b.worth + _ignored(b, arrival)[0] for b in beliefs) - HOPELESS - REFUND
        layer = _Layer(shown, arrival.at == arrivals[0].at, least)
        for belief in beliefs:
            for case in _explained(belief, arrival, layer):
                after += _caught_up(case, arrival.at, layer)
        beliefs = _best(_agreeing(after, fixed) if fixed else after)
    ended = []
    layer = _Layer(shown, False, beliefs[0].worth - HOPELESS - 4 * REFUND)
    for belief in (_overdue(each, now) for each in beliefs):
        for case in _with_hidden(belief, belief.times[-1], layer) if shown else [belief]:
            unplayed = sum(card not in case.cards for _, card in case.hidden)
            ended.append(replace(case, worth=case.worth + unplayed * UNPLAYED))
    return _best(ended)


def _agreeing(beliefs: list[Belief], fixed: Fixed) -> list[Belief]:
    """Returns the beliefs that have the certain actions in their places, as far as they have come.

    All of them if none does: then it is the caller who must settle it.
    """
    kept = []
    for belief in beliefs:
        while (following := fixed.get(len(belief.actions))) is not None:
            action, at = following
            step = belief.steps.after(belief.state, action)
            if step is None:
                break
            belief = _extended(belief, action, step.state, 0.0, max(at, belief.times[-1]))
        if all(fixed.get(n, (action,))[0] == action for n, action in enumerate(belief.actions)):
            kept.append(belief)
    return kept or beliefs


def _caught_up(belief: Belief, at: float, layer: _Layer) -> list[Belief]:
    """Returns the belief, and those in which cards that arrived a little earlier follow now.

    A card is seen late where a head or an arm hid it, so what was seen first may have been played
    second. In one pile what was seen first was played first.
    """
    cases, open_cases = [belief], [belief]
    latest = isinstance(belief.actions[-1], Cut | Play) and belief.times[-1] == at
    while open_cases and latest:
        grown = []
        for case in open_cases:
            for arrival, charge, spared in case.deferred:
                late = at - arrival.at
                if late and _covered(case, arrival):
                    continue
                rest = tuple(pair for pair in case.deferred if pair[0] is not arrival)
                paid = replace(
                    case,
                    deferred=rest,
                    worth=case.worth - charge,
                    lenience=case.lenience - spared,
                )
                toll = INVERTED + late * INVERTED_S if late else 0.0
                grown += _as_play(paid, arrival, layer, toll, at)
        cases += grown
        open_cases = sorted(grown, key=lambda case: -case.worth)[:HYPOTHESES]
    return cases


def _covered(belief: Belief, arrival: Arrival) -> bool:
    """Returns whether its seat is believed to have played a card that arrived after this one."""
    return any(
        isinstance(action, Play) and action.seat == arrival.seat and at > arrival.at
        for action, at in zip(belief.actions, belief.times, strict=True)
    )


def _explained(belief: Belief, arrival: Arrival, layer: _Layer) -> list[Belief]:
    """Returns what an arrival may mean."""
    likeliest, clear = arrival.odds[0]
    if likeliest in belief.cards and clear > -0.5 and not arrival.second:
        if not _carried_over(belief, likeliest, arrival):
            return [belief]
        carried = replace(belief, worth=belief.worth + CARRIED)
        return [carried, *_as_play(belief, arrival, layer, 0.0, arrival.at)]
    belief = _overdue(belief, arrival.at)
    charge, spared = _ignored(belief, arrival)
    found = [
        replace(
            belief,
            worth=belief.worth + charge,
            deferred=(*belief.deferred, (arrival, charge, spared)),
            lenience=belief.lenience + spared,
        )
    ]
    if isinstance(belief.state.stage, Cutting):
        toll = (0.0 if layer.first else NOT_FIRST) + TAKEN_BACK * arrival.brief
        toll += math.log(max(0.02, arrival.belief)) + LEFT * arrival.left + PILED * arrival.piled
        for card, log in arrival.odds:
            step = belief.steps.after(belief.state, Cut(card))
            if step is not None:
                held = any(card in cards for cards in layer.shown.values()) * NOT_SHOWN
                cut = _extended(belief, Cut(card), step.state, log + toll + held, arrival.at)
                found.append(cut)
        return found
    return found + _as_play(belief, arrival, layer, 0.0, arrival.at)


def _carried_over(belief: Belief, card: Card, arrival: Arrival) -> bool:
    """Returns whether a card lies, during the play, before a seat that did not play it."""
    if not isinstance(belief.state.stage, Playing) or max(arrival.seats) < AT_HOME:
        return False
    return any(
        isinstance(action, Play) and action.card == card and action.seat != arrival.seat
        for action in belief.actions
    )


def _as_play(
    belief: Belief, arrival: Arrival, layer: _Layer, toll: float, at: float
) -> list[Belief]:
    """Returns what an arrival may mean if some seat played it."""
    if not isinstance(belief.state.stage, Playing):
        return []
    found = []
    toll += math.log(max(0.02, arrival.belief)) + TAKEN_BACK * arrival.brief
    for case in _with_hidden(belief, at, layer):
        for card, log in arrival.odds:
            if card in case.cards:
                continue
            for seat, at_place in enumerate(arrival.seats):
                found += _played(case, seat, card, toll + log + at_place, at, layer, layer.shown)
    return found


def _ignored(belief: Belief, arrival: Arrival) -> tuple[float, float]:
    """Returns the price of an arrival that is no play, or not yet, and what it is spared so far."""
    if belief.complete:
        shown = {card for _, card in belief.hidden}
        played = any(card in shown for card, _ in arrival.odds)
        return STRAY * arrival.belief * played, 0.0
    if arrival.brief:
        return math.log(arrival.brief), 0.0
    price = max(-6.0, math.log(max(1e-3, 1 - arrival.belief))) + STRAY * arrival.belief
    if price > UNEXPLAINED:
        return price, 0.0
    return UNEXPLAINED, UNEXPLAINED - price


def _overdue(belief: Belief, now: float) -> Belief:
    """Returns the belief, no longer spared anything for arrivals that will not be explained now."""
    late = [pair for pair in belief.deferred if now - pair[0].at > LATE_S]
    if not late:
        return belief
    spared = sum(spared for _, _, spared in late)
    return replace(
        belief,
        worth=belief.worth - spared,
        lenience=belief.lenience - spared,
        deferred=tuple(pair for pair in belief.deferred if pair not in late),
    )


def _with_hidden(belief: Belief, at: float, layer: _Layer) -> list[Belief]:
    """Returns the belief, and those in which cards that nobody saw fall were played first."""
    cases, open_cases = [belief], [belief]
    for _ in range(3):
        grown = []
        for case in open_cases:
            for seat, card in case.hidden:
                if card not in case.cards:
                    grown += _played(case, seat, card, NEVER_SEEN, at, layer, {})
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
    layer: _Layer,
    shown: Mapping[int, Sequence[Card]],
) -> list[Belief]:
    """Returns the belief after a play, with the gos that it needs; nothing if it is illegal."""
    for _ in range(belief.state.rules.players + 1):
        if belief.worth + toll < layer.least:
            return []
        stage = belief.state.stage
        if not isinstance(stage, Playing):
            return []
        if stage.count <= ANY_FITS and stage.turn != seat:
            return []
        step = None
        if may_play(stage, seat, card):
            step = belief.steps.after(belief.state, Play(seat, card))
        if step is None:
            gone = _went(belief, stage, at)
            if gone is None:
                return []
            belief = gone
            continue
        if step.warned:
            toll += CONTRADICTED
        if stage.turn != seat:  # who could have gone on let the count end
            toll += log_go(stage.count, stage.left[stage.turn])
        if any((card in cards) != (seat == owner) for owner, cards in shown.items()):
            toll += NOT_SHOWN
        return [_extended(belief, Play(seat, card), step.state, toll, at)]
    return []


def _went(belief: Belief, stage: Playing, at: float) -> Belief | None:
    """Returns the belief after a go of the seat to play; None if it cannot have said it."""
    go = Go(stage.turn)
    step = belief.steps.after(belief.state, go)
    if step is None:
        return None
    return _extended(belief, go, step.state, log_go(stage.count, stage.left[stage.turn]), at)


def _extended(belief: Belief, action: Action, state: State, toll: float, at: float) -> Belief:
    cards = belief.cards
    return Belief(
        belief.worth + toll,
        state,
        belief.steps,
        (*belief.actions, action),
        (*belief.times, at),
        belief.hidden,
        belief.deferred,
        belief.lenience,
        cards | {action.card} if isinstance(action, Cut | Play) else cards,
    )


def _best(beliefs: list[Belief]) -> list[Belief]:
    """Returns the likeliest beliefs, each once."""
    kept: dict[tuple[Action, ...], Belief] = {}
    for belief in beliefs:
        known = kept.get(belief.actions)
        if known is None or known.worth < belief.worth:
            kept[belief.actions] = belief
    ranked = sorted(kept.values(), key=lambda belief: -belief.worth)[:HYPOTHESES]
    return [belief for belief in ranked if belief.worth >= ranked[0].worth - HOPELESS]
