"""Manual counting on the page: the hand to be claimed, and the calls of missed points allowed.

Part of the `state` message under muggins or manual count. It does not reveal the value of a hand.
"""

from collections.abc import Iterable

from pegboard.cribbage.actions import Claim, Muggins
from pegboard.cribbage.cards import Card, Cards
from pegboard.cribbage.events import Claimed
from pegboard.cribbage.game import State, legal_actions, pending_hand, view
from pegboard.schema.state import Claims
from pegboard.schema.table import CalledHand, ClaimedHand
from pegboard.session.table import Table


def claims_message(table: Table, people: Iterable[int]) -> Claims:
    """Returns the claims and calls available to people.

    Args:
        table: table that the game is on.
        people: seats of people.
    """
    state = table.state
    legal = {seat: legal_actions(state, seat) for seat in people}
    claimers = [seat for seat, all_ in legal.items() if any(isinstance(a, Claim) for a in all_)]
    callers = [seat for seat, all_ in legal.items() if any(isinstance(a, Muggins) for a in all_)]
    return {
        "claim": _claim(state, claimers[0]) if claimers and state.rules.claims else None,
        "call": _call(table, callers[0]) if callers else None,
        "callers": callers,
    }


def _claim(state: State, seat: int) -> ClaimedHand:
    crib, seen = pending_hand(state) == "crib", view(state, seat)
    return _hand(seat, crib, seen.crib if crib else seen.shown[seat], seen.starter)


def _call(table: Table, caller: int) -> CalledHand | None:
    """Returns the latest claim, with the hand's cards."""
    claimed = [e for _, events in reversed(table.history) for e in events if isinstance(e, Claimed)]
    if not claimed:
        return None
    last, seen = claimed[0], view(table.state, caller)
    cards = seen.crib if last.crib else seen.shown[last.seat]
    return {**_hand(last.seat, last.crib, cards, seen.starter), "points": last.points}


def _hand(seat: int, crib: bool, cards: Cards, starter: Card | None) -> ClaimedHand:
    return {
        "seat": seat,
        "crib": crib,
        "cards": [str(card) for card in cards],
        "starter": None if starter is None else str(starter),
    }
