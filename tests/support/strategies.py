"""Cards, hands, rules, deals and random games, for hypothesis and seeded loops."""

from collections.abc import Iterator
from itertools import combinations, pairwise
from random import Random

from hypothesis import strategies as st

from pegboard.cribbage.cards import DECK, Card, Cards
from pegboard.cribbage.game import (
    Action,
    Crib,
    Cut,
    Deal,
    Hand,
    Rules,
    State,
    Step,
    apply,
    legal_actions,
    new_game,
    pending_hand,
)
from pegboard.cribbage.rules import WRONG_CALLS

cards = st.sampled_from(DECK)


def distinct_cards(count: int) -> st.SearchStrategy[Cards]:
    """Generates distinct cards in any order."""
    return st.lists(cards, min_size=count, max_size=count, unique=True).map(tuple)


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    """Generates rules with any number of players, partnership and options."""
    players = draw(st.sampled_from((2, 3, 4)))
    partners = players == 4 and draw(st.booleans())
    target = draw(st.sampled_from((121, 61)))
    sides = 2 if partners else players
    starts = draw(st.lists(st.integers(0, 20), min_size=sides, max_size=sides))
    skunk = draw(st.integers(0, target - 1))
    return Rules(
        players=players,
        partners=partners,
        target=target,
        muggins=draw(st.booleans()),
        manual_count=draw(st.booleans()),
        dealer_bonus=draw(st.sampled_from((0, 3))),
        match=draw(st.sampled_from(("A", "B", "C", "acc", *("D" if sides == 2 else "")))),
        handicap=tuple(starts[seat % sides] for seat in range(players)),
        skunk=skunk,
        double_skunk=draw(st.integers(0, skunk)),
        wrong_call=draw(st.sampled_from(WRONG_CALLS)),
    )


def shuffled_deal(rules: Rules, dealer: int, rng: Random) -> tuple[Deal, tuple[Card, ...]]:
    """Returns an open deal and the remaining deck."""
    pack = rng.sample(DECK, 52)
    hands = tuple(tuple(pack.pop() for _ in range(rules.dealt)) for _ in range(rules.players))
    return Deal(dealer, hands, pack.pop() if rules.players == 3 else None), tuple(pack)


def random_game(rules: Rules, rng: Random, table: bool = False) -> Iterator[tuple[Action, Step]]:
    """Yields a game of random legal actions, with all deals open or all at the table."""
    state = new_game(rules, rng.randrange(rules.players))
    while not state.over:
        action = random_action(state, rng, table)
        step = apply(state, action)
        state = step.state
        yield action, step


def random_action(state: State, rng: Random, table: bool = False) -> Action:
    """Returns a random legal action."""
    if state.stage_name == "deal":
        calls = [
            action for seat in range(state.rules.players) for action in legal_actions(state, seat)
        ]
        if calls and rng.random() < 0.5:
            return rng.choice(calls)
        return Deal(state.dealer) if table else shuffled_deal(state.rules, state.dealer, rng)[0]
    if state.stage_name == "cut":
        return Cut(rng.choice(_unseen(state)))
    choices = [a for seat in range(state.rules.players) for a in legal_actions(state, seat)]
    pending = pending_hand(state)
    if pending is not None and not state.is_open and rng.random() < 0.8:
        shown = tuple(rng.sample(DECK, 4))
        choices = [Crib(shown) if pending == "crib" else Hand(pending, shown)]
    return rng.choice(choices)


def _unseen(state: State) -> list[Card]:
    stage = state.stage
    seen_cards: set[Card] = set()
    for name in ("hands", "discards", "crib"):
        for group in getattr(stage, name, None) or ():
            seen_cards |= {group} if isinstance(group, Card) else set(group)
    return [card for card in DECK if card not in seen_cards]


def plain_points(hand: Cards, starter: Card, crib: bool = False) -> int:
    """Counts a hand set by set; slow but easy to verify."""
    five = (*hand, starter)
    points = 0
    for size in range(2, 6):
        for group in combinations(five, size):
            if sum(card.value for card in group) == 15:
                points += 2
    for one, other in combinations(five, 2):
        if one.rank == other.rank:
            points += 2
    for length in (5, 4, 3):
        runs = 0
        for group in combinations(five, length):
            ranks = sorted(card.rank for card in group)
            if all(after - before == 1 for before, after in pairwise(ranks)):
                runs += length
        if runs:
            points += runs
            break
    if len({card.suit for card in hand}) == 1:
        if starter.suit == hand[0].suit:
            points += 5
        elif not crib:
            points += 4
    if any(card.rank == 11 and card.suit == starter.suit for card in hand):
        points += 1
    return points
