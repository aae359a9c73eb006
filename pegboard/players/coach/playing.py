"""What every card is worth: each is played out against every hand the opponent may hold.

The opponent was dealt any six of the cards not seen and parted them as the expert does (`hands`);
what it has played, and would hardly have played from another hand, says which of these are left
(`inference`). Every four ranks it may hold are played out by the net, then all hands are counted.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pegboard.cribbage.game import Play, View
from pegboard.players.coach import race
from pegboard.players.coach.counting import points
from pegboard.players.coach.hands import drawn_pairs, ranks_left, weights, with_suits
from pegboard.players.coach.knowledge import PAIRS
from pegboard.players.coach.values import Values, valued
from pegboard.players.expert import endings, inference
from pegboard.players.expert.beliefs import all_hands
from pegboard.players.expert.judging import judge
from pegboard.players.expert.knowledge import Knowledge, facts_of, knowledge
from pegboard.players.expert.many import RANKS, VALUES
from pegboard.players.expert.playout import play_out
from pegboard.players.expert.tables import Tables
from pegboard.players.greedy import PLACES

Floats = npt.NDArray[np.float64]

LIKELIEST, OTHERS = 300, 300
"""Hands played out: so many of the likeliest, and of the others a sample of that size."""
PLAYS = 400
"""Times that hands are played out with discards drawn anew, all together; each at least once."""
COUNTS = 4
"""Times that each is counted."""
SEED = 1
"""The same question has the same answer."""


class _Outcome(NamedTuple):
    """The end of the play by choice and hand, each (choices, hands) and more."""

    pegs: npt.NDArray[np.int16]
    """(choices, hands, 2), of pone and dealer, from now on."""
    out: npt.NDArray[np.int64]
    """Who was out first."""


def card_values(view: View, known: Tables) -> Values | None:
    """Returns what every legal card is worth, in the order of `view.legal`.

    Args:
        view: of one of two players who is to play a card.
        known: the expert's tables.

    Returns:
        None where no hand explains what has been played; at a table of real cards anything may
        have been.
    """
    seen, chance = knowledge(view), np.random.default_rng(SEED)
    weight = _weights(view, seen)
    odds = weight.sum(axis=1)
    if not odds.any():
        return None
    mass, tail = _thinned(inference.told(view, odds / odds.sum()))
    keys = np.flatnonzero(mass)
    weight, mass, tail = weight[keys], mass[keys], tail[keys]
    # A likely hand is played several times, with other discards.
    times = np.maximum(1, np.rint(mass * PLAYS)).astype(np.intp)
    played = np.repeat(np.arange(len(keys)), times)
    each = (mass / times)[played]
    ranks = [one.card.rank - 1 for one in view.legal if isinstance(one, Play)]
    asked = sorted(set(ranks))
    order = [asked.index(rank) for rank in ranks]
    away = PAIRS[drawn_pairs(weight, played, chance)]
    found = _played_out(view, seen, asked, keys[played], away)
    me = race.PONE if view.seat != view.dealer else race.DEALER
    lead = (found.pegs[..., me] - found.pegs[..., 1 - me]).astype(np.float64)[order]
    points = lead @ each
    if known.board is None or view.starter is None:
        best = int(points.argmax())
        return Values(points, _doubt(lead, best, played, each, tail), None, None)
    # All are counted several times, with other suits.
    rows = np.repeat(np.arange(len(played)), COUNTS)
    share = each[rows] / COUNTS
    shows = _shows(view, seen, keys[played[rows]], away[rows], chance)
    scores = (view.scores[1 - view.dealer], view.scores[view.dealer])
    pone = np.array(
        [
            race.chances(known.board, scores, found.pegs[n][rows], shows, found.out[n][rows])
            for n in range(len(asked))
        ]
    )
    won = (pone if me == race.PONE else 1 - pone)[order]
    chances = won @ share
    best = int(np.lexsort((-points, -chances))[0])
    doubt = _doubt(lead, best, played, each, tail)
    return Values(points, doubt, chances, valued(won, None, share, best).doubt)


def _weights(view: View, seen: Knowledge) -> Floats:
    """Returns the weights of all hands the opponent may have been dealt; see `hands.weights`.

    Which of its cards of a rank it has played does not matter: all of them count as not seen.
    """
    other = 1 - view.seat
    laid = seen.laid[other]
    found = weights(seen.unseen + laid, laid, int(other == view.dealer), _suits(view))
    held = all_hands() - laid
    low = [rank for rank in range(RANKS) if VALUES[rank] < int(seen.least[other])]
    fits = (held >= 0).all(axis=1) & (held[:, low] <= 0).all(axis=1)
    return np.asarray(np.where(fits[:, None], found, 0.0))


def _suits(view: View) -> npt.NDArray[np.bool_]:
    """Returns the suits of which the opponent's four may all be; see `hands.weights`."""
    mine = [*view.hand, *view.discards, *view.played[view.seat]]
    mine += [view.starter] if view.starter else []
    free = np.ones(52, np.bool_)
    free[[PLACES[card] for card in mine]] = False
    shown = {PLACES[card] // RANKS for card in view.played[1 - view.seat]}
    rows = free.reshape(-1, RANKS)
    return np.asarray(rows[[suit for suit in range(len(rows)) if shown <= {suit}]])


def _thinned(told: Floats) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Returns the probability of fewer hands, (1820,): unlikely ones stand for others like them.

    They are taken at even steps, so the same question has the same answer.

    Returns:
        And which stand for others.
    """
    order = np.argsort(-told, kind="stable")
    mass, tail = np.zeros_like(told), np.zeros(len(told), np.bool_)
    mass[order[:LIKELIEST]] = told[order[:LIKELIEST]]
    rest = np.sort(order[LIKELIEST:])
    total = told[rest].cumsum()
    if total[-1] > 0:
        steps = (np.arange(OTHERS) + 0.5) / OTHERS * total[-1]
        found = rest[np.searchsorted(total, steps)]
        np.add.at(mass, found, total[-1] / OTHERS)
        tail[found] = True
    return mass, tail


def _doubt(
    lead: Floats,
    best: int,
    played: npt.NDArray[np.intp],
    each: Floats,
    tail: npt.NDArray[np.bool_],
) -> Floats:
    """Returns the standard errors of the differences in points.

    Unlikely hands are sampled, and what was laid away with the others.

    Args:
        lead: (choices, plays), points.
        best: the choice that others are compared with.
        played: (plays,), the number of the hand in each.
        each: (plays,), its part of the probability.
        tail: (hands,), those that stand for others.
    """
    apart = lead - lead[best]
    number = len(tail)
    mass = np.bincount(played, each, number)
    found = np.zeros(len(lead))
    for choice, row in enumerate(apart):
        mean = np.bincount(played, each * row, number) / mass
        within = np.bincount(played, np.square(each * (row - mean[played])), number).sum()
        found[choice] = within
        if tail.any():
            whole = mass[tail].sum()
            centre = mass[tail] @ mean[tail] / whole
            found[choice] += whole * (mass[tail] @ np.square(mean[tail] - centre)) / OTHERS
    return np.sqrt(found)


def _played_out(
    view: View,
    seen: Knowledge,
    ranks: list[int],
    keys: npt.NDArray[np.intp],
    away: npt.NDArray[np.intp],
) -> _Outcome:
    """Plays each rank out against each hand of four ranks that laid away these two, (hands, 2)."""
    tables, other = len(keys), 1 - view.seat
    kept = np.zeros((tables, 2, RANKS), np.int8)
    kept[:, other] = all_hands()[keys]
    plays = seen.open(kept).take(np.tile(np.arange(tables), len(ranks)))
    number = len(plays.turn)
    need = np.tile(endings.TARGET - np.array(view.scores), (number, 1))
    out, after = race.watch(need)
    plays.lay(np.arange(number), np.repeat(ranks, tables))
    facts = facts_of(view, number)
    both = (away[:, :, None] == np.arange(RANKS)).sum(axis=1)
    facts.discards[:, other] = np.tile(both, (len(ranks), 1))
    play_out(plays, facts, judge(2, False), after)
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
    """Returns what both count with the starter there is, for each hand and its discards."""
    assert view.starter is not None
    other, number = 1 - view.seat, len(keys)
    starter = np.full(number, PLACES[view.starter])
    own = [PLACES[card] for card in (*view.hand, *view.played[view.seat])]
    mine = np.full(number, points(np.array([own]), starter[:1], crib=False)[0])
    shown = [PLACES[card] for card in view.played[other]]
    free = np.ones(52, np.bool_)
    free[[*own, *shown, starter[0], *(PLACES[card] for card in view.discards)]] = False
    left = ranks_left(keys, seen.laid[other])
    cards = with_suits(np.concatenate([left, away], axis=1), free, chance)
    kept = np.concatenate([np.tile(shown, (number, 1)).astype(np.intp), cards[:, :-2]], axis=1)
    theirs = points(kept, starter, crib=False)
    if len(view.discards) == 2:
        laid = np.tile([PLACES[card] for card in view.discards], (number, 1))
        crib = points(np.concatenate([laid, cards[:, -2:]], axis=1), starter, crib=True)
    else:  # at a table of real cards nobody knows one's own discards either
        crib = np.full(number, CRIB, np.int16)
    dealing = view.seat == view.dealer
    return race.Shows(theirs, mine, crib) if dealing else race.Shows(mine, theirs, crib)


CRIB = 5
"""Value of a crib of which nothing is known; the mean is a little less."""
