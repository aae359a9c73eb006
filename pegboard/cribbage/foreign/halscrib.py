"""PGN for cribbage, as the author of HALSCRIB proposed it (home.mountaincable.net/~halscrib).

    Player A: Ann
    Player B: Ben
    Deal  1:  5H 7D 8s 9C tc 4d ...

One line per deal: the starter, the eight plays in their order, the four discards. Suits in capitals
are player A's cards, small ones player B's; of the starter's the case says nothing. Who deals
follows from who leads. Its marks for muggins, penalties and overpegging (`<2 >2 #2 R2 r2`) do not
say which hand they are about, and are refused.
"""

import re
from collections.abc import Iterator

from pegboard.cribbage.cards import Card, Cards
from pegboard.cribbage.codes import Foreign
from pegboard.cribbage.foreign.deals import DEALT, KEPT, SEATS, ForeignDeal, record_of
from pegboard.cribbage.notation import Header, Record
from pegboard.cribbage.rules import Rules
from pegboard.errors import NotationError

_NAME = re.compile(r"\s*player\s+([AB])\s*:\s*([^_(#]*)", re.IGNORECASE)
_DEAL = re.compile(r"\s*deal\s+\d+\s*:(.*)", re.IGNORECASE)
_TOTAL = re.compile(r"[_\d]+|\d+-\d+")
"""The last field of a deal: room for the score."""
_MARK = re.compile(r"[<>#Rr]\d+")
PLAYS, THROWN = SEATS * KEPT, SEATS * (DEALT - KEPT)


def is_halscrib(text: str) -> bool:
    """Returns whether a text is in this notation."""
    return any(_DEAL.match(line) for line in text.splitlines())


def read(text: str) -> Record:
    """Reads a game; player A is seat 0.

    Raises:
        NotationError: it is no game; `line` is where.
    """
    names = ["", ""]
    deals = []
    for number, line in enumerate(text.splitlines(), 1):
        if name := _NAME.match(line):
            names["AB".index(name[1].upper())] = name[2].strip()
        elif deal := _DEAL.match(line):
            cards = [*_cards(number, deal[1])]
            if cards:
                deals.append(_deal(number, cards))
    if not deals:
        raise NotationError(Foreign.EMPTY)
    dealer = deals[0].dealer or 0
    seat_names = (names[0], names[1]) if any(names) else ()
    return record_of(Header(Rules(SEATS), dealer, seat_names), deals)


def _cards(number: int, text: str) -> Iterator[tuple[int, Card]]:
    """Yields the cards of a deal, each with the seat that its suit's case tells."""
    for word in text.split():
        if _MARK.fullmatch(word):
            raise NotationError(Foreign.MARK, line=number, text=word)
        if _TOTAL.fullmatch(word):
            continue
        try:
            yield int(word[-1].islower()), Card.parse(word.upper())
        except NotationError as error:
            raise NotationError(Foreign.NOT_A_CARD, line=number, why=error) from error


def _deal(number: int, cards: list[tuple[int, Card]]) -> ForeignDeal:
    (_, starter), *others = cards
    plays, thrown = others[:PLAYS], others[PLAYS:]
    if len(thrown) not in (0, THROWN):
        raise NotationError(Foreign.CARDS, line=number, word="deal", wanted=13, n=len(cards))

    def of(seat: int, some: list[tuple[int, Card]]) -> Cards:
        return tuple(card for by, card in some if by == seat)

    hands = (of(0, others), of(1, others))
    if thrown and {len(of(seat, thrown)) for seat in range(SEATS)} != {DEALT - KEPT}:
        raise NotationError(Foreign.CARDS, line=number, word="crib", wanted=2, n=len(of(0, thrown)))
    whole = bool(thrown)
    return ForeignDeal(
        line=number,
        dealer=1 - plays[0][0] if plays else None,
        dealt=hands if whole else ((), ()),
        thrown=(of(0, thrown), of(1, thrown)),
        starter=starter,
        plays=tuple(plays),
    )
