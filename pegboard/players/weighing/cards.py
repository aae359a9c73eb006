"""Values of all cards: each is played out against every hand the opponent may hold.

The opponent may have been dealt any six unseen cards, and discards as the expert does (`hands`);
its plays then make some hands and styles more likely than others (`inference`). Each set of four
ranks that it may hold is played out, by the net and in the opponent's style (`styles`), and then
all hands are counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pegboard.cribbage.game import Action, Play, View
from pegboard.players.batch_scoring import PLACES, Hands
from pegboard.players.discards import KEPT_KEYS
from pegboard.players.engine import endings, inference
from pegboard.players.engine.beliefs import all_hands, fitting
from pegboard.players.engine.judging import judge
from pegboard.players.engine.knowledge import Knowledge, facts_of, knowledge
from pegboard.players.engine.many import HAND, RANKS, by_rank
from pegboard.players.engine.playout import play_out
from pegboard.players.engine.styles import ALIKE, GREEDY, UNKNOWN, Styled
from pegboard.players.engine.tables import Tables
from pegboard.players.weighing import race
from pegboard.players.weighing.book import PAIRS
from pegboard.players.weighing.counting import points
from pegboard.players.weighing.hands import drawn_pairs, ranks_left, thinned, weights, with_suits
from pegboard.players.weighing.values import Floats, Values, doubts, doubts_by_hand


class Care(NamedTuple):
    """Sample sizes for the evaluation of cards."""

    likeliest: int
    """Number of likeliest hands that are played out."""
    others: int
    """Number of hands sampled from the others."""
    plays: int
    """Approximate number of playouts over all hands, with random discards; at least one each."""
    counts: int
    """Number of times each playout is counted."""


THOROUGH = Care(300, 300, 400, 4)
TABLES = 800
"""Number of tables for a player's decision with full hands; more if fewer cards are left."""
SEED = 1
"""Fixed seed, so that the same position always gets the same values."""
CRIB = 5
"""Assumed points of an unknown crib; the mean is a little less."""


class _Outcome(NamedTuple):
    """Result of the play by choice and hand."""

    pegs: npt.NDArray[np.int16]
    """(choices, hands, 2), points that pone and dealer peg from now on."""
    out: npt.NDArray[np.int64]
    """(choices, hands), role that pegged out first, as in `race`."""


def best_card(
    view: View, known: Tables, *, reads: bool = True, styles: Sequence[float] = UNKNOWN
) -> Action | None:
    """Returns the best card in a game to 121, from fewer samples than a review takes.

    Args:
        view: view of the seat that is to play, with two players.
        known: the expert's learned tables.
        reads: see `card_values`.
        styles: see `card_values`.

    Returns:
        The action; None where `card_values` returns None.
    """
    ranks = {one.card.rank for one in view.legal if isinstance(one, Play)}
    some = TABLES * HAND // (len(ranks) * max(view.hand_sizes))
    care = Care(some // 2, some // 2, some * 3 // 4, 2)
    values = card_values(view, known, care, reads=reads, styles=styles)
    return None if values is None else view.legal[values.order[0]]


def card_values(
    view: View,
    known: Tables,
    care: Care = THOROUGH,
    *,
    reads: bool = True,
    styles: Sequence[float] = ALIKE,
) -> Values | None:
    """Returns the value of every legal card, in the order of `view.legal`.

    Args:
        view: view of the seat that is to play, with two players.
        known: the expert's learned tables.
        care: numbers of samples to take.
        reads: True to infer the opponent's hand from its plays; its gos are always used.
        styles: prior probability of each of the opponent's styles.

    Returns:
        The values; None if no hand explains the plays, which can happen with real cards.
    """
    seen, chance = knowledge(view), np.random.default_rng(SEED)
    there, weight = _weights(view, seen)
    odds = np.zeros(KEPT_KEYS)
    odds[there] = weight.sum(axis=1)
    if not odds.any():
        return None
    odds /= odds.sum()
    posterior = (
        inference.posterior_odds(view, odds, styles) if reads else np.multiply.outer(styles, odds)
    )
    mass, tail = thinned(posterior.reshape(-1), care.likeliest, care.others)
    others = np.flatnonzero(mass)
    style, keys = np.divmod(others, KEPT_KEYS)
    weight, mass, tail = weight[np.searchsorted(there, keys)], mass[others], tail[others]
    # Play likely hands several times, with different discards.
    times = np.maximum(1, np.rint(mass * care.plays)).astype(np.intp)
    played = np.repeat(np.arange(len(keys)), times)
    weights = (mass / times)[played]
    ranks = [one.card.rank - 1 for one in view.legal if isinstance(one, Play)]
    distinct_ranks = sorted(set(ranks))
    order = [distinct_ranks.index(rank) for rank in ranks]
    away = PAIRS[drawn_pairs(weight, played, chance)]
    found = _played_out(view, seen, distinct_ranks, keys[played], away, style[played] == GREEDY)
    me = race.PONE if view.seat != view.dealer else race.DEALER
    lead = (found.pegs[..., me] - found.pegs[..., 1 - me]).astype(np.float64)[order]
    points = lead @ weights
    if known.board is None or view.starter is None:
        best = int(points.argmax())
        return Values(points, doubts_by_hand(lead, best, played, weights, tail), None, None)
    # Count the show of every play several times, with suits redrawn.
    rows = np.repeat(np.arange(len(played)), care.counts)
    share = weights[rows] / care.counts
    shows = _shows(view, seen, keys[played[rows]], away[rows], chance)
    won = np.array(
        [
            race.won(view, known.board, found.pegs[n][rows], shows, found.out[n][rows])
            for n in range(len(distinct_ranks))
        ]
    )[order]
    chances = won @ share
    best = int(Values(points, points, chances, chances).order[0])
    doubt = doubts_by_hand(lead, best, played, weights, tail)
    return Values(points, doubt, chances, doubts(won, best, share))


def _weights(view: View, seen: Knowledge) -> tuple[npt.NDArray[np.intp], Floats]:
    """Returns the hands the opponent may hold, and their weights; see `hands.weights`.

    The cards it has played are counted among those it may have been dealt.
    """
    other = 1 - view.seat
    played_ranks = seen.laid[other]
    there = np.flatnonzero(fitting(played_ranks, int(seen.least[other])))
    dealing = int(other == view.dealer)
    return there, weights(there, seen.unseen + played_ranks, played_ranks, dealing, _suits(view))


def _suits(view: View) -> npt.NDArray[np.bool_]:
    """Returns the free cards of each suit in which the opponent may hold a flush, (suits, 13)."""
    mine = [*view.hand, *view.discards, *view.played[view.seat]]
    mine += [view.starter] if view.starter else []
    free = np.ones(52, np.bool_)
    free[[PLACES[card] for card in mine]] = False
    shown = {PLACES[card] // RANKS for card in view.played[1 - view.seat]}
    rows = free.reshape(-1, RANKS)
    return np.asarray(rows[[suit for suit in range(len(rows)) if shown <= {suit}]])


def _played_out(
    view: View,
    seen: Knowledge,
    ranks: list[int],
    keys: npt.NDArray[np.intp],
    away: npt.NDArray[np.intp],
    greedy: npt.NDArray[np.bool_],
) -> _Outcome:
    """Plays each rank out against each of the opponent's hands.

    `keys` has the hands, `away`, (hands, 2), their discards; `greedy`, (hands,), is True for a
    greedy opponent.
    """
    tables, other = len(keys), 1 - view.seat
    kept_ranks = np.zeros((tables, 2, RANKS), np.int8)
    kept_ranks[:, other] = all_hands()[keys]
    plays = seen.after(kept_ranks, ranks)
    number = len(plays.turn)
    out, after = race.watch(np.tile(endings.TARGET - np.array(view.scores), (number, 1)))
    facts = facts_of(view, number)
    facts.discards[:, other] = np.tile(by_rank(away), (len(ranks), 1))
    theirs = np.zeros((number, 2), np.bool_)
    theirs[:, other] = np.tile(greedy, len(ranks))
    play_out(plays, facts, Styled(judge(2, False), theirs), after)
    order = [1 - view.dealer, view.dealer]
    return _Outcome(
        plays.points[:, order].reshape(len(ranks), tables, 2),
        race.role_of(out, view.dealer).reshape(len(ranks), tables),
    )


def _shows(
    view: View,
    seen: Knowledge,
    keys: npt.NDArray[np.intp],
    away: npt.NDArray[np.intp],
    chance: np.random.Generator,
) -> race.Shows:
    """Returns the points that both count in the show, for each hand and its discards."""
    assert view.starter is not None
    starter = PLACES[view.starter]
    own_places = [PLACES[card] for card in (*view.hand, *view.played[view.seat])]
    mine = Hands(np.array([own_places])).points(starter).astype(np.int16)
    shown = [PLACES[card] for card in view.played[1 - view.seat]]
    discarded = [PLACES[card] for card in view.discards]
    free = np.ones(52, np.bool_)
    free[[*own_places, *shown, *discarded, starter]] = False
    left = ranks_left(keys, seen.laid[1 - view.seat])
    cards = with_suits(np.concatenate([left, away], axis=1), free, chance).T
    fixed = [np.full(len(keys), place) for place in (*shown, *discarded)]
    turned = np.full(len(keys), starter)
    theirs = points((*fixed[: len(shown)], *cards[:-2]), turned, crib=False)
    if len(discarded) == 2:
        crib = points((*fixed[len(shown) :], *cards[-2:]), turned, crib=True)
    else:  # with real cards even one's own discards are unknown
        crib = np.full(len(keys), CRIB, np.int16)
    return race.Shows.of(view.seat == view.dealer, np.repeat(mine, len(keys)), theirs, crib)
