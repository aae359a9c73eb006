"""The prompt: the next step of the game, and the hand to lay in front of the camera."""

from collections.abc import Collection, Mapping, Sequence

from pegboard.cribbage.actions import Go
from pegboard.cribbage.game import State, pending_hand, view
from pegboard.i18n import YOU, _, name_of
from pegboard.narration.events import face
from pegboard.notice import localize_error
from pegboard.session.counting.offer import Offer
from pegboard.session.counting.show import ShownHand
from pegboard.session.table import Table
from pegboard.session.watching.watching import WatchingSession


def next_step(
    table: Table,
    *,
    computers: Mapping[int, str],
    watching: WatchingSession | None = None,
    reader: int | None = None,
) -> str:
    """Returns the next step of the game in one line, for when OK does nothing.

    Args:
        table: table that the game is on.
        computers: the seats that the computer plays.
        watching: table watching; None without a camera.
        reader: seat of the only reader, addressed as "you"; None for several readers.
    """
    state, names = table.state, names_for_reader(table.names, reader)
    who = "" if state.turn is None else names[state.turn]
    sees = (
        watching is not None and watching.sees_table and state.stage_name in ("deal", "cut", "play")
    )
    if table.kind.has_real_cards and not sees:
        return _real_cards_prompt(state, names)
    match state.stage_name:
        case "deal":
            return _("{who} deals.", who=names[state.dealer])
        case "discard":
            return _discarding_prompt(state, names, computers, reader)
        case "cut":
            return _("{who} cuts.", who=names[state.pone])
        case "play":
            if [*computers] == [state.turn]:
                return _("Computer’s turn")
            if state.turn in computers or reader not in (None, state.turn):
                return _("{who:of} turn", who=who)
            mine = view(state, state.turn) if state.turn is not None and not sees else None
            go = mine is not None and any(isinstance(action, Go) for action in mine.legal)
            return _("{who}: say go." if go else "{who}: play a card.", who=who)
        case "show" if state.rules.claims and state.turn not in computers:
            crib = pending_hand(state) == "crib"
            return _("{who}: count the crib." if crib else "{who}: count the hand.", who=who)
    return _("Counting the hands.")


def offer_prompt(offer: Offer, names: Sequence[str]) -> str:
    """Returns the prompt while a counted hand is on offer."""
    if offer.problem is not None:
        return _("Check the cards: {problem}.", problem=localize_error(offer.problem))
    if offer.doubtful:
        return _("Is this {card}? Press OK for yes.", card=face(offer.doubtful[0]))
    who = names[offer.seat]
    if offer.question == "claim":
        return _("What does {who} claim? Enter the points, then OK.", who=who)
    if offer.claimed is not None:
        return _claim_prompt(offer, names)
    return _("Peg {points} for {who}? OK pegs, UNDO cancels.", points=offer.points, who=who)


def winner_prompt(state: State, names: Sequence[str]) -> str | None:
    """Returns the prompt that names the winner; None before the game is over."""
    if state.winner is None:
        return None
    return _("{who} has won. Press OK for the next game.", who=names[state.winner])


def deal_prompt(table: Table) -> str:
    """Returns the prompt while the computer waits for OK before it deals."""
    if table.state.stage_name == "show":
        return _("Anything missed?")
    return _("OK for the next deal" if table.deal_count else "OK to deal")


def hand_name(hand: ShownHand | None, names: Sequence[str]) -> str | None:
    """Returns the spoken name of a hand in a show; None without a hand."""
    if hand is None:
        return None
    who = names[hand.seat]
    return _("{who:of} crib", who=who) if hand.crib else _("{who:of} hand", who=who)


def names_for_reader(names: Sequence[str], reader: int | None) -> tuple[str, ...]:
    """Returns the names of the seats, with "You" for the reader's own."""
    return tuple(YOU if seat == reader else name for seat, name in enumerate(names))


def _discarding_prompt(
    state: State, names: Sequence[str], computers: Mapping[int, str], reader: int | None
) -> str:
    """Returns the prompt during the discard: what to discard, or who is still discarding."""
    seats = [seat for seat in range(len(names)) if view(state, seat).legal]
    if reader in seats:
        return discard_prompt(state, reader, names, computers)
    waits = [names[seat] for seat in seats if seat not in computers] or [names[s] for s in seats]
    if len(waits) > 2:
        return _("{these} are discarding", these=tuple(waits))
    if len(waits) == 2:
        return _("{who} and {other} are discarding", who=waits[0], other=name_of(waits[1]))
    if reader is None and seats[0] not in computers:
        return _("{who}: discard {n:aloud} cards.", who=waits[0], n=state.rules.laid_away)
    return _("{who} is discarding", who=waits[0])


def _claim_prompt(offer: Offer, names: Sequence[str]) -> str:
    """Returns the prompt after a claim; it tells the value once no call is possible."""
    who = names[offer.seat]
    if offer.question == "missed":
        return _("{who} claimed {n}. Anything missed? OK lets it go.", who=who, n=offer.claimed)
    return _(
        "{who} claimed {n}; it is {worth}. OK continues.",
        who=who,
        n=offer.claimed,
        worth=offer.points,
    )


def _real_cards_prompt(state: State, names: Sequence[str]) -> str:
    """Returns the prompt in a game with real cards, where points may be pegged at any time."""
    pending = pending_hand(state)
    if pending is None:
        return _("Peg, or COUNT a hand")
    if pending == "crib":
        return _("{who:of} crib next", who=names[state.dealer])
    return _("{who:of} hand next", who=names[pending])


def discard_prompt(
    state: State, seat: int, names: Sequence[str], computers: Collection[int] = ()
) -> str:
    """Returns the prompt for a seat that must discard: number of cards and owner of the crib.

    Args:
        state: the state of the game.
        seat: the seat of the viewer.
        names: names of all seats.
        computers: the seats that the computer plays.
    """
    n = state.rules.laid_away
    if seat == state.dealer:
        return _("Throw {n} to your crib", n=n)
    if [*computers] == [state.dealer]:
        return _("Throw {n} to the computer’s crib", n=n)
    return _("Throw {n} to {who:of} crib", n=n, who=names[state.dealer])


def prompt_hand(state: State, names: Sequence[str]) -> str | None:
    """Returns the prompt for the next hand to count; None if the board does not know it."""
    pending = pending_hand(state)
    if pending is None:
        return None
    if pending == "crib":
        return _("Now the crib: lay {who:of} crib", who=names[state.dealer])
    if pending == state.dealer:
        return _("Now the dealer: lay {who:of} hand", who=names[pending])
    return _("Lay {who:of} hand", who=names[pending])
