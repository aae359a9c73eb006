"""Checks a finished deal against the cards that a seat held."""

from pegboard.cribbage.play import FULL
from pegboard.errors import WireError
from pegboard.remote.codes import RemoteFault
from pegboard.remote.saved import DealState


def check_gos(deal: DealState, seat: int) -> None:
    """Checks that a seat said go only when it had no playable card.

    That it held its plays and discards follows from their places in the pack.

    Args:
        deal: finished deal with all cards of the seat known.
        seat: seat of the other board.

    Raises:
        WireError: the seat held a playable card.
    """
    for go in deal.gos:
        if go.seat != seat:
            continue
        used = {place for place, by in deal.played[: go.plays] if by == seat}
        used |= {*deal.thrown[seat]}
        held = [deal.card(place) for place in deal.pack.others if place not in used]
        fits = [card for card in held if card.value + go.count <= FULL]
        if fits:
            raise WireError(RemoteFault.NO_GO, deal=deal.number, card=str(fits[0]))
