"""Checks a deal that is over against the cards that a seat held."""

from pegboard.cribbage.play import FULL
from pegboard.errors import WireError
from pegboard.remote.codes import RemoteFault
from pegboard.remote.saved import DealState


def check_gos(deal: DealState, seat: int) -> None:
    """Checks that a seat said go only where it held no card that fits.

    That it held what it played and threw follows from the places in the pack.

    Args:
        deal: that is over, with all cards of the seat known.
        seat: the other board's.

    Raises:
        WireError: it held one.
    """
    for go in deal.gos:
        if go.seat != seat:
            continue
        gone = {place for place, by in deal.played[: go.plays] if by == seat}
        gone |= {*deal.thrown[seat]}
        held = [deal.card(place) for place in deal.pack.others if place not in gone]
        fits = [card for card in held if card.value + go.count <= FULL]
        if fits:
            raise WireError(RemoteFault.NO_GO, deal=deal.number, card=str(fits[0]))
