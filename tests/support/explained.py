"""A seat in the middle of the play."""

from dataclasses import replace

from pegboard.cribbage.cards import DECK, Card, parse_cards
from pegboard.cribbage.game import Playing, Rules, State, new_game


def playing(hand: str, pile: str, *, laid: str = "", starter: str = "8D") -> State:
    """Seat 0 is to play on a pile that both laid in turn, seat 1 last; `laid` is its own before."""
    mine, down = parse_cards(hand), parse_cards(pile)
    own = parse_cards(laid)
    gone = {*mine, *down, *own, Card.parse(starter)}
    spare = [card for card in DECK if card not in gone]
    # Fill both hands up to four with cards that were played before, on a closed pile.
    plays = [(1 if place % 2 == 0 else 0, card) for place, card in enumerate(down)]
    if len(down) % 2 == 0:
        plays = [(0 if place % 2 == 0 else 1, card) for place, card in enumerate(down)]
    held = [len(mine), 4 - sum(seat == 1 for seat, _ in plays)]
    counts = [len(mine) + sum(seat == 0 for seat, _ in plays), 4]
    kept0 = (*mine, *(card for seat, card in plays if seat == 0), *spare[: 4 - counts[0]])
    before = tuple((0, card) for card in spare[: 4 - counts[0]])
    kept1 = (*(card for seat, card in plays if seat == 1), *spare[10 : 10 + held[1]])
    stage = Playing(
        kept=(kept0, kept1),
        discards=((spare[20], spare[21]), (spare[22], spare[23])),
        crib=tuple(spare[20:24]),
        starter=Card.parse(starter),
        turn=0,
        left=(held[0], held[1]),
        plays=(*before, *plays),
        reset=len(before),
        count=sum(card.value for card in down),
        out=(),
        least=(1, 1),
    )
    return replace(new_game(Rules(), 1), stage=stage)
