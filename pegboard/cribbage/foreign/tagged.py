"""Notation in the style of chess PGN: tag pairs, then numbered deals with a letter per part.

    [FirstDealer "Ann"]
    [FirstPone "Ben"]
    [Result "1-0"]

    1.
      H1 4H 3H 7D 7H 8C 8S D1 4H 3H     dealt to the first dealer, and what of that was thrown
      H2 2D 3D 9H 3C TD QC D2 TD QD     the same of the other player
      C 5S                              the starter
      P 2D 7D 3C 8C 9H | 7H 3D 8S       the plays; a bar, or none, where the count begins anew
      S1 6 S2 8 SC 4 SH 0               points of hands, crib and his heels

Written by C++ programs that play cribbage. Points that are written are compared with the cards; of
a hand without its discards these are what was not played.
"""

import re
from collections.abc import Iterator, Mapping

from pegboard.cribbage.cards import Card, Cards
from pegboard.cribbage.codes import Foreign
from pegboard.cribbage.foreign.deals import DEALT, KEPT, SEATS, ForeignDeal, record_of
from pegboard.cribbage.game import apply
from pegboard.cribbage.notation import Header, Record
from pegboard.cribbage.rules import Rules
from pegboard.cribbage.scoring import score_hand
from pegboard.cribbage.state import new_game
from pegboard.errors import NotationError

_TAG = re.compile(r'\s*\[\s*(\w+)\s+"([^"]*)"\s*\]\s*')
_NUMBER = re.compile(r"\s*(\d+)\.\s*(.*)")
_PARTS = {"H1", "H2", "D1", "D2", "C", "P", "S1", "S2", "SC", "SP", "SH"}
_RESULTS = {"1-0": 0, "0-1": 1}


def is_tagged(text: str) -> bool:
    """Returns whether a text is in this notation."""
    words = text.split()
    return any(_TAG.match(line) for line in text.splitlines()) or {"H1", "H2"} <= {*words}


def read(text: str) -> Record:
    """Reads a game; the first dealer is seat 0.

    Raises:
        NotationError: it is no game; `line` is where.
    """
    tags: dict[str, str] = {}
    deals: list[tuple[int, dict[str, list[str]]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if tag := _TAG.fullmatch(line):
            tags[tag[1].lower().replace("_", "")] = tag[2]
            continue
        if begins := _NUMBER.fullmatch(line):
            deals.append((number, {}))
            line = begins[2]
        if deals:
            _add(deals[-1][1], line)
    if not deals:
        raise NotationError(Foreign.EMPTY)
    names = (tags.get("firstdealer", ""), tags.get("firstpone", ""))
    header = Header(Rules(SEATS), 0, names if any(names) else ())
    found = [_deal(number, parts, place % SEATS) for place, (number, parts) in enumerate(deals)]
    record = record_of(header, found)
    _check_result(record, tags.get("result", ""))
    return record


def _add(parts: dict[str, list[str]], line: str) -> None:
    """Adds the words of a line to the parts of a deal."""
    part: list[str] = []
    for word in line.split():
        if word in _PARTS:
            part = parts.setdefault(word, [])
        else:
            part.append(word)


def _deal(number: int, parts: Mapping[str, list[str]], dealer: int) -> ForeignDeal:
    dealt = [_cards(number, parts.get(f"H{seat + 1}", [])) for seat in range(SEATS)]
    thrown = [_cards(number, parts.get(f"D{seat + 1}", [])) for seat in range(SEATS)]
    played = _cards(number, [word for word in parts.get("P", []) if word != "|"])
    for seat in range(SEATS):
        if len(dealt[seat]) == KEPT and len(thrown[seat]) == DEALT - KEPT:
            dealt[seat] += thrown[seat]
        if len(dealt[seat]) != DEALT:
            word = f"H{seat + 1}"
            n = len(dealt[seat])
            raise NotationError(Foreign.CARDS, line=number, word=word, wanted=DEALT, n=n)
        if not thrown[seat]:
            thrown[seat] = tuple(card for card in dealt[seat] if card not in played)
        if len(thrown[seat]) != DEALT - KEPT:
            word, n = f"D{seat + 1}", len(thrown[seat])
            raise NotationError(Foreign.CARDS, line=number, word=word, wanted=2, n=n)
    starter = next(iter(_cards(number, parts.get("C", []))), None)
    deal = ForeignDeal(
        line=number,
        dealer=dealer,
        dealt=(dealt[0], dealt[1]),
        thrown=(thrown[0], thrown[1]),
        starter=starter,
        plays=tuple((_holder(number, dealt, card), card) for card in played),
    )
    _check_points(deal, parts)
    return deal


def _cards(number: int, words: list[str]) -> Cards:
    try:
        return tuple(Card.parse(word) for word in words)
    except NotationError as error:
        raise NotationError(Foreign.NOT_A_CARD, line=number, why=error) from error


def _holder(number: int, dealt: list[Cards], card: Card) -> int:
    for seat, hand in enumerate(dealt):
        if card in hand:
            return seat
    raise NotationError(Foreign.NOT_HELD, line=number, card=str(card))


def _check_points(deal: ForeignDeal, parts: Mapping[str, list[str]]) -> None:
    """Checks recorded points against the cards."""
    if deal.starter is None:
        return
    for word, points in _worth(deal, deal.starter):
        recorded = parts.get(word, [])[:1]
        if recorded and recorded[0] != str(points):
            raise NotationError(
                Foreign.SCORE, line=deal.line, word=word, said=recorded[0], points=points
            )


def _worth(deal: ForeignDeal, starter: Card) -> Iterator[tuple[str, int]]:
    for seat in range(SEATS):
        hand = tuple(card for card in deal.dealt[seat] if card not in deal.thrown[seat])
        yield f"S{seat + 1}", score_hand(hand, starter).total
    yield "SC", score_hand((*deal.thrown[0], *deal.thrown[1]), starter, crib=True).total
    yield "SH", 2 if starter.rank == 11 else 0


def _check_result(record: Record, recorded: str) -> None:
    if recorded not in _RESULTS:
        return
    state = new_game(record.header.rules, record.header.dealer)
    for action in record.actions:
        state = apply(state, action).state
    if state.winner != _RESULTS[recorded]:
        raise NotationError(Foreign.RESULT, said=recorded)
