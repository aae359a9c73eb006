"""Checks a deal that is over against all of its cards, which lie open then."""

from pegboard.cribbage.cards import Card
from pegboard.cribbage.play import FULL
from pegboard.errors import WireError
from pegboard.hall.far.codes import FarFault
from pegboard.hall.far.kept import OneDeal


def check_deal(deal: OneDeal, seat: int, cards: tuple[Card, ...]) -> None:
    """Checks that a seat said go only where it held no card that fits.

    What it played and threw it held, by the places in the pack.

    Args:
        deal: that is over.
        seat: the other board's.
        cards: the whole pack by place; empty if the pack was never ready.

    Raises:
        WireError: it held one.
    """
    for go in deal.gos:
        if go.seat != seat:
            continue
        gone = {place for place, by in deal.played[: go.plays] if by == seat}
        held = [place for place in deal.pack.others if place not in (*gone, *deal.thrown[seat])]
        fits = [cards[place] for place in held if cards[place].value + go.count <= FULL]
        if fits:
            raise WireError(FarFault.NO_GO, deal=deal.number, card=str(fits[0]))
