"""What every discard is worth: hand, crib and play against thousands of deals.

The opponent is dealt any six of the cards not seen and parts them as the expert does. The hand's
mean is exact over every starter; the crib is counted with what the opponent lays away and a
starter; the pegs of both come from the book.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pegboard.cribbage.game import Discard, View
from pegboard.players.coach import race
from pegboard.players.coach.counting import points
from pegboard.players.coach.knowledge import Deals, book
from pegboard.players.coach.values import Values, valued
from pegboard.players.discards import hand_means, kept_key
from pegboard.players.expert import endings
from pegboard.players.expert.features import Known
from pegboard.players.expert.judging import judge
from pegboard.players.expert.many import RANKS, BatchPlay, Counts
from pegboard.players.expert.playout import play_out
from pegboard.players.expert.tables import Tables
from pegboard.players.greedy import PLACES

DEALS = 14_000
"""Deals looked at: as many as a mean within 0.05 points needs, and some."""
NEAR = 16
"""So near to the end, in points, somebody may be out in the play."""
CHOICES, PLAYED = 5, 1500
"""Discards that are played out there, and deals."""
_JACK = 10


Floats = npt.NDArray[np.float64]


class Parted(NamedTuple):
    """The parts of every discard, in points on average, each (choices,)."""

    hand: Floats
    crib: Floats
    """What the crib is worth, whoever's it is."""
    play: Floats
    """What is pegged, less what the opponent pegs."""


def discard_values(view: View, known: Tables) -> tuple[Values, Parted]:
    """Returns what every legal discard is worth, in the order of `view.legal`.

    Args:
        view: of one of two players who is to discard.
        known: the expert's tables.
    """
    six = np.array([PLACES[card] for card in view.hand])
    away = np.array(
        [[PLACES[card] for card in one.cards] for one in view.legal if isinstance(one, Discard)]
    )
    kept = np.array([[place for place in six if place not in two] for two in away])
    dealing = view.seat == view.dealer
    deals = _deals(six, dealing)
    number = len(deals.key)
    share = np.full(number, 1 / number)
    hand = hand_means(kept, np.tile(six, (len(kept), 1))).astype(np.float64)
    mine, theirs = _pegged(kept, deals, dealing)
    starters = np.tile(deals.starter, len(away))
    crib = points(_cribs(away, deals), starters, crib=True).reshape(len(away), number)
    lead = mine - theirs
    found = lead + (crib if dealing else -crib)
    points_found = found + hand[:, None]
    parted = Parted(hand, crib.mean(axis=1), lead.mean(axis=1))
    if known.board is None:
        return valued(points_found, None, share), parted
    own = points(np.repeat(kept, number, axis=0), starters, crib=False).reshape(len(kept), number)
    others = points(deals.kept, deals.starter, crib=False)
    chances = np.empty_like(found)
    for choice in range(len(away)):
        chances[choice] = _won(
            view, known, deals, (mine[choice], theirs[choice]), own[choice], others, crib[choice]
        )
    values = valued(points_found, chances, share)
    if max(view.scores) >= endings.TARGET - NEAR:
        values = _near_the_end(view, known, deals, values, (kept, away), (own, others, crib))
    return values, parted


def _deals(six: npt.NDArray[np.integer], dealing: bool) -> Deals:
    gone = int(sum(1 << int(card) for card in six))
    role = 0 if dealing else 1
    return book().deals[role].where(book().without(role, gone, starter=True)[:DEALS])


def _pegged(kept: npt.NDArray[np.integer], deals: Deals, dealing: bool) -> tuple[Floats, Floats]:
    """Returns what this seat and the other peg on average, each (choices, deals)."""
    keys = kept_key(kept)[:, None]
    pegs = book().pegs
    both = pegs[deals.key[None], keys] if dealing else pegs[keys, deals.key[None]]
    pone, dealer = both[..., 0] / book().plays, both[..., 1] / book().plays
    return (dealer, pone) if dealing else (pone, dealer)


def _cribs(away: npt.NDArray[np.integer], deals: Deals) -> npt.NDArray[np.integer]:
    number = len(deals.key)
    mine = np.repeat(away, number, axis=0)
    return np.concatenate([mine, np.tile(deals.away, (len(away), 1))], axis=1)


def _near_the_end(
    view: View,
    known: Tables,
    deals: Deals,
    values: Values,
    cards: tuple[npt.NDArray[np.integer], npt.NDArray[np.integer]],
    counted: tuple[npt.NDArray[np.int16], npt.NDArray[np.int16], npt.NDArray[np.int16]],
) -> Values:
    """Returns the values with chances of the likely choices as the play itself decides them.

    Somebody may be out in the play: there the pegs on average tell too little.

    Args:
        view: of the seat that is to discard.
        known: the expert's tables.
        deals: the first of these are played out.
        values: of all choices by the book; the others keep theirs, but are no better.
        cards: kept and laid away, by choice.
        counted: points of this hand and the crib by choice and deal, of the other hand by deal.
    """
    assert values.chances is not None and values.chances_doubt is not None
    (kept, away), (own, others, crib) = cards, counted
    some = np.lexsort((-values.points, -values.chances))[:CHOICES]
    few = deals.where(np.arange(min(PLAYED, len(deals.key))))
    number, dealing = len(few.key), view.seat == view.dealer
    heels = (2 * (few.starter % RANKS == _JACK)).astype(np.int16)
    need = np.tile(endings.TARGET - np.array(view.scores), (number * len(some), 1))
    need[:, view.dealer] -= np.tile(heels, len(some))
    hands, laid = np.zeros((2, len(need), 2, RANKS), np.int8)
    for seat, four, two in (
        (view.seat, np.repeat(kept[some], number, axis=0), np.repeat(away[some], number, axis=0)),
        (1 - view.seat, np.tile(few.kept, (len(some), 1)), np.tile(few.away, (len(some), 1))),
    ):
        hands[:, seat], laid[:, seat] = _by_rank(four), _by_rank(two)
    plays = BatchPlay(hands, np.full(len(need), 1 - view.dealer, np.int8))
    starter = np.tile(few.starter % RANKS, len(some)).astype(np.int8)
    facts = Known(laid, starter, np.full(len(need), view.dealer, np.int8))
    out, after = race.watch(need)
    play_out(plays, facts, judge(2, False), after)
    pegs = plays.points[:, [1 - view.dealer, view.dealer]].reshape(len(some), number, 2)
    roles = race.role_of(out, view.dealer).reshape(len(some), number)
    scores = (view.scores[1 - view.dealer], view.scores[view.dealer])
    assert known.board is not None
    won = np.empty((len(some), number))
    for row, choice in enumerate(some):
        pegs[row, :, race.DEALER] += heels
        mine, cribs = own[choice, :number], crib[choice, :number]
        rest = others[:number]
        shows = race.Shows(rest, mine, cribs) if dealing else race.Shows(mine, rest, cribs)
        pone = race.chances(known.board, scores, pegs[row], shows, roles[row])
        won[row] = 1 - pone if dealing else pone
    played = valued(np.tile(values.points[some, None], number), won, np.full(number, 1 / number))
    assert played.chances is not None and played.chances_doubt is not None
    chances, doubt = values.chances.copy(), values.chances_doubt.copy()
    chances += played.chances.max() - chances[some].max()
    chances = np.minimum(chances, played.chances.min())
    chances[some], doubt[some] = played.chances, played.chances_doubt
    return Values(values.points, values.doubt, chances, doubt)


def _by_rank(cards: npt.NDArray[np.integer]) -> Counts:
    found: Counts = (cards[:, :, None] % RANKS == np.arange(RANKS)).sum(axis=1).astype(np.int8)
    return found


def _won(
    view: View,
    known: Tables,
    deals: Deals,
    pegged: tuple[Floats, Floats],
    own: npt.NDArray[np.int16],
    others: npt.NDArray[np.int16],
    crib: npt.NDArray[np.int16],
) -> Floats:
    """Returns this seat's chance of winning in each deal."""
    assert known.board is not None
    dealing = view.seat == view.dealer
    mine, theirs = (np.rint(part).astype(np.int16) for part in pegged)
    heels = (2 * (deals.starter % RANKS == _JACK)).astype(np.int16)
    pegs = np.stack([theirs, mine + heels] if dealing else [mine, theirs + heels], axis=1)
    shows = race.Shows(others, own, crib) if dealing else race.Shows(own, others, crib)
    scores = (view.scores[1 - view.dealer], view.scores[view.dealer])
    pone = race.chances(known.board, scores, pegs, shows)
    return 1 - pone if dealing else pone
