"""Values of all discards: hand, crib and play in thousands of deals.

The opponent is dealt any six unseen cards and discards as the expert does. The hand's mean is exact
over every starter; the crib is counted with the opponent's discards and a starter; the points both
peg come from the book.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pegboard.cribbage.game import Action, View
from pegboard.players.batch_scoring import PLACES, Hands
from pegboard.players.discards import hand_means, kept_key
from pegboard.players.engine import endings
from pegboard.players.engine.features import Known
from pegboard.players.engine.judging import judge
from pegboard.players.engine.knowledge import parted
from pegboard.players.engine.many import RANKS, BatchPlay, by_rank
from pegboard.players.engine.playout import play_out
from pegboard.players.engine.tables import Tables
from pegboard.players.weighing import race
from pegboard.players.weighing.book import Deals, book
from pegboard.players.weighing.counting import points
from pegboard.players.weighing.values import Floats, Values, doubts, valued

NEAR = 16
"""Distance from the end, in points, within which somebody may peg out in the play."""
_JACK = 10


class Care(NamedTuple):
    """Sample sizes for the evaluation of discards."""

    deals: int
    """Number of deals for the win chances."""
    choices: int = 0
    """Number of discards that are played out near the end."""
    played: int = 0
    """Number of deals in which these are played out."""
    counted: int = 0
    """Number of deals for the points; at least `deals` are used."""


THOROUGH = Care(14_000, 5, 1500, 30_000)
"""Points vary more from deal to deal than win chances do, and are faster to compute."""
GLANCE, CLOSE_LOOK = Care(1000), Care(12_000, 3, 250)
"""Sample sizes of a player: for all discards at first, then for the likely ones."""
LIKELY, SLACK = 4, 0.012
"""Largest number of discards in the close look, and the win chance they may trail by."""


class Parted(NamedTuple):
    """Parts of every discard's value, in average points, each (choices,)."""

    hand: npt.NDArray[np.floating]
    crib: npt.NDArray[np.floating]
    """Points of the crib, regardless of its owner."""
    play: npt.NDArray[np.floating]
    """Pegged points less the opponent's."""


class _Counted(NamedTuple):
    """Points counted at the show."""

    own: npt.NDArray[np.integer]
    """(choices, deals)."""
    others: npt.NDArray[np.integer]
    """(deals,)."""
    crib: npt.NDArray[np.integer]
    """(choices, deals)."""

    def shows(self, choice: int, deals: int, dealing: bool) -> race.Shows:
        """Returns the points of a choice in the first deals."""
        own, others, crib = self.own[choice, :deals], self.others[:deals], self.crib[choice, :deals]
        return race.Shows.of(dealing, own, others, crib)


def best_discard(view: View, known: Tables) -> Action:
    """Returns the best discard in a game to 121, from fewer samples than a review takes.

    Args:
        view: view of the seat that is to discard, with two players.
        known: the expert's learned tables.
    """
    glance, _ = discard_values(view, known, GLANCE)
    worth, doubt = glance.points, glance.doubt
    slack = 1.0
    if glance.chances is not None and glance.chances_doubt is not None:
        worth, doubt, slack = glance.chances, glance.chances_doubt, SLACK
    order = glance.order[:LIKELY]
    likely = order[worth[order] + slack + 3 * doubt[order] >= worth[order[0]]]
    if len(likely) == 1:
        return view.legal[int(likely[0])]
    some = replace(view, legal=tuple(view.legal[place] for place in likely))
    return some.legal[int(discard_values(some, known, CLOSE_LOOK)[0].order[0])]


def discard_values(view: View, known: Tables, care: Care = THOROUGH) -> tuple[Values, Parted]:
    """Returns the value of every legal discard and its parts, in the order of `view.legal`.

    Args:
        view: view of the seat that is to discard, with two players.
        known: the expert's learned tables.
        care: numbers of samples to take.
    """
    six = np.array([PLACES[card] for card in view.hand])
    kept, away = parted(view)
    dealing = view.seat == view.dealer
    deals = _deals(six, dealing, max(care.deals, care.counted))
    hand = hand_means(kept, np.tile(six, (len(kept), 1))).astype(np.float64)
    pegs = _pegged(kept, deals, dealing)
    lead = np.subtract(pegs[..., race.DEALER], pegs[..., race.PONE], dtype=np.int16) / book().plays
    lead = lead if dealing else -lead
    crib_cards = (*away.T[:, :, None], *deals.away.T)
    crib = points(crib_cards, deals.starter, crib=True)
    worth = lead + (crib if dealing else -crib) + hand[:, None]
    parts = Parted(hand, crib.mean(axis=1), lead.mean(axis=1))
    share = _alike(len(deals.key))
    if known.board is None:
        return valued(worth, share), parts
    number = min(care.deals, len(deals.key))
    deals = deals.where(np.arange(number))
    crib, pegs = crib[:, :number], pegs[:, :number]
    own_points = Hands(kept).every_starter()[:, deals.starter].astype(np.int16)
    counted = _Counted(own_points, points(deals.kept.T, deals.starter, crib=False), crib)
    heels = _heels(deals)
    chances = np.empty((len(kept), number))
    for choice, found in enumerate(pegs):
        both = np.rint(found / book().plays).astype(np.int16)
        both[:, race.DEALER] += heels
        shows = counted.shows(choice, number, dealing)
        chances[choice] = race.won(view, known.board, both, shows)
    values = valued(worth, share, chances, _alike(number))
    if care.played and max(view.scores) >= endings.TARGET - NEAR:
        some, few = values.order[: care.choices], deals.where(np.arange(min(care.played, number)))
        won = _played_out(view, known, few, (kept[some], away[some]), (some, counted))
        return _with_played(values, some, won), parts
    return values, parts


def _alike(number: int) -> Floats:
    """Returns equal probabilities for a number of deals."""
    return np.full(number, 1 / number)


def _deals(six: npt.NDArray[np.integer], dealing: bool, number: int) -> Deals:
    dealt_mask = int(sum(1 << int(card) for card in six))
    role = 0 if dealing else 1
    return book().deals[role].where(book().without(role, dealt_mask)[:number])


def _pegged(kept: npt.NDArray[np.integer], deals: Deals, dealing: bool) -> npt.NDArray[np.uint8]:
    """Returns the points pone and dealer peg in all plays of the book, (choices, deals, 2)."""
    keys, pegs = kept_key(kept)[:, None], book().pegs
    return pegs[deals.key[None], keys] if dealing else pegs[keys, deals.key[None]]


def _heels(deals: Deals) -> npt.NDArray[np.int16]:
    return np.asarray(2 * (deals.starter % RANKS == _JACK), np.int16)


def _played_out(
    view: View,
    known: Tables,
    deals: Deals,
    cards: tuple[npt.NDArray[np.integer], npt.NDArray[np.integer]],
    counts: tuple[npt.NDArray[np.intp], _Counted],
) -> Floats:
    """Returns this seat's win chances with some choices by playouts, (choices, deals).

    Args:
        view: view of the seat that is to discard.
        known: the expert's learned tables.
        deals: deals that are played out.
        cards: cards kept and discarded, by choice.
        counts: indices of the choices, and the points of all of them.
    """
    (kept, away), (some, counted) = cards, counts
    number, dealing = len(deals.key), view.seat == view.dealer
    need = np.tile(endings.TARGET - np.array(view.scores), (number * len(some), 1))
    need[:, view.dealer] -= np.tile(_heels(deals), len(some))
    hands, laid = np.zeros((2, len(need), 2, RANKS), np.int8)
    hands[:, view.seat] = np.repeat(by_rank(kept), number, axis=0)
    laid[:, view.seat] = np.repeat(by_rank(away), number, axis=0)
    hands[:, 1 - view.seat] = np.tile(by_rank(deals.kept), (len(some), 1))
    laid[:, 1 - view.seat] = np.tile(by_rank(deals.away), (len(some), 1))
    plays = BatchPlay(hands, np.full(len(need), 1 - view.dealer, np.int8))
    starter = np.tile(deals.starter % RANKS, len(some)).astype(np.int8)
    facts = Known(laid, starter, np.full(len(need), view.dealer, np.int8))
    out, after = race.watch(need)
    play_out(plays, facts, judge(2, False), after)
    pegs = plays.points[:, [1 - view.dealer, view.dealer]].reshape(len(some), number, 2)
    pegs[..., race.DEALER] += _heels(deals)
    roles = race.role_of(out, view.dealer).reshape(len(some), number)
    assert known.board is not None
    shows = [counted.shows(choice, number, dealing) for choice in some]
    return np.array(
        [race.won(view, known.board, pegs[row], shows[row], roles[row]) for row in range(len(some))]
    )


def _with_played(values: Values, some: npt.NDArray[np.intp], won: Floats) -> Values:
    """Returns the values, with the win chances of some choices replaced by those of playouts.

    Where somebody may peg out in the play, average pegging points are not enough.

    Args:
        values: values of all choices by the book; those not in `some` are shifted to match, and
            capped at the worst of `won`.
        some: indices of the choices that were played out.
        won: (choices, deals), winning chances of this seat with those choices.
    """
    assert values.chances is not None and values.chances_doubt is not None
    mean, share = won.mean(axis=1), _alike(won.shape[1])
    chances, doubt = values.chances.copy(), values.chances_doubt.copy()
    chances += mean.max() - chances[some].max()
    chances = np.minimum(chances, mean.min())
    best = np.lexsort((-values.points[some], -mean))[0]
    chances[some], doubt[some] = mean, doubts(won, int(best), share)
    return Values(values.points, values.doubt, chances, doubt)
