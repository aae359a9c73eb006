"""The prompt: the next step of a game in words, and the hand to lay before the camera."""

from collections.abc import Mapping, Sequence

from pegboard.cribbage.actions import Go
from pegboard.cribbage.game import State, pending_hand, view
from pegboard.i18n import _
from pegboard.narration.errors import localize_error
from pegboard.narration.events import face
from pegboard.session.counting.offer import Offer
from pegboard.session.table import Table
from pegboard.session.watching.watching import WatchingSession


def what_next(
    table: Table,
    *,
    offer: Offer | None,
    waits_for_ok: bool,
    computers: Mapping[int, str],
    watching: WatchingSession | None = None,
) -> str:
    """Returns the prompt, in one line."""
    state, names = table.state, table.names
    if offer is not None:
        if offer.problem is not None:
            return _("Check the cards: {problem}.", problem=localize_error(offer.problem))
        if offer.doubtful:
            return _("Is this {card}? Press OK for yes.", card=face(offer.doubtful[0]))
        who = names[offer.seat]
        if offer.asks == "claim":
            return _("What does {who} say? Enter the points, then OK.", who=who)
        if offer.claimed is not None:
            return _claimed(offer, state, names)
        pegs = {"points": offer.points, "who": who}
        return _("Peg {points} for {who}? OK pegs, UNDO cancels.", **pegs)
    if state.over and state.winner is not None:
        return _("{who} has won. Press OK for the next game.", who=names[state.winner])
    if waits_for_ok and state.stage_name == "show":
        return _("Anything missed?")
    if waits_for_ok:
        return _("OK for the next deal")
    if watching is not None and watching.question is not None:
        return watching.question.text(names)
    who = "" if state.turn is None else names[state.turn]
    sees = watching is not None and watching.sees and state.stage_name in ("deal", "cut", "play")
    if table.mode == "score" and not sees:
        return _at_the_table(state, names)
    match state.stage_name:
        case "deal":
            return _("{who} deals.", who=names[state.dealer])
        case "discard":
            waits = [n for s, n in enumerate(names) if s not in computers and view(state, s).legal]
            if not waits:
                return _("Discarding.")
            return _("{who}: discard {n:aloud} cards.", who=waits[0], n=state.rules.laid_away)
        case "cut":
            return _("{who} cuts.", who=names[state.pone])
        case "play":
            mine = view(state, state.turn) if state.turn is not None and not sees else None
            go = mine is not None and any(isinstance(action, Go) for action in mine.legal)
            return _("{who}: say go." if go else "{who}: play a card.", who=who)
        case "show" if state.rules.claims and state.turn not in computers:
            crib = pending_hand(state) == "crib"
            return _("{who}: count the crib." if crib else "{who}: count the hand.", who=who)
    return _("Counting the hands.")


def _claimed(offer: Offer, state: State, names: Sequence[str]) -> str:
    """Returns the prompt after a claim: its worth, and what becomes of the points missed."""
    facts = {"who": names[offer.seat], "n": offer.claimed, "worth": offer.points}
    if not offer.missed or not state.rules.muggins:
        return _("{who} said {n}; it is {worth}. OK continues.", **facts)
    own = state.rules.side_of(offer.seat)
    others = [side for side in range(state.rules.sides) if side != own]
    if len(others) > 1:
        return _("{who} said {n}; it is {worth}. Muggins for the first to call it?", **facts)
    facts |= {"other": names[others[0]], "missed": offer.missed}
    return _("{who} said {n}; it is {worth}. OK: muggins, {missed} for {other}.", **facts)


def _at_the_table(state: State, names: Sequence[str]) -> str:
    """Returns the prompt of a game with real cards, in which points may also just be pegged."""
    pending = pending_hand(state)
    if pending is None:
        return _("Peg, or COUNT a hand")
    if pending == "crib":
        return _("{who:of} crib next", who=names[state.dealer])
    return _("{who:of} hand next", who=names[pending])


def discard_prompt(state: State, seat: int, names: Sequence[str]) -> str:
    """Returns the prompt for a seat that is to discard: how many cards, and to whose crib.

    Args:
        state: the game.
        seat: of the viewer.
        names: of all seats.
    """
    n = state.rules.laid_away
    if seat == state.dealer:
        return _("Throw {n} to YOUR crib", n=n)
    return _("Throw {n} to {who:OF} crib", n=n, who=names[state.dealer])


def prompt_hand(state: State, names: Sequence[str]) -> str | None:
    """Returns the name of the hand to be counted now.

    None if the board does not know.
    """
    pending = pending_hand(state)
    if pending is None:
        return None
    if pending == "crib":
        return _("Now the crib: lay {who:of} crib", who=names[state.dealer])
    if pending == state.dealer:
        return _("Now the dealer: lay {who:of} hand", who=names[pending])
    return _("Lay {who:of} hand", who=names[pending])
