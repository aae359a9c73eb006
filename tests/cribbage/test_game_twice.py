"""An independent implementation of the rules must give the same scores.

The plain referee knows all cards, so it needs no gos: the next seat clockwise that can play,
plays; where none can, the count is over. Only the choice of cards is taken from the game.
"""

from collections.abc import Iterator
from random import Random

import pytest

from pegboard.cribbage.cards import Card, Cards
from pegboard.cribbage.game import Cut, Deal, Discard, Play, Rules, State
from tests.support.strategies import plain_points, random_game


class PegOut(Exception):
    """A side has reached the target."""


class Referee:
    """Scores by side, computed from the deals."""

    def __init__(self, rules: Rules, opening: State) -> None:
        self.rules = rules
        self.scores = [pegs.front for pegs in opening.pegs]

    def give(self, seat: int, points: int) -> None:
        side = self.rules.side_of(seat)
        self.scores[side] = min(self.rules.target, self.scores[side] + points)
        if self.scores[side] == self.rules.target:
            raise PegOut

    def deal(
        self, dealer: int, hands: list[Cards], crib: Cards, starter: Card, plays: Iterator[Play]
    ) -> None:
        seats = self.rules.players
        order = [(dealer + 1 + step) % seats for step in range(seats)]
        if starter.rank == 11:
            self.give(dealer, 2)
        held = [list(hand) for hand in hands]
        pile: list[Card] = []
        asked_first, last = order[0], dealer
        while any(held):
            count = sum(card.value for card in pile)
            circle = [(asked_first + step) % seats for step in range(seats)]
            able = [s for s in circle if any(count + card.value <= 31 for card in held[s])]
            if not able:
                self.give(last, 1)
                pile = []
                continue
            play = next(plays)
            assert play.seat == able[0]
            last, asked_first = play.seat, (play.seat + 1) % seats
            held[last].remove(play.card)
            pile.append(play.card)
            points = play_points(pile)
            if not any(held) and count + play.card.value != 31:
                points += 1
            self.give(last, points)
            if count + play.card.value == 31:
                pile = []
        for seat in order:
            self.give(seat, plain_points(hands[seat], starter))
        self.give(dealer, plain_points(crib, starter, crib=True))


def play_points(pile: list[Card]) -> int:
    count = sum(card.value for card in pile)
    points = 2 * (count in (15, 31))
    same = 1
    while same < len(pile) and pile[-1 - same].rank == pile[-1].rank:
        same += 1
    points += same * (same - 1)
    runs = [n for n in range(3, len(pile) + 1) if is_run([card.rank for card in pile[-n:]])]
    return points + max(runs, default=0)


def is_run(ranks: list[int]) -> bool:
    return sorted(ranks) == list(range(min(ranks), min(ranks) + len(ranks)))


ALL = [Rules(), Rules(target=61), Rules(3), Rules(4), Rules(4, partners=True)]


@pytest.mark.parametrize("rules", ALL, ids=str)
def test_independent_implementations_give_the_same_scores(rules: Rules) -> None:
    for seed in range(12):
        game = list(random_game(rules, Random(seed)))
        referee = Referee(rules, game[0][1].state)
        plays = iter([action for action, _ in game if isinstance(action, Play)])
        hands: list[Cards] = []
        crib: Cards = ()
        dealer = -1
        try:
            for action, step in game:
                match action:
                    case Deal(dealer, dealt, crib_card):
                        assert dealt is not None
                        hands = list(dealt)
                        crib = () if crib_card is None else (crib_card,)
                        assert [p.front for p in step.state.pegs] == referee.scores
                    case Discard(seat, cards):
                        hands[seat] = tuple(card for card in hands[seat] if card not in cards)
                        crib += cards
                    case Cut(starter):
                        referee.deal(dealer, hands, crib, starter, plays)
                    case _:
                        pass
            raise AssertionError("the referee did not see the game end")
        except PegOut:
            final = game[-1][1].state
            assert referee.scores == [pegs.front for pegs in final.pegs]
            assert next(plays, None) is None
