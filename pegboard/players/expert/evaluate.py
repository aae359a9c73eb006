"""Expected result of a deal with all cards known: for a review, never for a player.

The deal is played on from its present state with the true hands, by the net, and counted in order.
Before the starter is turned up, every starter is tried; a seat that has not discarded yet does so
as the expert would. The win chance follows from the final scores and the board table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pegboard.cribbage.cards import DECK, Card, Cards
from pegboard.cribbage.game import (
    Cutting,
    Dealing,
    Discarding,
    Go,
    Over,
    Playing,
    State,
    apply,
    view,
)
from pegboard.players.batch_scoring import PLACES, Hands
from pegboard.players.engine import endings
from pegboard.players.engine.features import Known
from pegboard.players.engine.judging import judge
from pegboard.players.engine.knowledge import ranks_of
from pegboard.players.engine.many import NONE, RANKS, TAIL, BatchPlay
from pegboard.players.engine.tables import Tables, tables
from pegboard.players.weighing.cards import CRIB


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Expected result of a game.

    Attributes:
        chances: win chance of each side, adding up to 1; None with four individual players.
        scores: mean score of each seat after this deal; between deals, the current one.
    """

    chances: tuple[float, ...] | None
    scores: tuple[float, ...]


def evaluate(state: State, hidden: Cards | None = None) -> Evaluation | None:
    """Returns the expected result of a game in this state; None if cards are unknown.

    Args:
        state: state of an open deal, or between deals. A table deal may be passed as an open one
            without discards, if its crib is passed separately.
        hidden: the crib of such a deal; () where nobody has seen it.
    """
    stage = state.stage
    if isinstance(stage, Over):
        board = tables(state.rules.players, state.rules.partners).board
        won = tuple(float(side == stage.side) for side in range(state.rules.sides))
        return Evaluation(None if board is None else won, tuple(map(float, state.scores)))
    if isinstance(stage, Dealing):
        return between(state)
    while isinstance(stage, Playing) and stage.kept is not None:
        legal = view(state, stage.turn).legal
        if not legal or not isinstance(legal[0], Go):
            break
        state = apply(state, legal[0]).state
        stage = state.stage
        if isinstance(stage, Over):
            return evaluate(state)
    match stage:
        case Discarding():
            return _played_out(state, *_laid_away(state, stage), None)
        case Cutting(hands=hands, discards=discards, crib=crib) if hands is not None:
            return _played_out(state, hands, discards, crib, None)
        case Playing(kept=kept) if kept is not None:
            crib = stage.crib if hidden is None else hidden
            return _played_out(state, kept, stage.discards, crib, stage)
    return None


def between(state: State) -> Evaluation:
    """Returns the expectation from the scores alone, as if the next deal began now."""
    rules, scores = state.rules, tuple(map(float, state.scores))
    board = tables(rules.players, rules.partners).board
    if board is None:
        return Evaluation(None, scores)
    sides = np.array(state.scores[: rules.sides]) + endings.TARGET - rules.target
    chances = endings.chances(board, sides, rules.side_of(state.dealer))
    return Evaluation(tuple(chances.tolist()), scores)


def _laid_away(
    state: State, stage: Discarding
) -> tuple[tuple[Cards, ...], tuple[Cards, ...], Cards]:
    """Returns hands, discards and crib, with missing discards chosen as the expert would."""
    rules = state.rules
    trained = tables(rules.players, rules.partners)
    hands, discards = list(stage.hands), list(stage.discards)
    for seat, hand in enumerate(hands):
        if not discards[seat]:
            is_own_crib = rules.side_of(seat) == rules.side_of(state.dealer)
            places = np.array([[PLACES[card] for card in hand]])
            best = trained.worth.best(places, np.array([is_own_crib]))
            kept, away = trained.worth.split(places, best)
            hands[seat] = tuple(DECK[place] for place in kept[0])
            discards[seat] = tuple(DECK[place] for place in away[0])
    crib = tuple(card for cards in discards for card in cards)
    return tuple(hands), tuple(discards), crib + ((stage.crib_card,) if stage.crib_card else ())


def _played_out(
    state: State,
    hands: Sequence[Cards],
    discards: Sequence[Cards],
    crib: Cards,
    stage: Playing | None,
) -> Evaluation:
    rules = state.rules
    seats = rules.players
    trained = tables(seats, rules.partners)
    if stage is None:
        known_cards = {card for cards in (*hands, crib) for card in cards}
        starters = np.array([place for place, card in enumerate(DECK) if card not in known_cards])
    else:
        starters = np.array([PLACES[stage.starter]])
    count = len(starters)
    kept_ranks = np.array([ranks_of(cards) for cards in hands], np.int8)
    plays = BatchPlay(
        np.repeat(kept_ranks[None], count, axis=0), np.full(count, state.pone, np.int8)
    )
    more = endings.TARGET - rules.target
    side_of = [rules.side_of(seat) for seat in range(seats)]
    race = _Race(np.tile(np.array(state.scores) + more, (count, 1)), side_of)
    if stage is not None:
        _continue(plays, stage)
    else:
        race.peg(np.arange(count), state.dealer, 2 * (starters % RANKS == 10))
    away = np.array([ranks_of(cards) for cards in discards] or np.zeros((seats, RANKS)), np.int8)
    facts = Known(
        np.repeat(away[None], count, axis=0),
        (starters % RANKS).astype(np.int8),
        np.full(count, state.dealer, np.int8),
    )
    _play(plays, facts, trained, race, rules.partners)
    order = [(state.pone + step) % seats for step in range(seats)]
    everyone = np.arange(count)
    for seat in order:
        race.peg(everyone, seat, _points(hands[seat], starters, False))
    race.peg(everyone, state.dealer, _points(crib, starters, True) if crib else CRIB)
    scores = tuple(float(mean) - more for mean in race.scores.mean(axis=0))
    if trained.board is None:
        return Evaluation(None, scores)
    later = endings.chances(trained.board, race.scores[:, : rules.sides], rules.side_of(state.pone))
    won = race.winner[:, None] == np.arange(rules.sides)
    chances = np.where(race.winner[:, None] == NONE, later, won).mean(axis=0, dtype=np.float64)
    return Evaluation(tuple(chances.tolist()), scores)


class _Race:
    """The scores at many tables, and the side that was out first."""

    def __init__(self, scores: npt.NDArray[np.integer], side_of: Sequence[int]) -> None:
        self.scores = scores.astype(np.int64)
        self.winner = np.full(len(scores), NONE, np.int64)
        self._side_of = side_of

    def peg(
        self, at: npt.NDArray[np.intp], seat: int, points: npt.NDArray[np.integer] | int
    ) -> None:
        """Pegs for a seat at the tables whose game is not over."""
        on = self.winner[at] == NONE
        gained = np.where(on, points, 0)
        side = self._side_of[seat]
        for each, of in enumerate(self._side_of):
            if of == side:
                self.scores[at, each] = np.minimum(self.scores[at, each] + gained, endings.TARGET)
        self.winner[at[on & (self.scores[at, seat] >= endings.TARGET)]] = side


def _play(plays: BatchPlay, facts: Known, known: Tables, race: _Race, partners: bool) -> None:
    judges = judge(plays.seats, partners)
    while len(going := plays.unfinished[race.winner[plays.unfinished] == NONE]):
        ranks = judges.best(plays, facts, going)
        seats = plays.turn[going].copy()
        before = plays.points[going].copy()
        plays.play(going, ranks)
        gained = plays.points[going] - before
        for seat in range(plays.seats):
            mine = seats == seat
            race.peg(going[mine], seat, gained[mine, seat])


def _continue(plays: BatchPlay, stage: Playing) -> None:
    """Sets every table to the current state of the play."""
    for seat in range(plays.seats):
        played_ranks = [card.rank - 1 for card in stage.played_by(seat)]
        plays.played[:, seat, : len(played_ranks)] = played_ranks
        plays.held[:, seat] = ranks_of(stage.holds(seat))
    tail = [card.rank - 1 for card in reversed(stage.pile[-TAIL:])]
    plays.tail[:, : len(tail)] = tail
    plays.left[:] = stage.left
    plays.count[:] = stage.count
    plays.turn[:] = stage.turn
    plays.out[:, list(stage.out)] = True
    plays.least[:] = stage.least


def _points(
    cards: Sequence[Card], starters: npt.NDArray[np.integer], crib: bool
) -> npt.NDArray[np.int64]:
    hand = Hands(np.array([[PLACES[card] for card in cards]]))
    return np.asarray(hand.every_starter(crib)[0, starters], np.int64)
