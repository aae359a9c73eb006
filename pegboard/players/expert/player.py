"""The strongest player: everything it knows comes from self-play.

*Two players*: the win chance of every discard and card is computed over thousands of deals that the
opponent may have been dealt, given its plays (`weighing`); a net plays them out. *More players, the
discard*: the exact mean of the hand over every starter, the crib's mean given the others' usual
discards and all the cards dealt, and the average pegging of such hands. *The play*: a net, trained
on millions of deals, plays out the rest against hands the others may hold. *The score*: points are
weighted by their effect on the win chance, and near the end the rest of the deal is played out many
times, in counting order.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
import numpy.typing as npt

from pegboard.cribbage.game import Action, Discard, Muggins, Play, View
from pegboard.players.batch_scoring import PLACES
from pegboard.players.by_hand import FLAWLESS, call, show
from pegboard.players.discards import Places, hand_means, kept_key
from pegboard.players.engine import endings, inference
from pegboard.players.engine.features import describe
from pegboard.players.engine.habits import greedy_seats
from pegboard.players.engine.knowledge import Knowledge, facts_of, knowledge, parted
from pegboard.players.engine.many import HAND
from pegboard.players.engine.net import future, interest
from pegboard.players.engine.styles import ALIKE, GREEDY, UNKNOWN
from pegboard.players.engine.tables import Tables, tables
from pegboard.players.expert import lookahead, rollout
from pegboard.players.expert.cribs import crib_means
from pegboard.players.expert.others import Others, guessed, read
from pegboard.players.weighing.cards import best_card
from pegboard.players.weighing.discards import Parted, best_discard
from pegboard.players.weighing.race import scaled

Floats = npt.NDArray[np.float32]

NEAR = 30
"""Distance from the end, in points, within which the rest of the deal is played out."""
HOPELESS = 1.5
"""Points behind the best beyond which a discard is not played out."""
TRIED = 3
"""Number of discards that are played out, with more than two players."""
CLEAR_MARGIN = 3.0
"""Weight of the tables' estimate of a discard relative to the simulated deals."""


class Expert:
    """The expert; see the module."""

    name = "expert"

    def __init__(
        self,
        *,
        board: bool = True,
        near: int = NEAR,
        ahead: int = HAND,
        reads: bool = True,
        deals: bool = True,
        styles: Sequence[float] = UNKNOWN,
    ) -> None:
        """Creates the complete player; parts can be left out to measure their value.

        Args:
            board: whether points are weighted by their effect on the win chance.
            near: distance from the end, in points, within which the deal is played out; 0: never.
            ahead: the play is searched to its end if no other seat holds more cards than this;
                otherwise the net alone judges.
            reads: whether the opponent's hand is inferred from their plays.
            deals: whether two players' choices are weighed in thousands of deals; else as with more
                players.
            styles: probability of each style of an unknown opponent; see `engine.styles`.
        """
        self._styles = styles
        self._board, self._near, self._ahead = board, near, ahead
        self._reads, self._deals = reads, deals

    def choose(self, view: View, rng: Random) -> Action:
        """Returns one of `view.legal`."""
        ranks = {one.card.rank for one in view.legal if isinstance(one, Play)}
        if len(view.legal) == 1 or len(ranks) == 1:
            return view.legal[0]
        trained = tables(view.rules.players, view.rules.partners)
        if view.rules.players == 2 and self._deals and (found := self._weighed(view, trained)):
            return found
        match view.legal[0]:
            case Discard():
                if view.rules.players > 2 and self._near and self._has_board(view, trained):
                    return self._tried(view, trained, rng)
                return view.legal[int(np.argmax(self.discards(view, trained, rng)))]
            case Play():
                return view.legal[int(np.argmax(self.cards(view, trained, rng)))]
        return show(view, FLAWLESS, 1.0, rng)

    def _weighed(self, view: View, known: Tables) -> Action | None:
        """Returns the best two-player discard or card, or None if no deal explains the plays."""
        seen, known = scaled(view), known if self._board else known._replace(board=None)
        match view.legal[0]:
            case Discard():
                return best_discard(seen, known)
            case Play() if max(view.hand_sizes) <= self._ahead:
                other = self._greedy(view)[1 - view.seat]
                styles = (1 - other, other) if other else ALIKE
                return best_card(seen, known, reads=self._reads, styles=styles)
        return None

    def _greedy(self, view: View) -> tuple[float, ...]:
        """Returns the probability that each seat is greedy, by its plays in earlier deals."""
        return greedy_seats(view, sum(self._styles[GREEDY:]))

    def calls(self, view: View, rng: Random) -> Muggins | None:
        """Returns a call of muggins if any points were missed, else None; overlooks nothing."""
        return call(view, FLAWLESS, 1.0, rng)

    def discards(self, view: View, known: Tables, rng: Random) -> Floats:
        """Returns the value of each legal discard, (choices,): points, or chances near the end."""
        return np.asarray(self._discards(view, known, rng, 1)[0])

    def cards(self, view: View, known: Tables, rng: Random) -> Floats:
        """Returns the value of each legal card, (choices,): points, or chances near the end."""
        return np.asarray(self._cards(view, known, rng, 1)[0])

    def looks(self, view: View, known: Tables, rng: Random, number: int) -> Floats:
        """Returns several estimates of the value of each legal choice, (looks, choices).

        Near the end every look has separate tables; otherwise all are the same. A discard that is
        not played out, because others are far better, has a negative value.
        """
        discards = isinstance(view.legal[0], Discard)
        return (self._discards if discards else self._cards)(view, known, rng, number)

    def _discards(self, view: View, known: Tables, rng: Random, looks: int) -> Floats:
        kept, away = parted(view)
        worth = self._worth(view, known, kept, away)
        values = np.tile(worth, (looks, 1)).astype(np.float64)
        if self._is_near(view, known):
            best = np.argsort(-worth)[:4]
            best = best[worth[best] > worth[best[0]] - HOPELESS]
            chance = np.random.default_rng(rng.getrandbits(64))
            deals = looks * rollout.LAID_AWAY[view.rules.players]
            chances = rollout.discards(
                view, known, kept[best], away[best], chance, deals, self._greedy(view)
            )
            values = values / 1000 - 10
            values[:, best] = _by_look(chances, looks)
        return np.asarray(values, np.float32)

    def _worth(self, view: View, known: Tables, kept: Places, away: Places) -> Floats:
        """Returns the value of each discard in points, (choices,), by the tables."""
        hand, crib, play = table_parts(view, known, kept, away)
        weights = self.weights(view, known)
        # `play` is already the difference between the sides, so it needs no weights.
        return np.asarray(weights[0] * hand + weights[view.dealer - view.seat] * crib + play)

    def _tried(self, view: View, known: Tables, rng: Random) -> Action:
        """Returns the best discard by the tables and playouts together.

        The tables ignore how particular hands interact, and the playouts are few: together they err
        less often than either.
        """
        kept, away = parted(view)
        worth = self._worth(view, known, kept, away)
        best = np.argsort(-worth)[:TRIED]
        best = best[worth[best] > worth[best[0]] - HOPELESS]
        if len(best) == 1:
            return view.legal[int(best[0])]
        chance = np.random.default_rng(rng.getrandbits(64))
        deals = rollout.LAID_AWAY[view.rules.players] * TRIED // len(best)
        tried = rollout.discards(
            view, known, kept[best], away[best], chance, deals, self._greedy(view)
        ).mean(axis=0)
        threshold = CLEAR_MARGIN * point_value(view, known) * worth[best]
        return view.legal[int(best[np.argmax(threshold + tried)])]

    def _cards(self, view: View, known: Tables, rng: Random, looks: int) -> Floats:
        ranks = [action.card.rank - 1 for action in view.legal if isinstance(action, Play)]
        own_knowledge = knowledge(view)
        if self._is_near(view, known):
            chance = np.random.default_rng(rng.getrandbits(64))
            number = looks * (rollout.SAMPLES[view.rules.players] * 3 // len(set(ranks)))
            others = self._others(view, own_knowledge, known, chance, number)
            if others is not None:
                return _by_look(
                    rollout.cards(view, own_knowledge, others, known, ranks, chance), looks
                )
        worth = self.gains(view, known, rng) @ self.weights(view, known)
        return np.tile(np.asarray(worth, np.float32), (looks, 1))

    def gains(self, view: View, known: Tables, rng: Random) -> Floats:
        """Returns the mean points that each seat will peg after each legal card.

        Returns:
            (choices, seats), points from now on; the seat to act comes first.
        """
        ranks = [action.card.rank - 1 for action in view.legal if isinstance(action, Play)]
        seen, players = knowledge(view), view.rules.players
        most = max(size for seat, size in enumerate(view.hand_sizes) if seat != view.seat)
        if most <= self._ahead:
            chance = np.random.default_rng(rng.getrandbits(64))
            number = None
            if players > 2:  # sample more hands if fewer cards are legal or left
                number = lookahead.CARDS[players] // (len(set(ranks)) * max(view.hand_sizes))
            others = self._others(view, seen, known, chance, number)
            if others is not None:
                return lookahead.gains(view, seen, others, ranks)
        return self._at_a_glance(view, seen, known, ranks)

    def _others(
        self,
        view: View,
        seen: Knowledge,
        known: Tables,
        chance: np.random.Generator,
        number: int | None,
    ) -> Others | None:
        """Returns possible hands of the others at a number of tables; see `others`.

        None if no hand explains what was seen, which can happen with real cards.
        """
        if number is not None and view.rules.players > 2:
            return guessed(view, seen, known, chance, number, self._greedy(view))
        odds = inference.odds(view, reads=self._reads)
        return read(seen, odds, chance, number) if odds.any() else None

    def _at_a_glance(
        self, view: View, seen: Knowledge, known: Tables, ranks: Sequence[int]
    ) -> Floats:
        """Returns the points of `gains` as the net alone estimates them."""
        cards = describe(seen.play, facts_of(view, 1), np.array([0]))
        gained = future(known.net, cards.rows)
        gained[:, 0] += cards.scored
        return np.asarray(gained[np.searchsorted(cards.rank, ranks)])

    def weights(self, view: View, known: Tables) -> Floats:
        """Returns the value of each seat's points to the seat to act, (seats,).

        Its own first, then in turn.
        """
        rules = view.rules
        if not self._board or known.board is None or rules.target != endings.TARGET:
            return interest(rules.players, rules.partners)
        side, dealer = rules.side_of(view.seat), rules.side_of(view.dealer)
        by_side = endings.weights(known.board, view.scores[: rules.sides], side, dealer)
        seats = [rules.side_of((view.seat + step) % rules.players) for step in range(rules.players)]
        return np.asarray(by_side[seats], np.float32)

    def _is_near(self, view: View, known: Tables) -> bool:
        near = max(view.scores) >= endings.TARGET - self._near
        return near and self._has_board(view, known)

    def _has_board(self, view: View, known: Tables) -> bool:
        return self._board and known.board is not None and view.rules.target == endings.TARGET


def table_parts(view: View, known: Tables, kept: Places, away: Places) -> Parted:
    """Returns the parts of each discard's value, by the tables."""
    is_own_crib = view.rules.side_of(view.seat) == view.rules.side_of(view.dealer)
    six = np.array([PLACES[card] for card in view.hand])
    hand = hand_means(kept, np.tile(six, (len(kept), 1)))
    crib = crib_means(known, six, away, own=is_own_crib)
    return Parted(hand, crib, known.worth.play[int(is_own_crib), kept_key(kept)])


def point_value(view: View, known: Tables) -> float:
    """Returns the win chance that a point is worth on average."""
    assert known.board is not None
    rules = view.rules
    side, dealer = rules.side_of(view.seat), rules.side_of(view.dealer)
    return endings.slope(known.board, view.scores[: rules.sides], side, dealer)


def _by_look(chances: Floats, looks: int) -> Floats:
    """Returns each look's mean chances, (looks, choices), from those of its tables."""
    by_look = chances.reshape(-1, looks, chances.shape[1])
    return np.asarray(by_look.mean(axis=0), np.float32)
