"""`python -m pegboard.players.training.duel PART`: what a part of the expert is worth in the play.

Only the play of each deal is played, twice on the same cards with the seats swapped: the whole
expert against the expert without the part (see `ablation`), points pegged less the other's. Points
of a thousand deals tell as much as ten thousand games. With `--against NAME` the other is a level.
"""

from __future__ import annotations

import argparse
import os
import statistics
from collections.abc import Sequence
from random import Random

import numpy as np

from pegboard.cribbage.cards import DECK
from pegboard.cribbage.events import CountReset, Scored
from pegboard.cribbage.game import Cut, Deal, Discard, Rules, apply, new_game, view
from pegboard.players import Player, by_name
from pegboard.players.engine.tables import tables
from pegboard.players.expert.player import Expert
from pegboard.players.training.ablation import IN_THE_PLAY, without

SHOWN = 50
"""Number of deals between two lines of results."""


def pegged(dealer: Player, pone: Player, deck: Sequence[int], seed: int) -> int:
    """Returns the points the dealer pegs in the play, less pone's.

    Both discard by the expert's tables.

    Args:
        dealer: seat 0.
        pone: seat 1.
        deck: places in `DECK`: both hands of six, and the starter.
        seed: seed of the players' random numbers.
    """
    players, rng, worth = (dealer, pone), Random(seed), tables(2, False).worth
    hands = np.array([deck[:6], deck[6:12]])
    away = worth.split(hands, worth.best(hands, np.array([True, False])))[1]
    first, second = (tuple(DECK[place] for place in hand) for hand in hands)
    state = apply(new_game(Rules(), 0), Deal(0, (first, second))).state
    for seat, cards in enumerate(away):
        state = apply(state, Discard(seat, tuple(DECK[place] for place in cards))).state
    state = apply(state, Cut(DECK[deck[12]])).state
    points = 0
    while state.stage_name == "play" and state.turn is not None:
        step = apply(state, players[state.turn].choose(view(state, state.turn), rng))
        state = step.state
        for event in step.events:
            if isinstance(event, CountReset) and state.stage_name != "play":
                break  # the show begins
            if isinstance(event, Scored):
                points += event.item.points if event.seat == 0 else -event.item.points
    return points


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m pegboard.players.training.duel", description=__doc__
    )
    parser.add_argument("part", nargs="?", choices=IN_THE_PLAY, default=IN_THE_PLAY[0])
    parser.add_argument("--against", help="a level, in place of the expert without a part")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    options = parser.parse_args()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    whole = Expert()
    other = by_name(options.against) if options.against else without(options.part)
    as_dealer, as_pone = [], []
    for number in range(options.first, options.first + options.deals):
        deck = np.random.default_rng(number).permutation(len(DECK)).tolist()
        as_dealer.append(pegged(whole, other, deck, number))
        as_pone.append(-pegged(other, whole, deck, number))
        if len(as_pone) % SHOWN == 0:
            means = [(one + two) / 2 for one, two in zip(as_dealer, as_pone, strict=True)]
            error = 1.96 * statistics.stdev(means) / len(means) ** 0.5
            print(
                f"{len(means)} deals: {statistics.fmean(means):+.3f} +- {error:.3f} points a deal, "
                f"as dealer {statistics.fmean(as_dealer):+.2f}, as pone "
                f"{statistics.fmean(as_pone):+.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
